import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The packages loaded by opening traces to this endpoint, observed in a separate process. */
function loadedFor(endpoint: string | null): string {
  const module = new URL('./open-tracing.ts', import.meta.url).href;
  const script = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { if (url.includes('/@opentelemetry/')) process.stdout.write(url + '\\n'); return next(url, context); } });
    const { openTracing } = await import(${JSON.stringify(module)});
    await openTracing(${JSON.stringify(endpoint)});
    process.exit();`;
  return execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('nothing of OpenTelemetry is loaded unless it is configured', () => {
  expect(loadedFor(null)).toBe('');
  expect(loadedFor('http://127.0.0.1:9')).toContain('@opentelemetry/sdk-trace');
});
