import { reached } from '@geoinsights/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unlessSilent } from '../src/geotools/fix-geometry/silent-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call over a line that is silent: it ends when it is given up, with the reason. */
const silent = (signal: AbortSignal) => reached(new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new Error('no reason')))));

it('asks again what is not answered', async () => {
  const ask = vi.fn<(signal: AbortSignal) => Promise<string>>().mockImplementationOnce(silent).mockImplementationOnce(silent).mockResolvedValueOnce('done');
  const answer = unlessSilent(ask, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(9999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toBe('done');
  expect(ask).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('gives up what no connection of the browser answers, as without a connection', async () => {
  const ask = vi.fn(silent);
  const failure = unlessSilent(ask, new AbortController().signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(await failure).toMatchObject({ message: 'The server could not be reached. Check your connection and try again.', status: null });
  expect(ask).toHaveBeenCalledTimes(7);
});

it('asks no second time after another failure, or once nobody wants the answer', async () => {
  const refused = vi.fn(() => Promise.reject(new TypeError('refused')));
  await expect(unlessSilent(refused, new AbortController().signal)).rejects.toThrow('refused');
  expect(refused).toHaveBeenCalledTimes(1);
  const asked = vi.fn(silent);
  const leaving = new AbortController();
  const left = unlessSilent(asked, leaving.signal).catch((error: unknown) => error);
  leaving.abort();
  expect(await left).toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});
