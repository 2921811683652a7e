import { create as contentDisposition } from 'content-disposition';

/** Says under which name a file is to be kept. RFC 6266 allows a plain name without quotes; some programs read only a quoted one. */
export function attachmentNamed(name: string): string {
  return contentDisposition(name).replace(/filename=([^";\s]+)/, 'filename="$1"');
}
