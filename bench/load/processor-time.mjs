// The processor time of the threads of a process, and how long they wait for a processor, as counted by Linux.
import { readFileSync, readdirSync } from 'node:fs';

const NANOSECONDS = 1e9;

/** Seconds on a processor and seconds ready to run but waiting for one, of each thread; an empty map except on Linux. */
export function threadTimes(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return new Map(threads.flatMap((thread) => {
      try {
        const [on, waiting] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ').map(Number);
        return [[thread, { on: on / NANOSECONDS, waiting: waiting / NANOSECONDS }]];
      } catch {
        // It has ended in the meantime.
        return [];
      }
    }));
  } catch {
    return new Map();
  }
}

/** The threads that used most between two measurements, the main thread first. */
export function busiestThreads(pid, before, after, most = 4) {
  const times = [...after].map(([thread, { on, waiting }]) => {
    const earlier = before.get(thread) ?? { on: 0, waiting: 0 };
    return { thread, isMain: thread === String(pid), on: on - earlier.on, waiting: waiting - earlier.waiting };
  });
  return times.toSorted((a, b) => Number(b.isMain) - Number(a.isMain) || b.on - a.on).slice(0, most);
}
