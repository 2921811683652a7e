import { afterEach, expect, test, vi } from 'vitest';
import { SteadyCounts } from './steady-counts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

afterEach(() => {
  vi.useRealTimers();
});

function asked(counts: SteadyCounts, address = 'an address') {
  let answer: { current: number; ttl: number } | undefined;
  counts.incr(address, (_error, result) => (answer = result), MINUTE);
  return answer;
}

test('counts each address for itself, from its first request on', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const counts = new SteadyCounts();
  expect(asked(counts)).toEqual({ current: 1, ttl: MINUTE });
  vi.advanceTimersByTime(20_000);
  expect(asked(counts)).toEqual({ current: 2, ttl: 40_000 });
  expect(asked(counts, 'another address')).toEqual({ current: 1, ttl: MINUTE });
  expect(asked(counts.child())).toEqual({ current: 1, ttl: MINUTE });
  vi.advanceTimersByTime(40_000);
  expect(asked(counts)).toEqual({ current: 1, ttl: MINUTE });
});

test.for([HOUR, -HOUR])('a clock that jumps by %i ms makes no window longer or shorter', (jump) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const counts = new SteadyCounts();
  asked(counts);
  vi.setSystemTime(Date.now() + jump);
  vi.advanceTimersByTime(10_000);
  expect(asked(counts)).toEqual({ current: 2, ttl: 50_000 });
});
