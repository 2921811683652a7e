import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Lowers the priority of a process that leads its own session. Call this before it has threads, which inherit the priority: Linux
 * keeps it per thread. Linux may also first divide the processors among sessions (autogroups; outside containers and services with
 * a configured share), and then a priority counts only within its session; so the session gets one, too.
 *
 * @param steps below normal, 0 to 19
 */
export function lowerPriority(pid: number, steps: number): void {
  if (steps === 0) return;
  try {
    os.setPriority(pid, steps);
  } catch {
    // It has already ended, which is reported elsewhere.
  }
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${String(pid)}/autogroup`, String(steps));
  } catch {
    // This system has no autogroups, or does not let us set their priority.
  }
}
