import { z } from 'zod';

/**
 * An id in a request. Programs that parse a UUID may write it in capital letters again (RFC 9562, section 4); in the database and in the names
 * of files it has small ones.
 */
export const idSchema = z.string().toLowerCase();

/** Whether a text can be compared with a column of type uuid; the database refuses to compare anything else. It would take capital letters, but no file has such a name. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success && text === text.toLowerCase();
}
