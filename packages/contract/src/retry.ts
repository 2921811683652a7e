/** When a temporarily refused call may be repeated. */
export interface Retry {
  readonly seconds: number;
  /** The time, in milliseconds since 1970, by the client's clock. */
  readonly at: number;
}

/** @param header of `Retry-After`: seconds, or a date. Null if it is neither. */
export function retryOf(header: string | null | undefined, now = Date.now()): Retry | null {
  if (header === null || header === undefined || header.trim() === '') return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  if (Number.isNaN(seconds)) return null;
  return { seconds: Math.max(0, seconds), at: now + Math.max(0, seconds) * 1000 };
}
