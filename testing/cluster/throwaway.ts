import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** One of the servers that the scripts start for tests: it prints one line when it is ready and ends with its input. */
export class Throwaway {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #lines: string[] = [];

  /** @param within a program with arguments that runs the command after it */
  constructor(script: string, args: readonly string[], { within = [], environment = {} }: { readonly within?: readonly string[]; readonly environment?: Readonly<Record<string, string>> | undefined } = {}) {
    const [program, ...rest] = [...within, process.execPath, script, ...args];
    this.#child = spawn(program, rest, { detached: true, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...environment } });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#lines.push(...chunk.toString().split('\n').filter(Boolean)));
  }

  /** The next line that it prints. */
  async line(): Promise<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      if (this.#child.exitCode !== null) throw new Error('A server that the tests need has ended.');
      await pause(20);
    }
  }

  async tell(what: string): Promise<void> {
    this.#child.stdin?.write(`${what}\n`);
    await this.line();
  }

  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }
}
