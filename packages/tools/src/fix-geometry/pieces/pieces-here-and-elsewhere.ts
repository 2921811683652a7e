import { readFile, rm, writeFile } from 'node:fs/promises';
import { releaseLayer, TooTangledError } from '@geoinsights/geometry';
import type { PieceResult, PieceTask, PieceWorkers } from '@geoinsights/geometry';
import type { PieceReply, PiecesElsewhere } from '../../pieces-elsewhere.ts';
import { decodeAnswer, decodeTask, encodeTask, shapeOf } from './piece-files.ts';
import type { PieceShape } from './piece-files.ts';

/** When idle, this machine asks this often for pieces that others have not finished. */
const ASK_AGAIN_MILLISECONDS = 2000;

/**
 * Repairs pieces on the threads of this machine, and offers the rest to others while none is free. When a thread becomes idle, it
 * takes back pieces that others have not begun, so that nothing waits for others while it could be done here. The
 * outcome does not depend on who repaired what.
 */
export class PiecesHereAndElsewhere implements PieceWorkers {
  readonly count: number;
  readonly #here: PieceWorkers;
  readonly #elsewhere: PiecesElsewhere;
  readonly #waitingHere: (() => void)[] = [];
  /** For each piece that is out, the function that ends the wait for it. */
  readonly #out = new Map<number, (error: Error) => void>();
  /** Pieces requested back without success since the last pause. */
  readonly #taken = new Set<number>();
  #busyHere = 0;
  #isStopped = false;
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
    this.#isStopped = true;
    clearTimeout(this.#again);
    this.#here.stop();
    for (const reject of this.#out.values()) reject(new Error('The repair was stopped.'));
    this.#out.clear();
    for (const goOn of this.#waitingHere.splice(0)) goOn();
  }

  /** A piece that was being written, or waited for a thread, must start none and be offered to nobody: its result is wanted no more. */
  #refuseWhenStopped(): void {
    if (this.#isStopped) throw new Error('The repair was stopped.');
  }

  /** Waits for a free thread. */
  async #runHere(task: PieceTask): Promise<PieceResult> {
    if (this.#busyHere === this.#here.count) await new Promise<void>((resolve) => this.#waitingHere.push(resolve));
    else this.#busyHere++;
    this.#refuseWhenStopped();
    try {
      return await this.#here.run(task);
    } finally {
      const next = this.#waitingHere.shift();
      if (next !== undefined) next();
      else {
        this.#busyHere--;
        // The receiver of the result may have another piece for this thread first.
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
      // Many pieces may be out, and their layers are not needed here meanwhile.
      releaseLayer(task.layer);
      await writeFile(places.piece, bytes);
      this.#refuseWhenStopped();
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

  /** Asks for the piece that has been out longest, if a thread is idle. */
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

/** Null if the bytes are not a valid answer: the piece is then repaired here. */
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
