import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { ToolReport } from '@geoinsights/contract';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { describeBytes } from '../files/describe-bytes.ts';
import { answerName, pieceName } from './offered-pieces.ts';
import type { PieceDesk } from './piece-desk.ts';
import { runnerMessageSchema } from './runner-messages.ts';
import type { PieceAnswered, TaskOrder, ToolDone } from './runner-messages.ts';
import type { RunnerProcess } from './runner-process.ts';
import type { Runners } from './runners.ts';

const MEMORY_CHECK_MILLISECONDS = 100;

export interface ToolProcessOptions {
  readonly runners: Runners;
  readonly limits: Pick<Config['tasks'], 'memoryBytes' | 'seconds'>;
  readonly onProgress: (share: number, stage: string) => void;
  /** Kills the process at once, with everything it started. */
  readonly signal: AbortSignal;
  /** For the pieces it offers; an order without `elsewhere` has none. */
  readonly desk?: PieceDesk;
}

type Outcome = ToolDone | PieceAnswered;

/** The process ended without starting its task, which can still be given to another one. */
class NeverBegun extends ProblemError {
  constructor(cause: string) {
    super('task-crashed', {}, { cause });
  }
}

/** A completed task, with the report as parsed by the schema of its tool. */
export type DoneTask<Report> = Omit<ToolDone, 'report'> & { readonly report: Report };

/**
 * Runs one task in a process of its own, within limits of resident memory and of time. It is over when that process is.
 * @param reportSchema of its tool: a hostile file may have influenced what the process reports
 * @throws ProblemError of the tool itself, or task-out-of-memory, task-out-of-time, task-crashed.
 * @throws the signal's reason if it was aborted.
 */
export async function runToolProcess<Report extends ToolReport>(order: TaskOrder, options: ToolProcessOptions & { readonly reportSchema: z.ZodType<Report> }): Promise<DoneTask<Report>> {
  const done = await runProcess(order, options);
  if (done.kind !== 'done') throw new ProblemError('task-crashed', {}, { cause: 'answered something that it was not asked' });
  const report = options.reportSchema.safeParse(done.report);
  if (!report.success) throw new ProblemError('task-crashed', {}, { cause: `sent a report that is not that of its tool: ${report.error.message}` });
  return { ...done, report: report.data };
}

/** Processes one piece of a task that runs elsewhere, like `runToolProcess` for a task. */
export async function runPieceProcess(order: TaskOrder, options: ToolProcessOptions): Promise<PieceAnswered> {
  const answered = await runProcess(order, options);
  if (answered.kind !== 'answered') throw new ProblemError('task-crashed', {}, { cause: 'did what it was not asked' });
  return answered;
}

async function runProcess(order: TaskOrder, options: ToolProcessOptions): Promise<Outcome> {
  options.signal.throwIfAborted();
  const ready = options.runners.takeReady();
  if (ready !== null) {
    try {
      return await runIn(ready, order, options);
    } catch (error) {
      if (!(error instanceof NeverBegun)) throw error;
      options.signal.throwIfAborted();
    }
  }
  return runIn(options.runners.startForTask(), order, options);
}

async function runIn(runner: RunnerProcess, order: TaskOrder, options: ToolProcessOptions): Promise<Outcome> {
  const supervised = new SupervisedTask(runner, order, options);
  try {
    const done = await supervised.outcome;
    await supervised.end();
    return await runner.folder.handOver(done, order);
  } finally {
    await supervised.end();
    await runner.folder.remove();
  }
}

class SupervisedTask {
  readonly outcome: Promise<Outcome>;
  readonly #runner: RunnerProcess;
  readonly #options: ToolProcessOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #settle: PromiseWithResolvers<Outcome> = Promise.withResolvers();
  #hasBegun = false;

  constructor(runner: RunnerProcess, order: TaskOrder, options: ToolProcessOptions) {
    this.#runner = runner;
    this.#options = options;
    this.outcome = this.#settle.promise;
    const { seconds } = options.limits;
    void runner.gone.then((how) => this.#fail(this.#problemOfEnd(how)));
    // If the files cannot be brought to the process, that is an internal error, which affects only this task.
    runner.begin(order, (message) => this.#receive(message)).catch((error: unknown) => this.#settle.reject(error));
    this.#timers.push(setTimeout(() => this.#fail(new ProblemError('task-out-of-time', { limit: describeSeconds(seconds) })), seconds * 1000));
    this.#timers.push(setInterval(() => void this.#checkMemory(), MEMORY_CHECK_MILLISECONDS));
    options.signal.addEventListener('abort', this.#onAbort);
  }

  /** Returns when the process is gone. */
  async end(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#runner.kill();
    await this.#runner.gone;
  }

  readonly #onAbort = () => {
    this.#settle.reject(this.#options.signal.reason);
    this.#runner.kill();
  };

  #receive(received: unknown): void {
    const message = runnerMessageSchema.safeParse(received);
    if (!message.success) {
      this.#fail(this.#crash(`sent a message of the wrong form: ${message.error.message}`));
      return;
    }
    switch (message.data.kind) {
      case 'listening':
        break;
      case 'begun':
        // Only once: a process that has its task may send anything.
        if (!this.#hasBegun) this.#options.runners.prepare();
        this.#hasBegun = true;
        break;
      case 'progress':
        this.#options.onProgress(message.data.share, message.data.stage);
        break;
      case 'done':
      case 'answered':
        this.#settle.resolve(message.data);
        break;
      case 'piece-offered':
        this.#offer(message.data.number);
        break;
      case 'piece-asked-back':
        this.#options.desk?.askBack(message.data.number);
        break;
      case 'failed':
        this.#fail(new ProblemError(message.data.code, message.data.details, { failures: message.data.failures }));
        break;
      case 'crashed':
        this.#fail(isOutOfMemory(message.data.stack) ? this.#outOfMemory() : this.#crash(message.data.stack));
        break;
    }
  }

  /** The paths of a piece and its answer are not taken from the process's messages. */
  #offer(number: number): void {
    const { folder } = this.#runner;
    this.#options.desk?.offer({
      number,
      piece: path.join(folder.temporary, pieceName(number)),
      answer: path.join(folder.input, answerName(number)),
      reply: (reply) => this.#runner.reply({ number, reply }),
    });
  }

  /** V8 limits its own heap; typed arrays are outside it, and only the resident size of the process shows them. */
  async #checkMemory(): Promise<void> {
    const { pid } = this.#runner;
    if (pid === undefined || process.platform !== 'linux') return;
    const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (kibibytes * 1024 > this.#options.limits.memoryBytes) this.#fail(this.#outOfMemory());
  }

  #problemOfEnd(how: string): ProblemError {
    if (isOutOfMemory(how)) return this.#outOfMemory();
    return this.#hasBegun ? this.#crash(how) : new NeverBegun(how);
  }

  #outOfMemory(): ProblemError {
    return new ProblemError('task-out-of-memory', { limit: describeBytes(this.#options.limits.memoryBytes) });
  }

  #crash(description: string): ProblemError {
    return new ProblemError('task-crashed', {}, { cause: description });
  }

  /** The first verdict counts: later messages of the process change nothing. */
  #fail(problem: ProblemError): void {
    this.#settle.reject(problem);
  }
}

function isOutOfMemory(text: string): boolean {
  return /heap out of memory|ERR_WORKER_OUT_OF_MEMORY|Array buffer allocation failed|std::bad_alloc/i.test(text);
}

function describeSeconds(seconds: number): string {
  return seconds < 120 ? `${String(seconds)} seconds` : `${String(Math.round(seconds / 60))} minutes`;
}
