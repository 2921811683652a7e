import type { ByteRange } from '../../files/file-storage.ts';

interface Content {
  readonly etag: string;
  readonly modified: Date;
  /** In bytes. */
  readonly size: number;
}

/**
 * The single byte range of a GET (RFC 9110, section 14). Null if the whole is to be sent: there is no range, it is not a range of
 * bytes, there are several (which a server may ignore), or `If-Range` names other content, by its tag or its date.
 */
export function requestedRange(range: string | undefined, ifRange: string | undefined, { etag, modified, size }: Content): ByteRange | 'unsatisfiable' | null {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag && ifRange !== modified.toUTCString())) return null;
  const match = /^bytes=\s*(?<first>\d*)-(?<last>\d*)\s*$/i.exec(range);
  const { first = '', last = '' } = match?.groups ?? {};
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
