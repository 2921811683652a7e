import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { ToolReport } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import type { Config } from '../config.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import { untilAnswered } from '../db/until-answered.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { isOfFullDisk } from '../files/full-disk.ts';
import { untilStorageAnswers } from '../files/until-storage-answers.ts';
import type { UploadStore } from '../files/upload-store.ts';
import type { WorkFolder, WorkFolders } from '../files/work-folders.ts';
import { MOST_PIECES_OUT, PieceDesk } from './piece-desk.ts';
import type { PieceDeskParts } from './piece-desk.ts';
import type { PieceWorker } from './piece-worker.ts';
import type { Runners } from './runners.ts';
import type { ToolDone } from './runner-messages.ts';
import { RENEWALS } from './task-leases.ts';
import type { ClaimedTask, KeptResult, TaskLeases } from './task-leases.ts';
import type { TaskStore } from './task-store.ts';
import { runToolProcess } from './tool-process.ts';
import type { DoneTask } from './tool-process.ts';
import { ThrottledProgress } from './throttled-progress.ts';
import { toolNamed } from './tools.ts';

export interface TaskWorkerParts {
  readonly store: TaskStore;
  readonly leases: TaskLeases;
  readonly uploads: UploadStore;
  readonly files: FileStorage;
  readonly workFolders: WorkFolders;
  readonly limits: Config['tasks'];
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly runners: Runners;
  /** Where servers exchange pieces of large tasks; null for a server that is alone. */
  readonly pieces: { readonly desk: PieceDeskParts; readonly worker: PieceWorker } | null;
  /** Nobody else works on the tasks of this database: a RUNNING task not held here runs nowhere. */
  readonly isAlone: boolean;
  /** Whether tasks of silent workers may be taken now. */
  readonly takesLapsed: () => boolean;
  /** Sends the workers of other servers word that a task was cancelled. */
  readonly announceCancelled: (uuid: string) => Promise<void>;
  /** Runs an attempt at a task, with tracing and counting. */
  readonly around: (task: string, attempt: () => Promise<void>) => Promise<void>;
  /** Runs a step of the work, with tracing. */
  readonly traced: <Result>(step: 'runner' | 'keep', work: () => Promise<Result>) => Promise<Result>;
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** After a stop signal, the server tries for this time to record how tasks ended in an unavailable database; the next start corrects the rest. */
const LAST_WORDS_MILLISECONDS = 5000;

class Cancelled extends Error {}
class LeaseLost extends Error {}
class ServerStops extends Error {}

interface Attempt {
  readonly lease: string;
  /** Known once the database has returned the task. */
  task: string | null;
  /** Tasks cancelled until then: this one may be among them. */
  readonly cancelled: Set<string>;
  /** The database knows how it ended; only the cleanup is left. */
  isReported: boolean;
  readonly controller: AbortController;
}

/** Takes tasks when their turn comes, as many at a time as it has slots, runs each in a process of its own, and records how it ended. */
export class TaskWorker {
  readonly #parts: TaskWorkerParts;
  readonly #attempts = new Set<Attempt>();
  readonly #serving = new Set<Promise<void>>();
  readonly #lastWords = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  #isWokenAgain = false;
  #stopping = false;

  constructor(parts: TaskWorkerParts) {
    this.#parts = parts;
    this.#renewal = setInterval(() => void this.#renew(), (parts.limits.leaseSeconds * 1000) / RENEWALS).unref();
  }

  /** Takes tasks, one after the other, until none waits. Returns at once if no slot is free, since busy slots look for the next task themselves. */
  async serve(): Promise<void> {
    if (this.#serving.size === this.#parts.limits.concurrency) {
      this.#isWokenAgain = true;
      return;
    }
    const serving = this.#serveAll();
    this.#serving.add(serving);
    await serving;
    this.#serving.delete(serving);
  }

