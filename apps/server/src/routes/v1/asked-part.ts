import { problemSchema, ProblemError } from '@geoinsights/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isKnownTo, isOtherThanAsked } from '../../entity-tag.ts';
import type { ByteRange } from '../../files/file-storage.ts';
import { mediaTypeOf } from '../../files/media-types.ts';
import { requestedRange } from './byte-range.ts';
import { dispositionOf } from './disposition.ts';

/** The answers of a route that sends files or parts of them. */
export const PART_ANSWERS = {
  200: z.unknown().describe('The file.'),
  206: z.unknown().describe('The part of the file that was asked for.'),
  304: z.undefined().describe('The file has not changed.'),
  404: problemSchema,
  412: problemSchema,
  416: problemSchema,
  503: problemSchema,
} as const;

/** A file that is sent, or a part of it. It never changes. */
export interface SentFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly etag: string;
  readonly modified: Date;
}

interface AskedPart extends ByteRange {
  /** The client has it already. */
  readonly isKnown: boolean;
  /** Null for the whole file. */
  readonly range: ByteRange | 'unsatisfiable' | null;
  readonly isSent: boolean;
}

/** Which bytes of a file a request asks for, and whether they are sent. @throws ProblemError `precondition-failed` if it asks for another file only */
export function askedPart({ headers, method }: FastifyRequest, reply: FastifyReply, { etag, modified, size }: SentFile): AskedPart {
  if (isOtherThanAsked(headers, etag, modified)) {
    void reply.header('etag', etag);
    throw new ProblemError('precondition-failed');
  }
  const isKnown = isKnownTo(headers, etag, modified);
  const range = method === 'GET' ? requestedRange(headers.range, [headers['if-range']].flat()[0], { etag, modified, size }) : null;
  const isSent = !isKnown && range !== 'unsatisfiable' && method === 'GET' && size > 0;
  return { isKnown, range, isSent, ...(range === null || range === 'unsatisfiable' ? { start: 0, end: size - 1 } : range) };
}

/** Sets the status and the headers of an answer with this part; the content, if there is any, is still to be sent. @throws ProblemError `range-not-satisfiable` */
export function announcePart(reply: FastifyReply, { isKnown, range, start, end }: AskedPart, { name, size, etag, modified }: SentFile): void {
  void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', 'last-modified': modified.toUTCString(), etag });
  if (range === 'unsatisfiable' && !isKnown) {
    void reply.header('content-range', `bytes */${String(size)}`);
    throw new ProblemError('range-not-satisfiable', { size });
  }
  void reply.header('content-disposition', dispositionOf(name));
  if (isKnown) return void reply.code(304);
  void reply.headers({ 'content-type': mediaTypeOf(name), 'content-length': end - start + 1 });
  if (range !== null) void reply.code(206).header('content-range', `bytes ${String(start)}-${String(end)}/${String(size)}`);
}
