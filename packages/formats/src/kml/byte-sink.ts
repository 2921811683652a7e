import type { TextEncoding } from './encoding.ts';

/** Collects bytes in the encoding of the file. */
export class ByteSink {
  private bytes = new Uint8Array(1024);
  private length = 0;
  private readonly width: number;
  private readonly low: number;

  constructor(encoding: TextEncoding) {
    this.width = encoding.unitWidth;
    this.low = encoding.unitWidth === 2 && !encoding.littleEndian ? 1 : 0;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** ASCII only: element names and numbers. */
  ascii(text: string): void {
    const { width } = this;
    this.reserve(text.length * width);
    for (let i = 0; i < text.length; i++) {
      if (width === 2) this.bytes[this.length + 1 - this.low] = 0;
      this.bytes[this.length + this.low] = text.charCodeAt(i);
      this.length += width;
    }
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + more, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
