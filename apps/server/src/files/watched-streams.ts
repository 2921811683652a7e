import type { Readable } from 'node:stream';

/** Distinguishes errors of the stored content from those of the storage. */
export class WatchedSource implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  fault: { readonly error: unknown } | null = null;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#content = content;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const pieces = this.#content[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await this.#heard(pieces.next());
        if (piece.done === true) return;
        yield piece.value;
      }
    } finally {
      await pieces.return?.();
    }
  }

  async #heard<Result>(piece: Promise<Result>): Promise<Result> {
    try {
      return await piece;
    } catch (error) {
      this.fault = { error };
      throw error;
    }
  }
}

/** The chunks of a stream, which is abandoned if it stalls while a chunk is awaited. */
export async function* untilItStalls(stream: Readable, milliseconds: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const giveUp = (reason: string) => stream.destroy(new Error(reason));
  const wait = () => setTimeout(() => giveUp('The answer has stalled.'), milliseconds);
  const abort = () => giveUp('Nobody is waiting for the answer any more.');
  signal?.addEventListener('abort', abort, { once: true });
  let timer = wait();
  try {
    for await (const chunk of stream) {
      clearTimeout(timer);
      if (!(chunk instanceof Uint8Array)) throw new Error('The answer contains no bytes.');
      yield chunk;
      timer = wait();
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
