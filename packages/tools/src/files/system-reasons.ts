/** Why the system does not open a file, if its owner can do something about it: for reading, and for writing. Other errors are about the machine. */
const REASONS: ReadonlyMap<unknown, { readonly reading?: string; readonly writing?: string }> = new Map([
  ['ENOENT', { reading: 'it no longer exists', writing: 'its folder no longer exists' }],
  ['EACCES', { reading: 'the permission to read it is missing', writing: 'the permission is missing' }],
  ['EPERM', { reading: 'the permission to read it is missing', writing: 'the permission is missing' }],
  ['EBUSY', { reading: 'another program is using it', writing: 'another program is using it' }],
  ['EIO', { reading: 'its disk reports an error', writing: 'its disk reports an error' }],
  ['ENOSPC', { writing: 'the disk is full' }],
  ['EDQUOT', { writing: 'the disk is full' }],
  ['EROFS', { writing: 'its disk can only be read' }],
  ['EISDIR', { reading: 'it is a folder', writing: 'a folder has this name' }],
  ['ENOTDIR', { reading: 'what should be its folder is a file', writing: 'what should be its folder is a file' }],
]);

/** Why a file could not be read, in words for its owner; undefined if the error is about something else. */
export function reasonUnreadable(error: unknown): string | undefined {
  return reasonsFor(error)?.reading;
}

/** Why a file could not be written, as `reasonUnreadable` has it for reading. */
export function reasonUnwritable(error: unknown): string | undefined {
  return reasonsFor(error)?.writing;
}

function reasonsFor(error: unknown): { readonly reading?: string; readonly writing?: string } | undefined {
  return error instanceof Error && 'code' in error ? REASONS.get(error.code) : undefined;
}
