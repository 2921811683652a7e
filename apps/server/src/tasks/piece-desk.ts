import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { PieceReply } from '@geoinsights/tools';
import type { FileStorage } from '../files/file-storage.ts';
import type { PieceFile, PieceStore } from './piece-store.ts';

/** How often to check whether an offered piece has been answered. */
const LOOK_MILLISECONDS = 300;
/** Pieces of one task that are out at a time. */
export const MOST_PIECES_OUT = 8;

export interface PieceDeskParts {
  readonly pieces: PieceStore;
  readonly files: FileStorage;
  /** Wakes an idle worker on any server. */
  readonly wake: () => Promise<void>;
  readonly log: { warn(details: object, message: string): void };
}

/** What a task's process asks of the desk. */
export interface PieceOrder {
  readonly number: number;
  /** The file with the piece, and the file for its answer. */
  readonly piece: string;
  readonly answer: string;
  readonly reply: (reply: PieceReply) => void;
}

/**
 * Puts the pieces of one attempt at a task where idle workers find them, and brings back their answers. Errors here are not the
 * task's fault: its process gets the piece back undone, and repairs it itself.
 */
export class PieceDesk {
  readonly #parts: PieceDeskParts;
  readonly #task: string;
  readonly #attempt: string;
  readonly #out = new Map<number, PieceOrder>();
  readonly #closed = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #look: NodeJS.Timeout | undefined;
  #isLooking = false;

  /** @param attempt the lease under which the task runs */
  constructor(parts: PieceDeskParts, task: string, attempt: string) {
    this.#parts = parts;
    this.#task = task;
    this.#attempt = attempt;
  }

  offer(order: PieceOrder): void {
    if (this.#out.size >= MOST_PIECES_OUT || this.#closed.signal.aborted) {
      order.reply('undone');
      return;
    }
    this.#out.set(order.number, order);
    this.#look ??= setInterval(() => this.#do(() => this.#bringAnswers()), LOOK_MILLISECONDS);
    this.#do(async () => {
      const { pieces, files, wake } = this.#parts;
      try {
        const file = await files.keepResult(order.piece, this.#closed.signal);
        await pieces.offer(this.#task, this.#attempt, order.number, file);
        await wake();
      } catch (error) {
        this.#end(order.number, 'undone', error);
      }
    });
  }

  askBack(number: number): void {
    this.#do(async () => {
      try {
        const file = await this.#parts.pieces.takeBack(this.#attempt, number);
        if (file !== null) {
          this.#end(number, 'undone');
          await this.#parts.files.deleteResult(file);
        } else this.#out.get(number)?.reply('taken');
      } catch (error) {
        this.#out.get(number)?.reply('taken');
        this.#warn(error);
      }
    });
  }

  /** Forgets all pieces that are out. Call this when the process is gone; returns when nothing is in progress. */
  async close(): Promise<void> {
    clearInterval(this.#look);
    this.#closed.abort();
    await Promise.all(this.#underWay);
    if (this.#look === undefined) return;
    try {
      for (const file of await this.#parts.pieces.forget(this.#attempt)) await this.#parts.files.deleteResult(file);
    } catch (error) {
      // The next sweep finds them.
      this.#warn(error);
    }
  }

  async #bringAnswers(): Promise<void> {
    if (this.#isLooking || this.#out.size === 0) return;
    this.#isLooking = true;
    try {
      const { pieces, files } = this.#parts;
      for (const { number, file, answer } of await pieces.takeEnded(this.#attempt)) {
        const order = this.#out.get(number);
        if (order !== undefined && answer !== null) await this.#bring(answer, order);
        else this.#end(number, 'undone');
        await files.deleteResult(file);
        if (answer !== null) await files.deleteResult(answer.uuid);
      }
    } catch (error) {
      this.#warn(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #bring({ uuid, size }: PieceFile, order: PieceOrder): Promise<void> {
    try {
      await pipeline(await this.#parts.files.openResult(uuid, { start: 0, end: size - 1 }), createWriteStream(order.answer, { flags: 'wx' }), { signal: this.#closed.signal });
      this.#end(order.number, 'done');
    } catch (error) {
      this.#end(order.number, 'undone', error);
    }
  }

  #end(number: number, reply: PieceReply, error: unknown = null): void {
    this.#out.get(number)?.reply(reply);
    this.#out.delete(number);
    if (error !== null) this.#warn(error);
  }

  #warn(error: unknown): void {
    if (!this.#closed.signal.aborted) this.#parts.log.warn({ err: error }, 'A piece of a layer could not be handed to another worker, or its answer could not be brought back.');
  }

  #do(work: () => Promise<void>): void {
    const doing = work().finally(() => this.#underWay.delete(doing));
    this.#underWay.add(doing);
  }
}
