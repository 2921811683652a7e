import { enlarged, Float64List } from '@geoinsights/geometry/arrays';

/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const WIDEST = 3;

/** The name of each placemark, as UTF-8 in one long array: millions of strings would take more memory than the coordinates. */
export class LabelList {
  #bytes = new Uint8Array(1024);
  #length = 0;
  readonly #ends = new Float64List();
  readonly #encoder = new TextEncoder();

  add(label: string): void {
    const longest = this.#length + WIDEST * label.length;
    if (longest > this.#bytes.length) this.#bytes = enlarged(this.#bytes, 2 * longest);
    if (label !== '') this.#length += this.#encoder.encodeInto(label, this.#bytes.subarray(this.#length)).written;
    this.#ends.push(this.#length);
  }

  /** Whether no placemark has a name. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Empty if the placemark has no name. */
  at(feature: number): string {
    const start = feature === 0 ? 0 : this.#ends.data[feature - 1];
    return new TextDecoder().decode(this.#bytes.subarray(start, this.#ends.data[feature]));
  }
}
