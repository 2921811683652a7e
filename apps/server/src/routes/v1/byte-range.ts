export interface ByteRange {
  readonly start: number;
  /** The last byte, inclusive. */
  readonly end: number;
}

/**
 * The single byte range of a request (RFC 9110, section 14). Null if the whole is to be sent: there is no range, it is not a range of
 * bytes, there are several (which a server may ignore), or `If-Range` names other content.
 */
export function requestedRange(range: string | undefined, ifRange: string | undefined, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
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
