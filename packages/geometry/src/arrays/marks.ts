import { enlarged } from './growable.ts';

/** Marks on the numbers from 0 on. All of them are removed at once, in no time. */
export class Marks {
  /** A number is marked if its stamp is that of the current round. */
  private stamps: Int32Array;
  private round = 1;

  constructor(count: number) {
    this.stamps = new Int32Array(count);
  }

  removeAll(): void {
    this.round++;
  }

  has(number: number): boolean {
    return this.stamps[number] === this.round;
  }

  add(number: number): void {
    this.stamps[number] = this.round;
  }

  /** Marks a number. @returns whether it was not marked yet. */
  addNew(number: number): boolean {
    if (this.stamps[number] === this.round) return false;
    this.stamps[number] = this.round;
    return true;
  }

  /** @param count no smaller than before. */
  makeRoom(count: number): void {
    this.stamps = enlarged(this.stamps, count);
  }
}
