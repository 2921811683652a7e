// The part of the Compression Streams standard that archives are unpacked with.

interface ReadableStream<Chunk> {
  getReader(): { read(): Promise<{ done: false; value: Chunk } | { done: true; value: undefined }>; cancel(reason?: unknown): Promise<void> };
}

interface WritableStream<Chunk> {
  getWriter(): { write(chunk: Chunk): Promise<void>; close(): Promise<void>; abort(reason: unknown): Promise<void> };
}

interface DecompressionStream {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

declare var DecompressionStream: new (format: 'deflate-raw') => DecompressionStream;
