import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killGroup } from './kill-group.ts';

const LONGEST_DEATH_MILLISECONDS = 5000;
const LOOK_AGAIN_MILLISECONDS = 10;

/**
 * Records the processes of tasks in the data folder. A stopped process (SIGSTOP, a frozen container) cannot notice that its server was
 * killed, so the next server ends it. A record identifies a process by its pid, its start time and the boot of the machine, so
 * that a later process with the same pid is not confused with it. Linux only, where all of this can be read.
 */
export class LeftoverProcesses {
  readonly #folder: string;

  /** The caller holds the lock of the data folder. */
  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'processes');
  }

  /** Kills the process groups that a dead server left behind; returns when they are gone. */
  async end(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const names = readdirSync(this.#folder);
    await Promise.all(names.map((name) => this.#endOne(Number(name), readOrNothing(path.join(this.#folder, name)))));
    for (const name of names) rmSync(path.join(this.#folder, name), { force: true, recursive: true });
  }

  /** Call this when a process that leads its own group has started, and the returned function when it is gone. */
  readonly remember = (pid: number): (() => void) => {
    const identity = identityOf(pid);
    if (identity === null) return () => undefined;
    const record = path.join(this.#folder, String(pid));
    try {
      // It must outlive the server, not the machine, so it need not be synced.
      writeFileSync(record, identity);
    } catch {
      // A full disk is no reason to do without the process, which ends by itself unless it is stopped.
    }
    return () => rmSync(record, { force: true });
  };

  async #endOne(pid: number, recorded: string): Promise<void> {
    // Never 0 or 1, which as a group would be our own or all processes.
    if (!Number.isSafeInteger(pid) || pid <= 1) return;
    const isThere = () => identityOf(pid) === recorded;
    const until = performance.now() + LONGEST_DEATH_MILLISECONDS;
    while (isThere() && performance.now() < until) {
      killGroup(pid);
      await pause(LOOK_AGAIN_MILLISECONDS);
    }
  }
}

/** The boot and start tick of a living process that leads its group; null if there is none. */
function identityOf(pid: number): string | null {
  const boot = readOrNothing('/proc/sys/kernel/random/boot_id').trim();
  // The process name may contain anything. After it follow state, parent, group, …; the twentieth field is the start.
  const fields = readOrNothing(`/proc/${String(pid)}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const [state, , group] = fields;
  const start = fields.at(19);
  if (boot === '' || start === undefined || group !== String(pid) || state === 'Z') return null;
  return `${boot} ${start}`;
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
