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
  /** Where other servers take pieces of large tasks over, and leave theirs; null for one that is alone. */
  readonly pieces: { readonly desk: PieceDeskParts; readonly worker: PieceWorker } | null;
  /** Nobody else works on the tasks of this database: what is RUNNING and not held here runs nowhere. */
  readonly isAlone: boolean;
  /** Whether tasks of workers that have gone silent may be taken now. */
  readonly takesLapsed: () => boolean;
  /** Tells the workers of other servers that a task was cancelled. */
  readonly tellCancelled: (uuid: string) => Promise<void>;
  /** Does an attempt at a task, seen by whoever traces and counts. */
  readonly around: (task: string, attempt: () => Promise<void>) => Promise<void>;
  /** Does a step of the work, seen by whoever traces. */
  readonly traced: <Result>(step: 'runner' | 'keep', work: () => Promise<Result>) => Promise<Result>;
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** How tasks ended is told to a database that is away for so long after the server was told to stop; the next start puts the rest right. */
const LAST_WORDS_MILLISECONDS = 5000;

class Cancelled extends Error {}
class LeaseLost extends Error {}
class ServerStops extends Error {}

interface Attempt {
  readonly lease: string;
  /** Known once the database has said which task it is. */
  task: string | null;
  /** What was cancelled until then: it may be this one. */
  readonly cancelled: Set<string>;
  /** The database has been told how it ended; what is left is to clear away. */
  isTold: boolean;
  readonly controller: AbortController;
}

/** Takes tasks when their turn comes, as many at a time as it has hands, runs each in a process of its own, and writes down how it ended. */
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

  /**
   * Takes tasks, one after the other, until none waits; returns at once when no hand is free, as those that are busy look for the next task
   * themselves.
   */
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

  /** The attempts that go on, from before their tasks are claimed until the database knows how they ended. */
  held(): string[] {
    return [...this.#attempts].filter(({ isTold }) => !isTold).map(({ lease }) => lease);
  }

  /** READY and RUNNING become CANCELLED. A process of this server on it has been killed when this returns, one of another soon will be. */
  async cancel(uuid: string): Promise<void> {
    await this.#parts.store.cancel(uuid);
    if (!this.abandon(uuid)) await this.#parts.tellCancelled(uuid);
  }

  /** Kills what runs on a task that was cancelled. False when nothing of this server does. */
  abandon(uuid: string): boolean {
    for (const { task, cancelled } of this.#attempts) if (task === null) cancelled.add(uuid);
    const attempts = [...this.#attempts].filter(({ task }) => task === uuid);
    for (const { controller } of attempts) controller.abort(new Cancelled());
    return attempts.length > 0;
  }

  /** Takes no more tasks. Returns when those that run have ended. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#serving);
  }

  /** Kills what runs; it will run again, here or elsewhere. Returns when the database knows that, or has been away for too long. */
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
      // The task still waits, or is RUNNING and soon nobody's.
      if (!(error instanceof DatabaseUnavailable)) this.#parts.log.error({ err: error }, 'A task could not be taken, or its end not be written down.');
    }
  }

  #wasWokenAgain(): boolean {
    return this.#isWokenAgain;
  }

  /** False when there is nothing to do. The database is told how a task ended until it has heard it. */
  async #serveOne(): Promise<boolean> {
    if (this.#stopping) return false;
    const { leases, takesLapsed } = this.#parts;
    const attempt: Attempt = { lease: leases.newLease(), task: null, cancelled: new Set(), isTold: false, controller: new AbortController() };
    this.#attempts.add(attempt);
    try {
      const task = await untilAnswered(() => leases.claim(attempt.lease, takesLapsed()), attempt.controller.signal);
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
   * What was cancelled elsewhere, or taken by another worker while this one was away, ends here. A server that is alone need not wait until the lease
   * of an attempt lapses that broke off.
   */
  async #renew(): Promise<void> {
    const { isAlone, leases } = this.#parts;
    const running = [...this.#attempts].filter(({ task, isTold }) => task !== null && !isTold);
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
      attempt.isTold = true;
    } catch (error) {
      // What else goes wrong in a task that was told to end is no fault of the task.
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason instanceof Cancelled || reason instanceof LeaseLost) return;
      const problem = reason instanceof ServerStops ? null : this.#problemFor(task, reason).toProblem();
      await untilAnswered(() => (problem === null ? leases.giveBack(task) : leases.fail(task, problem)), this.#lastWords.signal);
      attempt.isTold = true;
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
          bound: limits.workSeconds === 0 ? null : { seconds: limits.workSeconds, memoryBytes: limits.memoryBytes },
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

  /** Moves the result and the report to where they can be downloaded, and only then says that they can. */
  async #keep(task: ClaimedTask, done: DoneTask<ToolReport>, work: WorkFolder, signal: AbortSignal): Promise<void> {
    const { leases, files, limits } = this.#parts;
    const kept: KeptResult[] = [];
    const keep = async (file: ToolDone['output']): Promise<KeptResult> => {
      // The name alone is taken from the tool's process, which has handled hostile files: never a folder.
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
      // They may have been taken without our hearing it. If not, the next start deletes them.
      isTaken = error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      if (!isTaken) for (const { uuid } of kept) await files.deleteResult(uuid);
    }
  }

  #problemFor(task: ClaimedTask, error: unknown): ProblemError {
    const problem = error instanceof ProblemError ? error : new ProblemError(isOfFullDisk(error) ? 'storage-full' : 'internal', {}, { cause: error });
    if (problem.code === 'internal' || problem.code === 'task-crashed') this.#parts.log.error({ task: task.uuid, cause: problem.cause }, 'A task failed by a fault of ours.');
    return problem;
  }
}
