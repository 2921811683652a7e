import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a request that the worker cannot receive is answered, so that the page does not wait', async () => {
  const answers: unknown[] = [];
  const worker = Object.assign(new EventTarget(), { postMessage: (answer: unknown) => answers.push(answer) });
  vi.stubGlobal('self', worker);
  await import('../src/geotools/check/check.worker.ts');
  worker.dispatchEvent(new Event('messageerror'));
  expect(answers).toEqual([{ kind: 'failed', message: 'The request of the page could not be received.' }]);
});
