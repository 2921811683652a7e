import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeEnvironment } from '../node-environment.ts';
import { startProgram } from '../server-programs.ts';

/** The server as people start it. */
export const PRODUCT = path.resolve(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts');
/** Less than a test may take, so that what the node said is known. */
const STARTS_WITHIN_MILLISECONDS = 200_000;

export type Role = 'api' | 'worker' | 'all';

export interface ClusterNodeSettings {
  readonly name: string;
  readonly role: Role;
  readonly port: number;
  /** The address it listens on; the loopback address by default. */
  readonly host?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A program with arguments that runs the command after it, e.g. in its own network. */
  readonly within?: readonly string[];
  /** The program to run; by default the server with the tools of the tests. */
  readonly program?: string;
}

/** One of our servers in a separate process, which can be killed and restarted on the same port and folder. */
export class ClusterNode {
  readonly role: Role;
  readonly name: string;
  readonly port: number;
  readonly host: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #within: readonly string[];
  readonly #program: string;
  #child: ChildProcess | null = null;
  #output = '';

  constructor({ name, role, port, host = '127.0.0.1', environment, within = [], program = startProgram() }: ClusterNodeSettings) {
    this.name = name;
    this.role = role;
    this.port = port;
    this.host = host;
    this.#environment = environment;
    this.#within = within;
    this.#program = program;
  }

  get address(): string {
    return `http://${this.host}:${String(this.port)}`;
  }

  get dataFolder(): string {
    return this.#environment['DATA_DIR'] ?? '';
  }

  /** Its output since its first start. */
  get output(): string {
    return this.#output;
  }

  /** Of the server, null while it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Returns when it listens. @throws Error with its output if it ends instead, or does neither */
  async start(): Promise<void> {
    const [program, ...args] = [...this.#within, process.execPath, '--disable-warning=ExperimentalWarning', this.#program];
    const child = spawn(program, args, {
      env: { ...nodeEnvironment(), HOST: this.host, ...this.#environment, ROLE: this.role, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, which can be killed as a whole.
      detached: true,
    });
    this.#child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        this.#output = (this.#output + chunk.toString()).slice(-100_000);
      });
    }
    const started = performance.now();
    while (!said.includes(this.address)) {
      if (performance.now() - started > STARTS_WITHIN_MILLISECONDS) throw new Error(`${this.name} does not listen after ${String(STARTS_WITHIN_MILLISECONDS / 1000)} seconds: ${said}`);
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${this.name} has ended: ${said}`);
      await pause(20);
    }
  }

  /** SIGKILL and SIGTERM return when the process is gone. */
  async signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const child = this.#running();
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended;
  }

  /** Kills it and everything it started in its own group at the same moment. */
  async killGroup(): Promise<void> {
    const child = this.#running();
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  #running(): ChildProcess | null {
    const child = this.#child;
    return child === null || child.exitCode !== null || child.signalCode !== null ? null : child;
  }
}
