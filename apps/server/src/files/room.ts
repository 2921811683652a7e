import { statfs } from 'node:fs/promises';
import { ProblemError } from '@geoinsights/contract';

/** What there is on a disk, as `statfs` tells it. */
export type FreeRoom = (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/**
 * The floor of free room below which nothing new is taken, so that what was taken before, and the database, can come to their end.
 * It is looked at each time: when there is room again, all goes on.
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
   * @param bytes what is about to be written
   * @throws ProblemError storage-full when less than the floor would be left
   */
  async require(bytes: number): Promise<void> {
    const { bavail, bsize } = await this.#freeRoom(this.#folder);
    if (bavail * bsize - bytes < this.#floorBytes) throw new ProblemError('storage-full');
  }
}
