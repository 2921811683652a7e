import { create } from 'content-disposition';

/** The header that makes a browser save a response under a name. RFC 6266 allows a plain name without quotes; some programs read only a quoted one. */
export function dispositionOf(name: string): string {
  return create(name).replace(/^attachment; filename=([^";\s]+)/, 'attachment; filename="$1"');
}
