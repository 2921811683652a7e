import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('without settings, everything is embedded and local', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: path.resolve('data'),
    databaseUrl: null,
    diskFloorBytes: 268_435_456,
    upload: { maximumBytes: 1_073_741_824, maximumFiles: 200 },
    retentionMilliseconds: 86_400_000,
  });
});

test('an empty variable is one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
});

test.for([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://x'],
  ['TASK_CONCURRENCY', '0'],
  ['TASK_IDLE_RUNNERS', '2'],
  ['RETENTION_HOURS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'short'],
  ['ACCESS_LOG', 'yes'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
] as const)('%s=%s is refused by name', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
