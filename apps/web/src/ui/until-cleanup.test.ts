import { expect, test, vi } from 'vitest';
import { untilCleanup } from './until-cleanup.ts';

test('an answer and a failure are handed on', async () => {
  const [onAnswer, onFailure] = [vi.fn(), vi.fn()];
  untilCleanup(Promise.resolve(7), onAnswer, onFailure);
  untilCleanup(Promise.reject(new Error('no')), onAnswer, onFailure);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledWith(new Error('no')));
  expect(onAnswer.mock.calls).toEqual([[7]]);
});

test('after the cleanup neither is', async () => {
  const [onAnswer, onFailure] = [vi.fn(), vi.fn()];
  const [answer, failure] = [Promise.resolve(7), Promise.reject(new Error('no'))];
  untilCleanup(answer, onAnswer, onFailure)();
  untilCleanup(failure, onAnswer, onFailure)();
  await Promise.allSettled([answer, failure]);
  await Promise.resolve();
  expect([onAnswer.mock.calls, onFailure.mock.calls]).toEqual([[], []]);
});
