/** Whether an If-None-Match header names the tag, by the weak comparison that it asks for (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((value) => value.trim() === '*' || value.trim().replace(/^W\//, '') === opaque);
}
