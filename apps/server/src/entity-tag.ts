import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The ETag of a JSON response. It is weak, because the same content may be sent compressed or not. */
export function weakTagOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`;
}

/** Whether an If-None-Match header names the tag, by the weak comparison required for it (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return lists(header, (tag) => tag.replace(/^W\//, '') === opaque);
}

/** Whether the client has this content already: by the tag that it names, or, only if it names none, by the date (RFC 9110, section 13.2.2). */
export function isKnownTo({ 'if-none-match': tags, 'if-modified-since': date }: IncomingHttpHeaders, etag: string, modified: Date): boolean {
  if (tags !== undefined) return namesTag(tags, etag);
  return date !== undefined && Date.parse(date) >= wholeSeconds(modified);
}

/**
 * Whether the client asks only for other content than this: by the tags that it names, compared strongly, or, only if it names none, by the date
 * (RFC 9110, section 13.2.2). To be asked before `isKnownTo`.
 */
export function isOtherThanAsked({ 'if-match': tags, 'if-unmodified-since': date }: IncomingHttpHeaders, etag: string, modified: Date): boolean {
  if (tags !== undefined) return !lists(tags, (tag) => tag === etag);
  return date !== undefined && Date.parse(date) < wholeSeconds(modified);
}

/** Whether a list of tags has a wanted one, or stands for all. */
function lists(header: string, isWanted: (tag: string) => boolean): boolean {
  return header.split(',').some((value) => value.trim() === '*' || isWanted(value.trim()));
}

/** In milliseconds; dates of HTTP have whole seconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
