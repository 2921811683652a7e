import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Of the 19 steps below normal. The server has priority: with ten steps its threads were seen to wait 30 to 130 ms for a processor.
 * With 19, other programs on the machine would leave tasks hardly any processor time.
 */
const LOW_PRIORITY = 15;

/**
 * Lowers the priority of a process that leads its own session. Call this before it has threads, which inherit the priority: Linux
 * keeps it per thread. Linux may also first divide the processors among sessions (autogroups; outside containers and services with
 * a configured share), and then a priority counts only within its session; so the session gets one, too.
 */
export function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has already ended, which is reported elsewhere.
  }
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${String(pid)}/autogroup`, String(LOW_PRIORITY));
  } catch {
    // This system has no autogroups, or does not let us set their priority.
  }
}