  /** The attempts in progress, from before their tasks are claimed until the database knows how they ended. */
  held(): string[] {
    return [...this.#attempts].filter(({ isReported }) => !isReported).map(({ lease }) => lease);
  }

  /** READY and RUNNING become CANCELLED. When this returns, a process of this server on the task has been killed; one of another server soon will be. */
  async cancel(uuid: string): Promise<void> {
    await this.#parts.store.cancel(uuid);
    if (!this.abandon(uuid)) await this.#parts.announceCancelled(uuid);
  }

  /** Kills the work on a cancelled task. False if nothing of it runs on this server. */
  abandon(uuid: string): boolean {
    for (const { task, cancelled } of this.#attempts) if (task === null) cancelled.add(uuid);
    const attempts = [...this.#attempts].filter(({ task }) => task === uuid);
    for (const { controller } of attempts) controller.abort(new Cancelled());
    return attempts.length > 0;
  }

  /** Takes no more tasks. Returns when the running ones have ended. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#serving);
  }

  /** Kills running tasks; they will run again, here or elsewhere. Returns when the database knows that, or has been unavailable for too long. */
  async stop(): Promise<void> {
    this.#stopping = true;
    setTimeout(() => this.#lastWords.abort(), LAST_WORDS_MILLISECONDS).unref();
    for (const { controller } of this.#attempts) controller.abort(new ServerStops());
    await Promise.all(this.#serving);
    clearInterval(this.#renewal);
  }

  async #serveAll(): Promise<void> {
    try {
      let goesOn = true;
      while (goesOn) {
        this.#isWokenAgain = false;
        goesOn = (await this.#serveOne()) || this.#wasWokenAgain();
      }
    } catch (error) {
      // The task is still waiting, or is RUNNING with a lease that will soon lapse.
      if (!(error instanceof DatabaseUnavailable)) this.#parts.log.error({ err: error }, 'A task could not be taken, or its end could not be recorded.');
    }
  }

  /** A method: the compiler does not expect the field to change while a task is served. */
  #wasWokenAgain(): boolean {
    return this.#isWokenAgain;
  }

  /** False if there is nothing to do. Recording how a task ended is repeated until the database has got it. */
  async #serveOne(): Promise<boolean> {
    if (this.#stopping) return false;
    const { leases, takesLapsed } = this.#parts;
    const attempt: Attempt = { lease: leases.newLease(), task: null, cancelled: new Set(), isReported: false, controller: new AbortController() };
    this.#attempts.add(attempt);
    try {
      const task = await untilAnswered(() => leases.claim(attempt.lease, { takesLapsed: takesLapsed() }), attempt.controller.signal);
      if (task === null) return (await this.#parts.pieces?.worker.workOffOne(attempt.controller.signal)) ?? false;
      attempt.task = task.uuid;
      if (attempt.cancelled.has(task.uuid)) return true;
      await this.#parts.around(task.uuid, () => this.#attempt(task, attempt));
      return true;
    } finally {
      this.#attempts.delete(attempt);
    }
  }

  /**
   * Ends tasks that were cancelled elsewhere, or taken by another worker while this one was unreachable. A server that is alone need not wait for the lease of
   * an interrupted attempt to lapse.
   */
  async #renew(): Promise<void> {
    const { isAlone, leases } = this.#parts;
    const running = [...this.#attempts].filter(({ task, isReported }) => task !== null && !isReported);
    try {
      if (isAlone) await leases.releaseAllBut(this.held());
      const held = await leases.renew(running.map(({ lease }) => lease));
      for (const { lease, controller } of running) if (!held.has(lease)) controller.abort(new LeaseLost());
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) this.#parts.log.error({ err: error }, 'Leases of tasks could not be renewed.');
    }
  }

  async #attempt(task: ClaimedTask, attempt: Attempt): Promise<void> {
    const { signal } = attempt.controller;
    const { leases, workFolders, log, limits, traced } = this.#parts;
    const work = await workFolders.begin();
    try {
      if (task.attempts > limits.attempts) throw new ProblemError('task-interrupted');
      const done = await traced('runner', () => this.#run(task, work, signal));
      await traced('keep', () => this.#keep(task, done, work, signal));
      attempt.isReported = true;
    } catch (error) {
      // Any other error of a task that was asked to end is not the task's fault.
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason instanceof Cancelled || reason instanceof LeaseLost) return;
      const problem = reason instanceof ServerStops ? null : this.#problemFor(task, reason).toProblem();
      await untilAnswered(() => (problem === null ? leases.giveBack(task) : leases.fail(task, problem)), this.#lastWords.signal);
      attempt.isReported = true;
    } finally {
      await workFolders.end(work).catch((error: unknown) => log.warn({ err: error }, 'A work folder could not be removed.'));
    }
  }

  async #run(task: ClaimedTask, work: WorkFolder, signal: AbortSignal): Promise<DoneTask<ToolReport>> {
    const { leases, uploads, files, limits, tools, runners, pieces } = this.#parts;
    const { reportSchema } = toolNamed(task.tool, tools);
    const uploaded = await untilAnswered(() => uploads.filesOf(task.upload), signal);
    if (uploaded.length === 0) throw new ProblemError('input-deleted');
    const paths = await untilStorageAnswers(() => files.fetchUpload(task.upload, uploaded, work.input, signal), limits.seconds * 1000, signal);
    const desk = pieces === null ? null : new PieceDesk(pieces.desk, task.uuid, task.lease);
    const progress = new ThrottledProgress((share, stage) => leases.progress(task, share, stage));
    try {
      return await runToolProcess(
        {
          tool: task.tool,
          inputs: uploaded.map(({ name, size }, position) => ({ name, size, path: paths[position] ?? '' })),
          options: task.options,
          ...(desk === null ? {} : { elsewhere: { count: MOST_PIECES_OUT, answers: work.input } }),
          workFolder: work.temporary,
          outputFolder: work.output,
          threads: limits.threads,
          bound: limits.workSeconds === 0 ? null : { seconds: limits.workSeconds, mostSeconds: limits.seconds, memoryBytes: limits.memoryBytes },
        },
        {
          runners,
          limits,
          reportSchema,
          signal,
          onProgress: (share, stage) => progress.report(share, stage),
          ...(desk === null ? {} : { desk }),
        },
      );
    } finally {
      await desk?.close();
      await progress.end();
    }
  }

  /** Moves the result and the report to where they can be downloaded, and only then marks the task as completed. */
  async #keep(task: ClaimedTask, done: DoneTask<ToolReport>, work: WorkFolder, signal: AbortSignal): Promise<void> {
    const { leases, files, limits } = this.#parts;
    const kept: KeptResult[] = [];
    const keep = async (file: ToolDone['output']): Promise<KeptResult> => {
      // Only the base name is taken from the tool's process, which has handled hostile files: never a folder.
      const place = path.join(work.output, path.basename(file.path));
      const { uuid, size } = await untilStorageAnswers(() => files.keepResult(place, signal), limits.seconds * 1000, signal);
      const result = { uuid, size, name: path.basename(file.name) };
      kept.push(result);
      return result;
    };
    let isTaken = false;
    try {
      const [output, reportFile] = [await keep(done.output), await keep(done.reportFile)];
      isTaken = await untilAnswered(() => leases.complete(task, output, reportFile, done.report), this.#lastWords.signal);
    } catch (error) {
      // They may have been accepted although the answer was lost. If not, the next start deletes them.
      isTaken = error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      if (!isTaken) for (const { uuid } of kept) await files.deleteResult(uuid);
    }
  }

  #problemFor(task: ClaimedTask, error: unknown): ProblemError {
    const problem = error instanceof ProblemError ? error : new ProblemError(isOfFullDisk(error) ? 'storage-full' : 'internal', {}, { cause: error });
    if (problem.code === 'internal' || problem.code === 'task-crashed') this.#parts.log.error({ task: task.uuid, err: problem.cause }, 'A task failed because of an internal error.');
    if (problem.code === 'upload-damaged') this.#parts.log.error({ task: task.uuid, err: problem }, 'A task failed because the storage has damaged an upload.');
    return problem;
  }
}
