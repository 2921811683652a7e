import { readFile, rm, writeFile } from 'node:fs/promises';
import { releaseLayer, TooTangledError } from '@geoinsights/geometry';
import type { PieceResult, PieceTask, PieceWorkers } from '@geoinsights/geometry';
import type { PieceReply, PiecesElsewhere } from '../../pieces-elsewhere.ts';
import { decodeAnswer, decodeTask, encodeTask, shapeOf } from './piece-files.ts';
import type { PieceShape } from './piece-files.ts';

/** Whoever has nothing to do here asks again so often for a piece that somebody else has not ended. */
const ASK_AGAIN_MILLISECONDS = 2000;

/**
 * Repairs pieces on threads of this machine, and offers to others those for which none is free. What others have not begun when a thread
 * has nothing to do comes back, so that nothing waits for others while there is a way to do it here. The outcome does not depend on who repaired what.
 */
export class PiecesHereAndElsewhere implements PieceWorkers {
  readonly count: number;
  readonly #here: PieceWorkers;
  readonly #elsewhere: PiecesElsewhere;
  readonly #waitingHere: (() => void)[] = [];
  /** What ends the wait for each piece that is out. */
  readonly #out = new Map<number, (error: Error) => void>();
  /** Pieces that were asked back in vain since the last pause. */
  readonly #taken = new Set<number>();
  #busyHere = 0;
  #asked: number | null = null;
  #again: NodeJS.Timeout | undefined;

  constructor(here: PieceWorkers, elsewhere: PiecesElsewhere) {
    this.#here = here;
    this.#elsewhere = elsewhere;
    this.count = here.count + elsewhere.count;
  }

  run(task: PieceTask): Promise<PieceResult> {
    return this.#busyHere < this.#here.count ? this.#runHere(task) : this.#runElsewhere(task);
  }

  stop(): void {
    clearTimeout(this.#again);
    this.#here.stop();
    for (const reject of this.#out.values()) reject(new Error('The repair was stopped.'));
    this.#out.clear();
  }

  /** Waits for a thread to be free. */
  async #runHere(task: PieceTask): Promise<PieceResult> {
    if (this.#busyHere === this.#here.count) await new Promise<void>((resolve) => this.#waitingHere.push(resolve));
    else this.#busyHere++;
    try {
      return await this.#here.run(task);
    } finally {
      const next = this.#waitingHere.shift();
      if (next !== undefined) next();
      else {
        this.#busyHere--;
        // Whoever waits for the result may have another piece for the thread.
        setImmediate(() => this.#askBack());
      }
    }
  }

  async #runElsewhere(task: PieceTask): Promise<PieceResult> {
    const number = this.#elsewhere.newNumber();
    const places = this.#elsewhere.placesOf(number);
    const shape = shapeOf(task);
    try {
      const bytes = encodeTask(task);
      // Many pieces may be out, and none is needed here while it is.
      releaseLayer(task.layer);
      await writeFile(places.piece, bytes);
      if (await this.#isDone(number)) {
        const result = resultIn(await readFile(places.answer), shape);
        if (result !== null) return result;
      }
      return await this.#runHere(decodeTask(await readFile(places.piece)));
    } finally {
      await rm(places.piece, { force: true });
    }
  }

  #isDone(number: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const replied = (reply: PieceReply): void => {
        if (this.#asked === number) this.#asked = null;
        if (reply === 'taken') {
          this.#taken.add(number);
          this.#askBack();
          return;
        }
        this.#out.delete(number);
        resolve(reply === 'done');
      };
      this.#out.set(number, reject);
      this.#elsewhere.offer(number, replied);
      this.#askBack();
    });
  }

  /** Asks for the piece that is out longest, if there is a thread that has nothing to do. */
  #askBack(): void {
    if (this.#busyHere === this.#here.count || this.#asked !== null || this.#out.size === 0) return;
    const number = [...this.#out.keys()].find((piece) => !this.#taken.has(piece));
    if (number !== undefined) {
      this.#asked = number;
      this.#elsewhere.askBack(number);
      return;
    }
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.#taken.clear();
      this.#askBack();
    }, ASK_AGAIN_MILLISECONDS);
  }
}

/** Null when what came is no answer: then the piece is repaired here. */
function resultIn(bytes: Uint8Array, shape: PieceShape): PieceResult | null {
  let answer;
  try {
    answer = decodeAnswer(bytes, shape);
  } catch {
    return null;
  }
  if ('tangled' in answer) throw new TooTangledError(answer.tangled);
  return answer.result;
}
