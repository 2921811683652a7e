// The part of the fetch standard, and of the streams that it gives, which the client of the contract uses.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

interface DOMException extends Error {
  readonly name: string;
}

declare var DOMException: new (message?: string, name?: string) => DOMException;

interface URLSearchParams {
  toString(): string;
}

declare var URLSearchParams: new (parameters: Record<string, string>) => URLSearchParams;

interface FormData {
  append(name: string, value: Blob | string, fileName?: string): void;
}

declare var FormData: new () => FormData;

interface Headers {
  get(name: string): string | null;
  has(name: string): boolean;
}

declare var Headers: new (headers?: Headers | Record<string, string>) => Headers;

interface RequestInit {
  method?: string;
  headers?: Record<string, string>;
  body?: FormData | string;
  signal?: AbortSignal;
  cache?: 'default' | 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached';
}

interface ReadableStream<Chunk> {
  pipeThrough<Out>(through: { readonly readable: ReadableStream<Out>; readonly writable: WritableStream<Chunk> }): ReadableStream<Out>;
}

interface WritableStream<Chunk> {
  /** Only so that streams of different pieces are different. */
  abort(reason?: Chunk): Promise<void>;
}

interface TransformStream<In, Out> {
  readonly readable: ReadableStream<Out>;
  readonly writable: WritableStream<In>;
}

declare var TransformStream: new <In, Out>(transformer: { transform(chunk: In, controller: { enqueue(chunk: Out): void }): void }) => TransformStream<In, Out>;

interface Response {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  text(): Promise<string>;
  blob(): Promise<Blob>;
}

declare var Response: new (body?: ReadableStream<Uint8Array<ArrayBuffer>> | string | null, options?: { status?: number; headers?: Headers }) => Response;

declare function fetch(address: string, options?: RequestInit): Promise<Response>;
