import { create } from 'content-disposition';

/**
 * The header that makes a browser save a response under a name. RFC 6266 allows a plain name without quotes; some programs read only a quoted one, and some, such as
 * curl, no other than the plain one: it has the letters without their accents.
 */
export function dispositionOf(name: string): string {
  return create(name, { fallback: plain(name) }).replace(/^attachment; filename=([^";\s]+)/, 'attachment; filename="$1"');
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
}
