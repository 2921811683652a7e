import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { Config } from '../config.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import { untilAnswered } from '../db/until-answered.ts';
import type { LocalFiles } from '../files/local-files.ts';
import type { UploadStore } from '../files/upload-store.ts';
import type { Runners } from './runners.ts';
import type { ClaimedTask, KeptResult, TaskStore } from './task-store.ts';
import { runToolProcess } from './tool-process.ts';
import type { ToolDone } from './tool-process.ts';
import { ThrottledProgress } from './throttled-progress.ts';

export interface TaskWorkerParts {
  readonly store: TaskStore;
  readonly uploads: UploadStore;
  readonly files: LocalFiles;
  readonly limits: Config['tasks'];
  readonly runners: Runners;
  /** Does a step of the work, seen by whoever traces. */
  readonly traced: <Result>(step: 'runner' | 'keep', work: () => Promise<Result>) => Promise<Result>;
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** How tasks ended is told to a database that is away for so long after the server was told to stop; the next start puts the rest right. */
const LAST_WORDS_MILLISECONDS = 5000;

class Cancelled extends Error {}
class ServerStops extends Error {}

/** Takes tasks when their turn comes, runs each in a process of its own, and writes down how it ended. */
export class TaskWorker {
  readonly #parts: TaskWorkerParts;
  readonly #running = new Map<string, AbortController>();
  readonly #lastWords = new AbortController();
  #stopping = false;

  constructor(parts: TaskWorkerParts) {
    this.#parts = parts;
  }

  /**
   * Returns when the task has ended in whatever way, and the database knows: while that is away, it is told again. Throws only when it refuses,
   * or is still away when the server stops.
   */
  async handle(uuid: string): Promise<void> {
    if (this.#stopping || this.#running.has(uuid)) return;
    const controller = new AbortController();
    this.#running.set(uuid, controller);
    try {
      const task = await untilAnswered(() => this.#parts.store.claim(uuid), controller.signal);
      if (task !== null) await this.#attempt(task, controller.signal);
    } finally {
      this.#running.delete(uuid);
    }
  }

  /** From before it is claimed until the database knows how it ended. */
  isAtWorkOn(uuid: string): boolean {
    return this.#running.has(uuid);
  }

  /** READY and RUNNING become CANCELLED, and the process of a running task has been killed when this returns. */
  async cancel(uuid: string): Promise<void> {
    await this.#parts.store.cancel(uuid);
    this.#running.get(uuid)?.abort(new Cancelled());
  }

  /** Kills what runs; it will run again when the server does. */
  stop(): void {
    this.#stopping = true;
    setTimeout(() => this.#lastWords.abort(), LAST_WORDS_MILLISECONDS).unref();
    for (const controller of this.#running.values()) controller.abort(new ServerStops());
  }

  async #attempt(task: ClaimedTask, signal: AbortSignal): Promise<void> {
    const { store, files, log, limits, traced } = this.#parts;
    const work = await files.beginWork();
    try {
      if (task.attempts > limits.attempts) throw new ProblemError('task-interrupted');
      const done = await traced('runner', () => this.#run(task, work, signal));
      await traced('keep', () => this.#keep(task, done, work.output));
    } catch (error) {
      // What else goes wrong in a task that was told to end is no fault of the task.
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason instanceof Cancelled) return;
      const problem = reason instanceof ServerStops ? null : this.#problemFor(task, reason).toProblem();
      await untilAnswered(() => (problem === null ? store.giveBack(task.uuid) : store.fail(task.uuid, problem)), this.#lastWords.signal);
    } finally {
      await files.endWork(work.folder).catch((error: unknown) => log.warn({ err: error }, 'A work folder could not be removed.'));
    }
  }

  async #run(task: ClaimedTask, work: { output: string; temporary: string }, signal: AbortSignal): Promise<ToolDone> {
    const { store, uploads, files, limits, runners } = this.#parts;
    const uploaded = await untilAnswered(() => uploads.filesOf(task.upload), signal);
    if (uploaded.length === 0) throw new ProblemError('input-deleted');
    const progress = new ThrottledProgress((share, stage) => store.progress(task.uuid, share, stage));
    try {
      return await runToolProcess(
        {
          tool: task.tool,
          inputs: uploaded.map((file) => ({ name: file.name, size: file.size, path: files.uploadedFile(task.upload, file.stored_name) })),
          options: task.options,
          workFolder: work.temporary,
          outputFolder: work.output,
          threads: limits.threads,
        },
        {
          runners,
          limits,
          signal,
          onProgress: (share, stage) => progress.report(share, stage),
        },
      );
    } finally {
      await progress.end();
    }
  }

  /** Moves the result and the report to where they can be downloaded, and only then says that they can. */
  async #keep(task: ClaimedTask, done: ToolDone, outputFolder: string): Promise<void> {
    const { store, files } = this.#parts;
    const kept: KeptResult[] = [];
    const keep = async (file: ToolDone['output']): Promise<KeptResult> => {
      // The name alone is taken from the tool's process, which has handled hostile files: never a folder.
      const { uuid, size } = await files.keepResult(path.join(outputFolder, path.basename(file.path)));
      const result = { uuid, size, name: path.basename(file.name) };
      kept.push(result);
      return result;
    };
    let isTaken = false;
    try {
      const [output, reportFile] = [await keep(done.output), await keep(done.reportFile)];
      isTaken = await untilAnswered(() => store.complete(task.uuid, output, reportFile, done.report), this.#lastWords.signal);
    } catch (error) {
      // They may have been taken without our hearing it. If not, the next start deletes them.
      isTaken = error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      if (!isTaken) for (const { uuid } of kept) await files.deleteResult(uuid);
    }
  }

  #problemFor(task: ClaimedTask, error: unknown): ProblemError {
    const problem = error instanceof ProblemError ? error : new ProblemError('internal', {}, { cause: error });
    if (problem.code === 'internal' || problem.code === 'task-crashed') this.#parts.log.error({ task: task.uuid, cause: problem.cause }, 'A task failed by a fault of ours.');
    return problem;
  }
}
