import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** Shorter ones fit into a few packets as they are. */
const SHORTEST_BYTES = 16_384;
/** A fifth of the bytes for a tenth of the time that the highest level takes. */
const LEVEL = 3;

interface WholeFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Whether the whole file is sent compressed. Only the reports of tasks are, which the page fetches by itself: results are for programs that save
 * them, which want their length and may go on after a break.
 */
export function isSentCompressed({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders, { name, size }: WholeFile): boolean {
  return isReport(name) && size >= SHORTEST_BYTES && accepted.split(',').some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}

/** A result that is a .json has another ending before it. */
export function isReport(name: string): boolean {
  return name.endsWith('-report.json');
}

/** The headers of a compressed report: its length is that which its reader counts. */
export function headersOfCompressed(size: number, etag: string): Record<string, string | number> {
  return { 'content-encoding': 'gzip', 'x-uncompressed-length': size, etag: `W/${etag}` };
}

export function compressed(bytes: Readable): Readable {
  // A fault of the source ends the answer as it does uncompressed: the stream that is sent has it.
  return pipeline(bytes, createGzip({ level: LEVEL }), () => undefined);
}
