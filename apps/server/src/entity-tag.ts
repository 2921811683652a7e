import { createHash } from 'node:crypto';

/** The ETag of a JSON response. It is weak, because the same content may be sent compressed or not. */
export function weakTagOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`;
}

/** Whether an If-None-Match header names the tag, by the weak comparison required for it (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((value) => value.trim() === '*' || value.trim().replace(/^W\//, '') === opaque);
}
