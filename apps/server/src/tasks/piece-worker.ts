import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { WorkFolder, WorkFolders } from '../files/work-folders.ts';
import type { ClaimedPiece, PieceFile, PieceStore } from './piece-store.ts';
import type { Runners } from './runners.ts';
import { RENEWALS } from './task-leases.ts';
import { runPieceProcess } from './tool-process.ts';

export interface PieceWorkerParts {
  readonly pieces: PieceStore;
  readonly files: FileStorage;
  readonly workFolders: WorkFolders;
  readonly limits: Config['tasks'];
  readonly runners: Runners;
  readonly newLease: () => string;
  readonly log: { error(details: object, message: string): void };
}

/** Another worker has the piece, or its task is over. */
class PieceLost extends Error {}

/** Processes pieces of layers being repaired on other servers, each in a process of its own. */
export class PieceWorker {
  readonly #parts: PieceWorkerParts;

  constructor(parts: PieceWorkerParts) {
    this.#parts = parts;
  }

  /**
   * Takes a piece and processes it. Aborting `signal` gives it back.
   * @returns false if there is none @throws DatabaseUnavailable
   */
  async workOffOne(signal: AbortSignal): Promise<boolean> {
    const { pieces, newLease, limits } = this.#parts;
    const piece = await pieces.claim(newLease());
    if (piece === null) return false;
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      // While the database is unavailable the lease may lapse or not; storing the answer will show it.
      if (!(await pieces.renew(piece).catch(() => true))) lost.abort(new PieceLost());
    };
    const renewal = setInterval(() => void renew(), (limits.leaseSeconds * 1000) / RENEWALS);
    try {
      await this.#workOff(piece, AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(renewal);
    }
    return true;
  }

  async #workOff(piece: ClaimedPiece, signal: AbortSignal): Promise<void> {
    const { pieces, files, workFolders, log } = this.#parts;
    const work = await workFolders.begin();
    let answer: PieceFile | null = null;
    let isTaken = false;
    try {
      answer = await this.#answerTo(piece, work, signal);
      isTaken = await pieces.answer(piece, answer);
    } catch (error) {
      if (signal.reason instanceof PieceLost) return;
      if (signal.aborted) {
        await pieces.giveBack(piece);
        return;
      }
      // The process that cut it finds out whether the piece is at fault, and tells the owner.
      log.error({ err: error }, 'A piece of a layer of another server could not be processed.');
      await pieces.answer(piece, null);
    } finally {
      if (answer !== null && !isTaken) await files.deleteResult(answer.uuid);
      await workFolders.end(work);
    }
  }

  async #answerTo({ file, tool }: ClaimedPiece, work: WorkFolder, signal: AbortSignal): Promise<PieceFile> {
    const { files, limits, runners } = this.#parts;
    const place = path.join(work.input, 'piece');
    await pipeline(await files.openResult(file.uuid, { start: 0, end: file.size - 1 }), createWriteStream(place), { signal });
    const order = { tool, inputs: [{ name: 'piece', path: place, size: file.size }], options: null, isPiece: true, workFolder: work.temporary, outputFolder: work.output, threads: 1, bound: null };
    const answered = await runPieceProcess(order, { runners, limits, signal, onProgress: () => undefined });
    return files.keepResult(path.join(work.output, path.basename(answered.output.path)), signal);
  }
}
