import { describe, expect, it } from 'vitest';
import { LatestAnswer } from './latest-answer.ts';

describe('the latest answer', () => {
  const collected = () => {
    const heard: string[] = [];
    return { heard, onAnswer: (answer: string) => void heard.push(answer), onFailure: (error: unknown) => void heard.push(`failed: ${String(error)}`) };
  };

  it('is handed on, whether it is one or a failure', async () => {
    const { heard, onAnswer, onFailure } = collected();
    const latest = new LatestAnswer<string>();
    latest.ask(Promise.resolve('one'), onAnswer, onFailure);
    await Promise.resolve();
    latest.ask(Promise.reject(new Error('two')), onAnswer, onFailure);
    await Promise.resolve();
    expect(heard).toEqual(['one', 'failed: Error: two']);
  });

  it('is the only one that is handed on, even if an earlier one comes after it', async () => {
    const { heard, onAnswer, onFailure } = collected();
    const latest = new LatestAnswer<string>();
    const slow = Promise.withResolvers<string>();
    latest.ask(slow.promise, onAnswer, onFailure);
    latest.ask(Promise.resolve('later'), onAnswer, onFailure);
    await Promise.resolve();
    slow.resolve('earlier');
    await slow.promise;
    await Promise.resolve();
    expect(heard).toEqual(['later']);
  });

  it('is not handed on once it is forgotten', async () => {
    const { heard, onAnswer, onFailure } = collected();
    const latest = new LatestAnswer<string>();
    latest.ask(Promise.resolve('answer'), onAnswer, onFailure);
    latest.ask(Promise.reject(new Error('failure')), onAnswer, onFailure);
    latest.forget();
    await Promise.resolve();
    await Promise.resolve();
    expect(heard).toEqual([]);
  });
});
