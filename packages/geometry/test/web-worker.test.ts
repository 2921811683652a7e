import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a piece that cannot be received is an error of the worker, so that nobody waits for it', async () => {
  const listeners = new Map<string, (event: Event) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) => listeners.set(name, listener));
  // By its address, as browsers start it: its types are those of a browser, which tests do not have.
  await import(new URL('../src/web-workers/web-worker.ts', import.meta.url).href);
  expect(() => listeners.get('messageerror')?.(new Event('messageerror'))).toThrow('could not be received');
});
