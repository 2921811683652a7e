// What the threads of a process take of the processors, and how long they wait for one, as Linux tells it.
import { readFileSync, readdirSync } from 'node:fs';

const NANOSECONDS = 1e9;

/** Seconds on a processor and seconds ready to run but waiting for one, of each thread; an empty map elsewhere than on Linux. */
export function threadTimes(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return new Map(threads.flatMap((thread) => {
      try {
        const [on, waiting] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ').map(Number);
        return [[thread, { on: on / NANOSECONDS, waiting: waiting / NANOSECONDS }]];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    }));
  } catch {
    return new Map();
  }
}

/** The threads that took most between two looks: the main thread first. */
export function busiestThreads(pid, before, after, most = 4) {
  const times = [...after].map(([thread, { on, waiting }]) => {
    const earlier = before.get(thread) ?? { on: 0, waiting: 0 };
    return { thread, isMain: thread === String(pid), on: on - earlier.on, waiting: waiting - earlier.waiting };
  });
  return times.toSorted((a, b) => Number(b.isMain) - Number(a.isMain) || b.on - a.on).slice(0, most);
}
