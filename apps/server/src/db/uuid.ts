import { z } from 'zod';

/** Whether a text can be compared with a column of type uuid; the database refuses to compare anything else. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
