import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ProblemError } from '@geoinsights/contract';
import type { Config } from '../config.ts';
import { describeBytes } from '../files/describe-bytes.ts';
import { runnerMessageSchema } from './runner-messages.ts';
import type { RunnerMessage, TaskOrder } from './runner-messages.ts';

const RUNNER = fileURLToPath(new URL('./runner.ts', import.meta.url));
const MEMORY_CHECK_MILLISECONDS = 100;
const KEPT_ERROR_OUTPUT = 8192;
/** A tool's process is given none of the server's settings, of which some are secret. */
const PASSED_ENVIRONMENT = ['PATH', 'LANG', 'TZ', 'SystemRoot', 'NODE_COMPILE_CACHE'] as const;

export type ToolDone = Extract<RunnerMessage, { kind: 'done' }>;

export interface ToolProcessOptions {
  readonly limits: Pick<Config['tasks'], 'memoryBytes' | 'seconds'>;
  readonly onProgress: (share: number, stage: string) => void;
  /** Kills the process at once, and everything that it started. */
  readonly signal: AbortSignal;
}

/**
 * Runs one task in a process of its own, inside limits of resident memory and of time. It is over when that process is.
 * @throws ProblemError of the tool itself, or task-out-of-memory, task-out-of-time, task-crashed.
 * @throws the signal's reason when it was aborted.
 */
export async function runToolProcess(order: TaskOrder, options: ToolProcessOptions): Promise<ToolDone> {
  options.signal.throwIfAborted();
  const supervised = new SupervisedProcess(order, options);
  try {
    return await supervised.outcome;
  } finally {
    await supervised.end();
  }
}

class SupervisedProcess {
  readonly outcome: Promise<ToolDone>;
  readonly #child: ChildProcess;
  readonly #options: ToolProcessOptions;
  readonly #exited: Promise<void>;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #settle: PromiseWithResolvers<ToolDone> = Promise.withResolvers();
  #errorOutput = '';

  constructor(order: TaskOrder, options: ToolProcessOptions) {
    this.#options = options;
    this.outcome = this.#settle.promise;
    const { memoryBytes, seconds } = options.limits;
    this.#child = fork(RUNNER, [], {
      // A group of its own, so that killing the group ends what the tool may have started as well.
      detached: true,
      cwd: order.workFolder,
      env: environmentFor(order.workFolder),
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${String(Math.ceil(memoryBytes / 1_048_576))}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#fail(this.#problemOfExit(code, signal));
        resolve();
      });
      this.#child.once('error', (error) => {
        this.#fail(this.#crash(`could not be started: ${error.message}`));
        if (this.#child.pid === undefined) resolve();
      });
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#errorOutput = (this.#errorOutput + chunk.toString()).slice(-KEPT_ERROR_OUTPUT);
    });
    this.#child.on('message', (message) => this.#receive(message, order));
    this.#timers.push(setTimeout(() => this.#fail(new ProblemError('task-out-of-time', { limit: describeSeconds(seconds) })), seconds * 1000));
    this.#timers.push(setInterval(() => void this.#checkMemory(), MEMORY_CHECK_MILLISECONDS));
    options.signal.addEventListener('abort', this.#onAbort);
  }

  /** Returns when the process is gone. */
  async end(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#kill();
    await this.#exited;
  }

  readonly #onAbort = () => {
    this.#settle.reject(this.#options.signal.reason);
    this.#kill();
  };

  #receive(received: unknown, order: TaskOrder): void {
    const message = runnerMessageSchema.safeParse(received);
    if (!message.success) {
      this.#fail(this.#crash(`sent a message of the wrong form: ${message.error.message}`));
      return;
    }
    switch (message.data.kind) {
      case 'listening':
        this.#child.send(order);
        break;
      case 'progress':
        this.#options.onProgress(message.data.share, message.data.stage);
        break;
      case 'done':
        this.#settle.resolve(message.data);
        break;
      case 'failed':
        this.#fail(new ProblemError(message.data.code, message.data.details, { failures: message.data.failures }));
        break;
      case 'crashed':
        this.#fail(isOutOfMemory(message.data.stack) ? this.#outOfMemory() : this.#crash(message.data.stack));
        break;
    }
  }

  /** V8 bounds its own heap; typed arrays lie outside it, and only the resident size of the process shows them. */
  async #checkMemory(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || process.platform !== 'linux') return;
    const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (kibibytes * 1024 > this.#options.limits.memoryBytes) this.#fail(this.#outOfMemory());
  }

  #problemOfExit(code: number | null, signal: string | null): ProblemError {
    if (isOutOfMemory(this.#errorOutput)) return this.#outOfMemory();
    return this.#crash(`ended with ${signal ?? `exit code ${String(code)}`}: ${this.#errorOutput}`);
  }

  #outOfMemory(): ProblemError {
    return new ProblemError('task-out-of-memory', { limit: describeBytes(this.#options.limits.memoryBytes) });
  }

  #crash(description: string): ProblemError {
    return new ProblemError('task-crashed', {}, { cause: description });
  }

  /** The first word counts: what a process does after it was judged changes nothing. */
  #fail(problem: ProblemError): void {
    this.#settle.reject(problem);
  }

  #kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      if (process.platform === 'win32') this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // It ended between the look and the kill.
    }
  }
}

function environmentFor(workFolder: string): NodeJS.ProcessEnv {
  const passed = PASSED_ENVIRONMENT.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(passed), TMPDIR: workFolder, TEMP: workFolder };
}

function isOutOfMemory(text: string): boolean {
  return /heap out of memory|ERR_WORKER_OUT_OF_MEMORY|Array buffer allocation failed|std::bad_alloc/i.test(text);
}

function describeSeconds(seconds: number): string {
  return seconds < 120 ? `${String(seconds)} seconds` : `${String(Math.round(seconds / 60))} minutes`;
}
