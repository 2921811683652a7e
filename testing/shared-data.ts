import { existsSync } from 'node:fs';
import path from 'node:path';

const SHARED = path.resolve(import.meta.dirname, '..', '..', 'shared');

/** Path of a file of the shared folder beside the project, or null: tests that use it are then skipped. */
export function sharedFile(...parts: string[]): string | null {
  const place = path.join(SHARED, ...parts);
  if (existsSync(place)) return place;
  console.log(`skipped: there is no shared file ${parts.join('/')}`);
  return null;
}
