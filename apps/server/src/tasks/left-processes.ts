import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killGroup } from './kill-group.ts';

const LONGEST_DEATH_MILLISECONDS = 5000;
const LOOK_AGAIN_MILLISECONDS = 10;

/**
 * What processes of tasks there are, in the data folder: a process that is stopped (SIGSTOP, a frozen container) cannot notice that its
 * server was killed, so the next server ends it. A record names a process by its pid and when it began, in which boot of the
 * machine: who has that pid later is another. On Linux only, where both can be asked.
 */
export class LeftProcesses {
  readonly #folder: string;

  /** The caller holds the lock of the data folder. */
  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'processes');
  }

  /** Kills the groups of processes that a server has left behind which is no more; returns when they are gone. */
  async end(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const names = readdirSync(this.#folder);
    await Promise.all(names.map((name) => this.#endOne(Number(name), readOrNothing(path.join(this.#folder, name)))));
    for (const name of names) rmSync(path.join(this.#folder, name), { force: true, recursive: true });
  }

  /** To be called when a process has been started that leads a group of its own; what it returns, when that is gone. */
  readonly remember = (pid: number): (() => void) => {
    const identity = identityOf(pid);
    if (identity === null) return () => undefined;
    const record = path.join(this.#folder, String(pid));
    try {
      // The server's life is what it outlasts, not the machine's: it need not be brought to the disk.
      writeFileSync(record, identity);
    } catch {
      // A full disk is no reason to do without the process, which ends by itself unless it is stopped.
    }
    return () => rmSync(record, { force: true });
  };

  async #endOne(pid: number, recorded: string): Promise<void> {
    // Never 0 or 1, which as a group would be this one or all.
    if (!Number.isSafeInteger(pid) || pid <= 1) return;
    const isThere = () => identityOf(pid) === recorded;
    const until = performance.now() + LONGEST_DEATH_MILLISECONDS;
    while (isThere() && performance.now() < until) {
      killGroup(pid);
      await pause(LOOK_AGAIN_MILLISECONDS);
    }
  }
}

/** The boot and the tick in which a living process that leads its group began; null when there is none. */
function identityOf(pid: number): string | null {
  const boot = readOrNothing('/proc/sys/kernel/random/boot_id').trim();
  // Behind the name, which may hold anything: state, parent, group, … and as the twentieth the start.
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
