import { existsSync } from 'node:fs';
import path from 'node:path';

const SHARED = path.resolve(import.meta.dirname, '..', '..', 'shared');

/** Why tests of those files are skipped. */
export const NO_SHARED_FILES = 'the files shared with the specification are not beside the project';

/** Path of a file in the shared folder next to the project, or null: tests that use it are then skipped. */
export function sharedFile(...parts: string[]): string | null {
  const place = path.join(SHARED, ...parts);
  return existsSync(place) ? place : null;
}
