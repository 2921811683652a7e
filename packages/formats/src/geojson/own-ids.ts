import { Float64List, Int32List } from '@geoinsights/geometry/arrays';
import { likelyText } from '../utf8-text.ts';
import { looseJson } from './loose-json.ts';

/** Longer ids, in bytes as the file spells them, do not belong in a report. */
const LONGEST_ID = 256;

/** The `id` of each feature that has one, as bytes of the file. Most files have none, and then nothing is kept. */
export class OwnIds {
  readonly #features = new Int32List();
  readonly #ends = new Float64List();
  #bytes = new Uint8Array(0);
  #pending: Uint8Array | null = null;

  /** Takes the text of the current feature's `id` value. */
  take(bytes: Uint8Array, start: number, end: number): void {
    this.#pending = end - start > LONGEST_ID ? null : bytes.slice(start, end);
  }

  /** Discards the id of the current feature. */
  reset(): void {
    this.#pending = null;
  }

  /** Ends a feature. */
  end(feature: number): void {
    const id = this.#pending;
    if (id === null) return;
    const start = this.#startOf(this.#features.length);
    if (start + id.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * (start + id.length) + 1024);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(id, start);
    this.#features.push(feature);
    this.#ends.push(start + id.length);
    this.#pending = null;
  }

  cutBackTo(features: number): void {
    while (this.#features.length > 0 && this.#features.data[this.#features.length - 1] >= features) {
      this.#features.length--;
      this.#ends.length--;
    }
    this.reset();
  }

  /** Null if a feature has none, or one that is neither string nor number. */
  at(feature: number): string | number | null {
    let [low, high] = [0, this.#features.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#features.data[middle] < feature) low = middle + 1;
      else high = middle;
    }
    if (low === this.#features.length || this.#features.data[low] !== feature) return null;
    const value: unknown = looseJson(likelyText(this.#bytes.subarray(this.#startOf(low), this.#ends.data[low])));
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  }

  #startOf(entry: number): number {
    return entry === 0 ? 0 : this.#ends.data[entry - 1];
  }
}
