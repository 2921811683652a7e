import path from 'node:path';
import { expect, test } from 'vitest';
import { availableMemory, ConfigError, readConfig } from './config.ts';
import { refuseRoot } from './refuse-root.ts';

test('without settings, everything is embedded and local', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: path.resolve('data'),
    databaseUrl: null,
    storage: null,
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
  ['PORT', '0x10'],
  ['PORT', ' '],
  ['DATABASE_URL', 'mysql://x'],
  ['TASK_CONCURRENCY', '0'],
  ['TASK_IDLE_RUNNERS', '2'],
  ['TASK_NICENESS', '20'],
  ['RETENTION_HOURS', '-1'],
  ['RETENTION_HOURS', '0'],
  ['RETENTION_HOURS', 'a day'],
  ['RETENTION_HOURS', '0b11'],
  ['TASK_TIME_SECONDS', '1e9'],
  ['TASK_WORK_SECONDS', '-1'],
  ['DRAIN_SECONDS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['ROLE', 'boss'],
  ['ROLE', 'worker'],
  ['PUBLIC_URL', 'maps.example.org'],
  ['PUBLIC_URL', 'ftp://maps.example.org'],
  ['PUBLIC_URL', 'https://maps.example.org/geo'],
  ['PUBLIC_URL', 'https://name:password@maps.example.org'],
  ['TRUST_PROXY', 'everybody'],
  ['TRUST_PROXY', '10.0.0.0/64'],
  ['TRUST_PROXY', 'none, 10.0.0.1'],
  ['LIMIT_REQUESTS_PER_MINUTE', '-1'],
  ['ALLOW_ROOT', 'yes'],
  ['SERVICE_NETWORKS', 'intranet'],
  ['METRICS_TOKEN', 'short'],
  ['ACCESS_LOG', 'yes'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
] as const)('%s=%s is refused by name', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
  // In our words, not in those of the library that checks.
  expect(() => readConfig({ [name]: value })).not.toThrow(/Invalid|Too (big|small)|expected/);
});

const S3 = { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hidden' };

test('an S3 server is named whole or not at all', () => {
  expect(readConfig(S3).storage).toEqual({ endpoint: 'https://s3.example.org', region: 'us-east-1', bucket: 'files', accessKeyId: 'key', secretAccessKey: 'hidden', downloads: 'proxied', layerCacheBytes: 2_147_483_648 });
  for (const [name, value] of Object.entries(S3)) {
    expect(() => readConfig({ ...S3, [name]: '' })).toThrow(`Missing: ${name}.`);
    expect(() => readConfig({ [name]: value })).toThrow(`Missing: ${Object.keys(S3).filter((other) => other !== name).join(', ')}.`);
  }
});

test.for([
  ['S3_ENDPOINT', 'ftp://s3.example.org'],
  ['S3_DOWNLOADS', 'sometimes'],
] as const)('%s=%s is refused, and no secret is said', ([name, value]) => {
  const read = () => readConfig({ ...S3, [name]: value });
  expect(read).toThrow(name);
  expect(read).not.toThrow('hidden');
});

test('proxies are addresses, networks and names of ranges; or none', () => {
  expect(readConfig({}).access.trustedProxies).toEqual(['loopback']);
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' }).access.trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1']);
  expect(readConfig({ TRUST_PROXY: 'none' }).access.trustedProxies).toBe(false);
});

test('the public address is kept without the slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://maps.example.org/' }).access.publicUrl).toBe('https://maps.example.org');
});

test('what a container may take bounds the memory of tasks', () => {
  expect(availableMemory(64e9, 2e9)).toBe(2e9);
  expect(availableMemory(64e9, 0)).toBe(64e9);
  expect(availableMemory(64e9, 2 ** 64)).toBe(64e9);
});

test('root is refused where other machines reach the server, unless it is told', () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'maps.example.org', '127.0.0.1.example.org']) {
    expect(() => refuseRoot(readConfig({ HOST: host }), 0)).toThrow(ConfigError);
    expect(() => refuseRoot(readConfig({ HOST: host, ALLOW_ROOT: '1' }), 0)).not.toThrow();
    expect(() => refuseRoot(readConfig({ HOST: host }), 1000)).not.toThrow();
  }
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(() => refuseRoot(readConfig({ HOST: host }), 0)).not.toThrow();
});
