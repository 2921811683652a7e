import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { ProblemError } from '@geoinsights/contract';
import type { ReportKind, ReportLanguage } from '@geoinsights/tools/report-kinds';
import type { FileStorage } from '../files/file-storage.ts';
import type { Room } from '../files/room.ts';
import type { WorkFolders } from '../files/work-folders.ts';
import { reportAnswerSchema, type ReportOrder } from './report-messages.ts';

const REPORT_WORKER = new URL('./report-worker.ts', import.meta.url);
/** Created concurrently; each takes a processor. */
const MOST_AT_ONCE = 2;
/** Waiting for their turn; one more is refused. */
const MOST_WAITING = 16;
/** 700,000 findings take half a minute of CPU time (docs/report.md). */
const MOST_MILLISECONDS = 180_000;
const MOST_MEGABYTES = 512;
/** The converted file is smaller than the report, and on the same disk. */
const ROOM_FACTOR = 2;

export interface ReportFilesParts {
  readonly files: Pick<FileStorage, 'openResult'>;
  readonly workFolders: Pick<WorkFolders, 'begin' | 'end'>;
  readonly room: Pick<Room, 'require'>;
  readonly onFault: (reason: unknown) => void;
}

export interface StoredReport {
  readonly uuid: string;
  readonly size: number;
  /** When the work was done. */
  readonly date: Date;
}

export interface MadeReport {
  readonly place: string;
  /** Call this once the file has been sent: it deletes the file. */
  readonly release: () => Promise<void>;
}

/** Provides reports of finished tasks as other kinds of files: created on request, each on a thread with its own limits, and not kept. */
export class ReportFiles {
  readonly #parts: ReportFilesParts;
  readonly #waiting: (() => void)[] = [];
  readonly #stopped = new AbortController();
  #running = 0;

  constructor(parts: ReportFilesParts) {
    this.#parts = parts;
  }

  /**
   * @param signal aborts it if nobody waits for it any more
   * @throws ProblemError `report-busy` if too many wait, `report-too-long`, or those of the storage
   */
  async make(report: StoredReport, kind: ReportKind, language: ReportLanguage, signal: AbortSignal): Promise<MadeReport> {
    const ended = AbortSignal.any([signal, this.#stopped.signal]);
    await this.#turn(ended);
    try {
      return await this.#make(report, kind, language, ended);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  close(): void {
    this.#stopped.abort(new ProblemError('report-busy'));
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < MOST_AT_ONCE) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= MOST_WAITING) throw new ProblemError('report-busy');
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    const begin = (): void => {
      this.#running++;
      resolve(null);
    };
    const giveUp = (): void => {
      const place = this.#waiting.indexOf(begin);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    this.#waiting.push(begin);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise;
    signal.removeEventListener('abort', giveUp);
  }

  async #make({ uuid, size, date }: StoredReport, kind: ReportKind, language: ReportLanguage, signal: AbortSignal): Promise<MadeReport> {
    const { files, workFolders, room, onFault } = this.#parts;
    await room.require(ROOM_FACTOR * size);
    const work = await workFolders.begin();
    try {
      const source = path.join(work.input, 'report.json');
      await pipeline(await files.openResult(uuid, { start: 0, end: size - 1 }), createWriteStream(source, { flags: 'wx' }), { signal });
      const place = await madeByThread({ source, kind, language, date, folder: work.output, base: 'report' }, signal, onFault);
      return { place, release: () => workFolders.end(work) };
    } catch (error) {
      await workFolders.end(work);
      // An aborted stream has no reason; the signal has.
      throw signal.aborted ? signal.reason : error;
    }
  }
}

async function madeByThread(order: ReportOrder, signal: AbortSignal, onFault: (reason: unknown) => void): Promise<string> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const worker = new Worker(REPORT_WORKER, { workerData: order, env: {}, stdin: false, resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } });
  const fail = (reason: unknown): void => {
    onFault(reason);
    reject(new ProblemError('report-too-long'));
  };
  const timer = setTimeout(() => reject(new ProblemError('report-too-long')), MOST_MILLISECONDS);
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  worker.on('message', (message: unknown) => {
    const answer = reportAnswerSchema.safeParse(message);
    if (!answer.success) fail(answer.error);
    else if (answer.data.kind === 'done') resolve(answer.data.place);
    else fail(answer.data.reason);
  });
  worker.on('error', fail);
  worker.on('exit', () => reject(new ProblemError('report-too-long')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
}
