/** A byte array that grows at its end. */
export class ByteBuffer {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Appends the range [start, end) of other bytes. */
  append(bytes: Uint8Array, start = 0, end: number = bytes.length): void {
    this.#reserve(end - start);
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** Appends ASCII text. */
  appendAscii(text: string): void {
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index++) this.#bytes[this.#length++] = text.charCodeAt(index);
  }

  /** The bytes so far; valid until the next append. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + more, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** A range of the file and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: Uint8Array;
}

/** The bytes with the edits applied. @param base file offset of the first byte; edits lie inside and do not overlap. */
export function withEdits(bytes: Uint8Array, base: number, edits: readonly Edit[]): Uint8Array {
  const sorted = edits.toSorted((one, other) => one.start - other.start);
  const result = new ByteBuffer(bytes.length + 1024);
  let at = base;
  for (const { start, end, text } of sorted) {
    if (start < at) throw new Error('two edits of a feature overlap');
    result.append(bytes, at - base, start - base);
    result.append(text);
    at = end;
  }
  result.append(bytes, at - base);
  return result.bytes;
}
