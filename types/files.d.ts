interface Blob {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number, type?: string): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

declare var Blob: new (parts?: (ArrayBuffer | ArrayBufferView | Blob | string)[], options?: { type?: string }) => Blob;

interface File extends Blob {
  readonly name: string;
}

declare var File: new (parts: (ArrayBuffer | ArrayBufferView | Blob | string)[], name: string, options?: { type?: string }) => File;
