import { z } from 'zod';

/**
 * An id in a request. Programs that parse a UUID may write it back in upper case (RFC 9562, section 4); the database and the names of files have it
 * in lower case.
 */
export const idSchema = z.string().toLowerCase();

/**
 * Whether a text can be compared with a column of type uuid; the database refuses to compare anything else. It would accept upper case, but no file
 * has such a name.
 */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success && text === text.toLowerCase();
}
