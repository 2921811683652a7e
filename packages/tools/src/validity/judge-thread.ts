import { Worker } from 'node:worker_threads';
import type { JudgedFeatures } from './judge.ts';
import { bytesFor, copyInto, countsOf, type Answer, type Question, type SharedRoom } from './shared-room.ts';

interface Waiting {
  readonly resolve: (invalid: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that judges features beside whatever else is done. If it fails, every answer that is waited for fails, and every later one. */
export class JudgeThread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #rooms: SharedRoom[] = [];
  /** The numbers of rooms that the thread has answered about. */
  readonly #free: number[] = [];
  #failure: Error | null = null;

  constructor(program = new URL('./thread.ts', import.meta.url)) {
    this.#worker = new Worker(program);
    this.#worker.on('message', ({ room, invalid }: Answer) => {
      this.#free.push(room);
      this.#waiting.shift()?.resolve(invalid);
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('messageerror', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that examines polygons ended before its work was done.')));
  }

  /** Which of the features are not valid. Their arrays are copied, so that the caller may go on with them. */
  judge(features: JudgedFeatures): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure);
        return;
      }
      this.#waiting.push({ resolve, reject });
      const counts = countsOf(features);
      const { number, memory, isNew } = this.#roomFor(bytesFor(counts));
      copyInto(memory, counts, features);
      const question: Question = { room: number, memory: isNew ? memory : null, counts };
      this.#worker.postMessage(question);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #roomFor(bytes: number): SharedRoom & { readonly isNew: boolean } {
    const number = this.#free.pop() ?? this.#rooms.length;
    const room = this.#rooms.at(number);
    if (room !== undefined && room.memory.byteLength >= bytes) return { ...room, isNew: false };
    // Batches differ a little in size.
    const larger = { number, memory: new SharedArrayBuffer(Math.ceil(1.5 * bytes)) };
    this.#rooms[number] = larger;
    return { ...larger, isNew: true };
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
