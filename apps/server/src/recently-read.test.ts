import { expect, it, vi } from 'vitest';
import { RecentlyRead } from './recently-read.ts';

it('is read once for all who ask within a moment, and again later or when it was forgotten', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let reads = 0;
    const recent = new RecentlyRead(() => Promise.resolve(++reads), 1000);
    expect(await Promise.all([recent.get(), recent.get()])).toEqual([1, 1]);
    vi.advanceTimersByTime(999);
    expect(await recent.get()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await recent.get()).toBe(2);
    const before = recent.get();
    recent.forget();
    expect(await Promise.all([before, recent.get()])).toEqual([2, 3]);
  } finally {
    vi.useRealTimers();
  }
});

it('is read again after it could not be', async () => {
  let reads = 0;
  const recent = new RecentlyRead(() => (++reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(reads)), 1000);
  await expect(Promise.all([recent.get(), recent.get()])).rejects.toThrow('away');
  expect(await recent.get()).toBe(2);
  expect(await recent.get()).toBe(2);
});
