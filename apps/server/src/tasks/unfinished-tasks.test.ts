import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnfinishedTasks } from './unfinished-tasks.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Reads that return their own number, and polls of the task `a`. */
function watched() {
  let reads = 0;
  const tasks = new UnfinishedTasks(() => Promise.resolve(new Map([['a', ++reads]])));
  const poll = async (times: number) => {
    let last = null;
    for (let i = 0; i < times; i++) last = tasks.recent('a');
    await Promise.resolve();
    await Promise.resolve();
    return last;
  };
  return { tasks, poll, reads: () => reads };
}

it('reads nothing for few', async () => {
  const { poll, reads } = watched();
  for (let second = 0; second < 20; second++) {
    expect(await poll(5)).toBeNull();
    vi.advanceTimersByTime(1000);
  }
  expect(reads()).toBe(0);
});

it('reads once for many, and again a moment later; what it does not know is asked for elsewhere', async () => {
  const { tasks, poll, reads } = watched();
  await poll(50);
  expect(reads()).toBe(1);
  expect(tasks.recent('a')).toBe(1);
  expect(tasks.recent('b')).toBeNull();
  vi.advanceTimersByTime(150);
  // The first of them triggers a new read, and gets what is known.
  expect(await poll(1)).toBe(1);
  expect(await poll(1)).toBe(2);
  vi.advanceTimersByTime(300);
  expect(tasks.recent('a')).toBeNull();
});

it('knows nothing that was read before a change', async () => {
  const { tasks, poll } = watched();
  await poll(50);
  tasks.forget();
  expect(tasks.recent('a')).toBeNull();
  vi.advanceTimersByTime(150);
  for (let i = 0; i < 50; i++) tasks.recent('a');
  // While it is being read.
  tasks.forget();
  await poll(1);
  expect(tasks.recent('a')).toBeNull();
});

it('tells nothing of a task that is older than what the database has said of it', async () => {
  const { tasks, poll } = watched();
  await poll(50);
  vi.advanceTimersByTime(20);
  tasks.asked('a');
  expect(tasks.recent('a')).toBeNull();
  vi.advanceTimersByTime(150);
  await poll(50);
  expect(tasks.recent('a')).toBe(2);
});

it('is no worse than without it when it cannot be read', async () => {
  const tasks = new UnfinishedTasks<number>(() => Promise.reject(new Error('away')));
  for (let i = 0; i < 50; i++) expect(tasks.recent('a')).toBeNull();
  await Promise.resolve();
  expect(tasks.recent('a')).toBeNull();
});
