import { statfs } from 'node:fs/promises';
import { ProblemError } from '@geoinsights/contract';

/** The space on a disk, as reported by `statfs`. */
export type FreeRoom = (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/** How much may arrive before the space is looked at again. */
const LOOK_EVERY_BYTES = 4 * 1_048_576;

/**
 * The minimum of free space below which nothing new is accepted, so that accepted work and the database can finish. It is
 * checked each time: work resumes as soon as there is room.
 */
export class Room {
  readonly #folder: string;
  readonly #floorBytes: number;
  readonly #freeRoom: FreeRoom;

  constructor(folder: string, floorBytes: number, freeRoom: FreeRoom = (place) => statfs(place)) {
    this.#folder = folder;
    this.#floorBytes = floorBytes;
    this.#freeRoom = freeRoom;
  }

  /**
   * @param bytes about to be written
   * @throws ProblemError storage-full if less than the minimum would be left
   */
  async require(bytes: number): Promise<void> {
    const { bavail, bsize } = await this.#freeRoom(this.#folder);
    if (bavail * bsize - bytes < this.#floorBytes) throw new ProblemError('storage-full');
  }

  /**
   * The same bytes, as long as the minimum stays free while they arrive: a sender need not say how much comes, and several at once each fit alone.
   * @throws ProblemError storage-full
   */
  async *whileThereIsRoom(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let unseen = 0;
    for await (const chunk of content) {
      unseen += chunk.length;
      if (unseen >= LOOK_EVERY_BYTES) {
        await this.require(chunk.length);
        unseen = 0;
      }
      yield chunk;
    }
  }
}
