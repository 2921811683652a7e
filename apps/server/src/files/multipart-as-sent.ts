import { isUtf8 } from 'node:buffer';
import type { MultipartFile } from '@fastify/multipart';
import { ProblemError } from '@geoinsights/contract';

/** Longer headers of a part are not examined. */
const LONGEST_HEAD = 16_384;
const LINE_END = '\r\n';
const END_OF_HEAD = '\r\n\r\n';
/** Follows the last delimiter of a body. */
const END_MARK = Buffer.from('--');
/** The one code page that has all letters of Portuguese, and the most common one. */
const windows1252 = new TextDecoder('windows-1252');

/**
 * What the multipart parser does not tell of a body, read alongside it: the names of files as their bytes were sent, and how many parts there are.
 * The parser reads every name as UTF-8 and leaves U+FFFD for invalid bytes, which curl on Windows sends, for example; `take` only returns a name that
 * yields exactly what the parser has. It also skips, without an event, each part whose header it cannot read.
 */
export class MultipartAsSent {
  readonly #delimiter: Buffer;
  /** Bytes that may be the beginning of a delimiter, or belong to the header of a part. No line end precedes the first delimiter, so one is prepended. */
  #rest = Buffer.from('\r\n');
  #isInHead = false;
  #isOver = false;
  #count = 0;
  /** For the parts that were not asked for yet, in their order: names that are not UTF-8. */
  readonly #parts: Buffer[][] = [];

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** How many parts have begun so far. Two delimiters with nothing between them have no part between them. */
  get count(): number {
    return this.#count;
  }

  /** Takes the next bytes of the body. What follows the last delimiter does not belong to any part. */
  push(chunk: Buffer): void {
    if (this.#isOver) return;
    const bytes = Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (;;) {
      const endOfHead = this.#isInHead ? bytes.indexOf(END_OF_HEAD, from) : -1;
      const delimiter = bytes.indexOf(this.#delimiter, from);
      // As for the parser, a delimiter ends a header that was not closed before it.
      if (endOfHead >= 0 && (delimiter < 0 || endOfHead + END_OF_HEAD.length <= delimiter)) {
        this.#note(bytes.subarray(from, endOfHead));
        this.#isInHead = false;
        // Its last line end may already belong to a delimiter.
        from = endOfHead + LINE_END.length;
        continue;
      }
      if (delimiter < 0) break;
      const after = delimiter + this.#delimiter.length;
      if (bytes.length < after + END_MARK.length) {
        this.#rest = bytes.subarray(from);
        return;
      }
      if (this.#isInHead && delimiter === from) this.#count--;
      this.#isOver = bytes.subarray(after, after + END_MARK.length).equals(END_MARK);
      if (this.#isOver) return;
      this.#count++;
      this.#isInHead = true;
      from = after;
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

/**
 * The files of a multipart request, by the names that were sent.
 * @throws ProblemError invalid-request after the last file, if there are parts that the parser does not take for a file.
 */
export async function* filesAsSent(files: AsyncIterable<MultipartFile>, body: NodeJS.ReadableStream, boundary: string): AsyncGenerator<MultipartFile> {
  const sent = new MultipartAsSent(boundary);
  const push = (chunk: Buffer) => sent.push(chunk);
  let count = 0;
  // The parser begins to read in this same turn, when it is asked for its first file, and sees each chunk after this listener.
  body.on('data', push);
  try {
    for await (const file of files) {
      count++;
      yield withNameAsSent(file, sent);
    }
  } finally {
    body.off('data', push);
  }
  if (count < sent.count) {
    const unread = `${String(sent.count - count)} of ${String(sent.count)}`;
    throw new ProblemError('invalid-request', { reason: `it has parts that cannot be read as a file: ${unread}. Each part needs a header "Content-Disposition: form-data" with a name and a filename.` });
  }
}

function withNameAsSent(file: MultipartFile, sent: MultipartAsSent): MultipartFile {
  const { filename = '', fieldname = '' } = namesOf(file);
  return filename === '' ? { ...file, fieldname: sent.take(fieldname) } : { ...file, filename: sent.take(filename) };
}

/** The parser omits names that a part does not have, whatever its types say. */
export function namesOf(file: { filename?: string; fieldname?: string }): { filename?: string; fieldname?: string } {
  return file;
}
