export interface ByteRange {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/**
 * The one range of bytes that a request asks for (RFC 9110, section 14). Null when the whole is to be sent: there is no
 * range, it is no range of bytes, there are several (which a server may ignore), or `If-Range` names another content.
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
