import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = path.resolve(import.meta.dirname, '..', '..', '..', 'scripts', 'throwaway-postgres.mjs');

/** A PostgreSQL server for a single test, which may stop, kill and start it without losing data. */
export interface OwnPostgres {
  readonly address: string;
  /** Returns when it is done. */
  tell(what: 'stop' | 'kill' | 'start'): Promise<void>;
  end(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const child = spawn(process.execPath, [SCRIPT, 'synchronous_commit=on'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The PostgreSQL server of the test has ended; the line before says why.');
    return value;
  };
  return {
    address: await nextLine(),
    tell: async (what) => {
      child.stdin.write(`${what}\n`);
      await nextLine();
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
