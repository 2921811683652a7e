/** Why the system does not open a file, if the owner can do something about it. Other errors are about the machine. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'it no longer exists'],
  ['EACCES', 'the permission to read it is missing'],
  ['EPERM', 'the permission to read it is missing'],
  ['EBUSY', 'another program is using it'],
  ['EIO', 'its disk reports an error'],
]);

/** Why a file could not be read, in words for its owner; undefined if the error is about something else. */
export function reasonUnreadable(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? REASONS.get(error.code) : undefined;
}
