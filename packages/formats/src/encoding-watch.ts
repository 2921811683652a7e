import type { DatasetNote, InputFile } from './driver.ts';

/**
 * Looks for bytes that are not UTF-8 while a file is read from front to back. JSON must be UTF-8, and so must XML without
 * a declared encoding, but programs in Latin-script countries often write their local encoding. Everything we parse is ASCII,
 * so we read such a file, keep its bytes and inform its owner.
 */
export class EncodingWatch {
  /** Offset of the first invalid character; null if there is none so far. */
  firstWrong: number | null = null;
  #checked = 0;
  /** Start of the character being checked. */
  #begun = 0;
  /** How many bytes of that character are still to come, and the range that the next one must lie in. */
  #missing = 0;
  #least = 0x80;
  #greatest = 0xbf;

  /** Checks bytes read at `offset`; bytes that were checked before are skipped. */
  see(offset: number, bytes: Uint8Array): void {
    if (this.firstWrong !== null || offset > this.#checked || offset + bytes.length <= this.#checked) return;
    if (!this.#passes(offset, bytes, this.#checked - offset)) this.firstWrong = this.#begun;
    this.#checked = offset + bytes.length;
  }

  /** The same file, with every read checked. */
  over(file: InputFile): InputFile {
    return {
      ...file,
      name: file.name,
      size: file.size,
      read: async (start, end, into) => {
        const bytes = await file.read(start, end, into);
        this.see(start, bytes);
        return bytes;
      },
    };
  }

  #passes(offset: number, bytes: Uint8Array, from: number): boolean {
    const firstWord = Math.min(-bytes.byteOffset & 3, bytes.length);
    const count = (bytes.length - firstWord) >> 2;
    const words = count === 0 ? new Uint32Array(0) : new Uint32Array(bytes.buffer, bytes.byteOffset + firstWord, count);
    let at = from;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (this.#missing > 0) {
        if (byte < this.#least || byte > this.#greatest) return false;
        this.#missing--;
        this.#least = 0x80;
        this.#greatest = 0xbf;
        at++;
      } else if (byte < 0x80) {
        at++;
        if (((at - firstWord) & 3) !== 0) continue;
        // Skip ASCII four bytes at a time.
        let word = (at - firstWord) >> 2;
        while (word < words.length && (words[word] & 0x80808080) === 0) word++;
        at = Math.max(at, firstWord + 4 * word);
      } else {
        this.#begun = offset + at;
        if (!this.#begin(byte)) return false;
        at++;
      }
    }
    return true;
  }

  /** Well-formed sequences according to table 3-7 of the Unicode Standard. */
  #begin(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.#least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#greatest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    return true;
  }
}

/** @param then says as a sentence what became of such bytes */
export function encodingNote({ firstWrong }: EncodingWatch, { name }: InputFile, then = 'They were kept unchanged; programs may show the wrong letters there.'): DatasetNote[] {
  if (firstWrong === null) return [];
  return [{ code: 'text-not-utf8', text: `"${name}" contains bytes that are not UTF-8, the first at byte ${firstWrong}. ${then}` }];
}
