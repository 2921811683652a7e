import { CallFailed, reached } from './call-failed.ts';
import { call, JSON_HEADERS } from './calls.ts';
import { fileNameFrom } from './content-disposition.ts';
import { AnsweredByOther, isPageFile } from './other-page.ts';

export interface SavedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** Browsers keep blobs on their disk, and what has not been put into one in memory. */
const PART_BYTES = 8 * 1024 * 1024;

/** A file of the server on its way here. If the line breaks, what has come is kept, and the next attempt asks for the rest: no file of the server ever changes. */
export class FileDownload {
  readonly #url: string;
  readonly #onProgress: ((share: number) => void) | undefined;
  #parts: Blob[] = [];
  #bytes = 0;
  #length: number | null = null;
  /** Of the answer that the file began with; null before it. */
  #headers: Headers | null = null;

  constructor(url: string, onProgress: ((share: number) => void) | undefined) {
    this.#url = url;
    this.#onProgress = onProgress;
  }

  /** Whether the server has begun to send the file. What it sent before the line broke need not all have arrived. */
  get hasBegun(): boolean {
    return this.#headers !== null;
  }

  /** Fetches what is missing. It may be called again after a failure. @throws CallFailed */
  async goOn(): Promise<SavedFile> {
    // The line may break after the last byte of a compressed file and before its end.
    const headers = this.#headers !== null && this.#bytes === this.#length ? this.#headers : await this.#fetchRest();
    const blob = new Blob(this.#parts, { type: headers.get('content-type') ?? '' });
    const disposition = headers.get('content-disposition');
    if (disposition === null && (await isPageFile(blob))) {
      this.#headers = null;
      throw new AnsweredByOther();
    }
    return { blob, name: fileNameFrom(disposition) };
  }

  /** @returns the headers of the answer that the file began with */
  async #fetchRest(): Promise<Headers> {
    const before = this.#headers;
    // Part of an answer may be in the cache of the browser, which would then ask in its own way.
    const answer = await call(this.#url, before === null || this.#bytes === 0 ? { headers: JSON_HEADERS } : { headers: { ...JSON_HEADERS, Range: `bytes=${String(this.#bytes)}-` }, cache: 'no-store' });
    const headers = before !== null && isRestFrom(this.#bytes, answer) ? before : this.#begin(answer);
    await this.#read(answer);
    return headers;
  }

  /** Also if the server, or something on the way, answers with the whole file again. */
  #begin({ headers }: Response): Headers {
    // The length of a compressed body is not that of what arrives here.
    const length = Number(headers.get(headers.has('content-encoding') ? 'x-uncompressed-length' : 'content-length') ?? 0);
    this.#parts = [];
    this.#bytes = 0;
    this.#length = length > 0 ? length : null;
    this.#headers = headers;
    return headers;
  }

  async #read({ body }: Response): Promise<void> {
    if (body === null) return;
    const reader = body.getReader();
    let held: Uint8Array<ArrayBuffer>[] = [];
    let heldBytes = 0;
    const keep = () => {
      if (heldBytes > 0) this.#parts.push(new Blob(held));
      held = [];
      heldBytes = 0;
    };
    try {
      for (;;) {
        const { done, value } = await reached(reader.read());
        if (done) return;
        held.push(value);
        heldBytes += value.byteLength;
        this.#bytes += value.byteLength;
        if (heldBytes >= PART_BYTES) keep();
        if (this.#length !== null) this.#onProgress?.(Math.min(1, this.#bytes / this.#length));
      }
    } finally {
      keep();
    }
  }
}

/** @throws CallFailed if it is another part of the file */
function isRestFrom(first: number, { status, headers }: Response): boolean {
  if (status !== 206) return false;
  // A storage of another origin need not let pages read this header.
  const range = headers.get('content-range');
  if (range !== null && !range.startsWith(`bytes ${String(first)}-`)) throw new CallFailed('The answer from the server could not be understood. Try again later.', status);
  return true;
}
