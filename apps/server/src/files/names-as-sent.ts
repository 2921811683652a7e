import { isUtf8 } from 'node:buffer';
import type { MultipartFile } from '@fastify/multipart';

/** Longer headers of a part are not examined. */
const LONGEST_HEAD = 16_384;
const END_OF_HEAD = '\r\n\r\n';
/** The one code page that has all letters of Portuguese, and the most common one. */
const windows1252 = new TextDecoder('windows-1252');

/**
 * The names of files as their bytes were sent. The multipart parser reads every name as UTF-8 and leaves U+FFFD for invalid bytes, which curl on
 * Windows sends, for example. This reads the body alongside the parser, and only returns a name that yields exactly what the parser has.
 */
export class NamesAsSent {
  readonly #delimiter: Buffer;
  /** Bytes that may be the beginning of a delimiter, or belong to the header of a part. No line end precedes the first delimiter, so one is prepended. */
  #rest = Buffer.from('\r\n');
  #isInHead = false;
  /** For the parts that were not asked for yet, in their order: names that are not UTF-8. */
  readonly #parts: Buffer[][] = [];

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** Takes the next bytes of the body. */
  push(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (;;) {
      const mark = this.#isInHead ? END_OF_HEAD : this.#delimiter;
      const found = bytes.indexOf(mark, from);
      if (found < 0) break;
      if (this.#isInHead) this.#note(bytes.subarray(from, found));
      // An empty line ends an empty header, too.
      from = found + (this.#isInHead ? END_OF_HEAD.length : this.#delimiter.length);
      this.#isInHead = !this.#isInHead;
    }
    if (this.#isInHead && bytes.length - from > LONGEST_HEAD) this.#isInHead = false;
    this.#rest = bytes.subarray(this.#isInHead ? from : Math.max(from, bytes.length - this.#delimiter.length + 1));
  }

  /** @param read the name of the next part, or of a later one, as the parser has it. */
  take(read: string): string {
    if (!read.includes('\ufffd')) return read;
    const place = this.#parts.findIndex((names) => names.some((name) => name.toString() === read));
    const sent = this.#parts[place]?.find((name) => name.toString() === read);
    if (sent === undefined) return read;
    this.#parts.splice(0, place + 1);
    return windows1252.decode(sent);
  }

  #note(head: Buffer): void {
    const names = [...head.toString('latin1').matchAll(/;\s*(?:file)?name="((?:[^"\\]|\\.)*)"/gi)].map(([, name = '']) => Buffer.from(name.replace(/\\(["\\])/g, '$1'), 'latin1'));
    const others = names.filter((name) => !isUtf8(name));
    if (others.length > 0) this.#parts.push(others);
  }
}

/** The files of a multipart request, by the names that were sent. */
export async function* filesByNamesAsSent(files: AsyncIterable<MultipartFile>, body: NodeJS.ReadableStream, boundary: string): AsyncGenerator<MultipartFile> {
  const names = new NamesAsSent(boundary);
  const push = (chunk: Buffer) => names.push(chunk);
  // The parser begins to read in this same turn, when it is asked for its first file, and sees each chunk after this listener.
  body.on('data', push);
  try {
    for await (const file of files) {
      yield hasName(file) ? { ...file, filename: names.take(file.filename) } : { ...file, fieldname: names.take(file.fieldname) };
    }
  } finally {
    body.off('data', push);
  }
}

/** The parser omits the name of a part that has a media type and no name, whatever its types say. */
function hasName({ filename }: { filename?: string }): boolean {
  return filename !== undefined && filename !== '';
}
