import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { Config } from '../config.ts';
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
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

class Cancelled extends Error {}
class ServerStops extends Error {}

/** Takes tasks when their turn comes, runs each in a process of its own, and writes down how it ended. */
export class TaskWorker {
  readonly #parts: TaskWorkerParts;
  readonly #running = new Map<string, AbortController>();
  #stopping = false;

  constructor(parts: TaskWorkerParts) {
    this.#parts = parts;
  }

  /** Returns when the task has ended in whatever way. Throws only when the database cannot be written. */
  async handle(uuid: string): Promise<void> {
    if (this.#stopping || this.#running.has(uuid)) return;
    const controller = new AbortController();
    this.#running.set(uuid, controller);
    try {
      const task = await this.#parts.store.claim(uuid);
      if (task !== null) await this.#attempt(task, controller.signal);
    } finally {
      this.#running.delete(uuid);
    }
  }

  /** READY and RUNNING become CANCELLED, and the process of a running task has been killed when this returns. */
  async cancel(uuid: string): Promise<void> {
    await this.#parts.store.cancel(uuid);
    this.#running.get(uuid)?.abort(new Cancelled());
  }

  /** Kills what runs; it will run again when the server does. */
  stop(): void {
    this.#stopping = true;
    for (const controller of this.#running.values()) controller.abort(new ServerStops());
  }

  async #attempt(task: ClaimedTask, signal: AbortSignal): Promise<void> {
    const { store, files, log, limits } = this.#parts;
    const work = await files.beginWork();
    try {
      if (task.attempts > limits.attempts) throw new ProblemError('task-interrupted');
      const done = await this.#run(task, work, signal);
      await this.#keep(task, done, work.output);
    } catch (error) {
      if (error instanceof ServerStops) await store.giveBack(task.uuid);
      else if (!(error instanceof Cancelled)) await store.fail(task.uuid, this.#problemFor(task, error).toProblem());
    } finally {
      await files.endWork(work.folder).catch((error: unknown) => log.warn({ err: error }, 'A work folder could not be removed.'));
    }
  }

  async #run(task: ClaimedTask, work: { output: string; temporary: string }, signal: AbortSignal): Promise<ToolDone> {
    const { store, uploads, files, limits, runners } = this.#parts;
    const uploaded = await uploads.filesOf(task.upload);
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
    let completed = false;
    try {
      completed = await store.complete(task.uuid, await keep(done.output), await keep(done.reportFile), done.report);
    } finally {
      if (!completed) for (const { uuid } of kept) await files.deleteResult(uuid);
    }
  }

  #problemFor(task: ClaimedTask, error: unknown): ProblemError {
    const problem = error instanceof ProblemError ? error : new ProblemError('internal', {}, { cause: error });
    if (problem.code === 'internal' || problem.code === 'task-crashed') this.#parts.log.error({ task: task.uuid, cause: problem.cause }, 'A task failed by a fault of ours.');
    return problem;
  }
}
