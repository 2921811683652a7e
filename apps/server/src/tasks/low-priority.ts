import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Of the 19 steps below normal. The server goes first: with ten steps its threads were seen to wait 30 to 130 ms for a processor. With 19, tasks would
 * hardly get one beside other programs of the machine.
 */
const LOW_PRIORITY = 15;

/**
 * Puts a process that leads a session of its own behind the others. Called before it has threads, which inherit it: Linux keeps a priority
 * for each. Linux may also share the processors out between sessions first (autogroups; outside of containers and of services whose
 * share is set), and then a priority counts within its session only; so the session gets one too.
 */
export function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already, and that is told.
  }
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${String(pid)}/autogroup`, String(LOW_PRIORITY));
  } catch {
    // Such a Linux shares nothing out between sessions, or does not let us say how.
  }
}
