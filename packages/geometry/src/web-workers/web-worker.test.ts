import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a piece that cannot be received is an error of the worker, so that nobody waits for it', async () => {
  const listeners = new Map<string, (event: Event) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) => listeners.set(name, listener));
  await import('./web-worker.ts');
  expect(() => listeners.get('messageerror')?.(new Event('messageerror'))).toThrow('could not be received');
});
