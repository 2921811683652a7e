import { ProblemError } from '@geoinsights/contract/errors';
import { openDiskFile, type DiskFile, type GivenFile, type InputFile, type SentName, type UnreadableFile } from '@geoinsights/formats';

interface Place {
  readonly name: string;
  readonly path: string;
  readonly folder?: string;
  readonly sent?: SentName;
}

/** Opens files for reading, runs the work, and closes them in any case. */
export async function withOpenFiles<Result>(places: readonly Place[], work: (files: InputFile[]) => Promise<Result>): Promise<Result> {
  return withOpened<DiskFile, Result>(places, ({ path, name }) => openDiskFile(path, name), work);
}

/** Like `withOpenFiles`, for files from users: one that the system cannot open is included as unreadable. */
export async function withGivenFiles<Result>(places: readonly Place[], work: (files: GivenFile[]) => Promise<Result>): Promise<Result> {
  return withOpened(places, openedOrUnreadable, work);
}

async function withOpened<File extends DiskFile | UnreadableFile, Result>(
  places: readonly Place[],
  open: (place: Place) => Promise<File>,
  work: (files: (File & { folder: string })[]) => Promise<Result>,
): Promise<Result> {
  const opened: File[] = [];
  try {
    for (const place of places) opened.push(await open(place));
    return await work(opened.map((file, position) => {
      const { folder = '', sent } = places[position];
      return { ...file, folder, ...(sent === undefined ? {} : { sent }) };
    }));
  } finally {
    await Promise.all(opened.map(async (file) => { if ('close' in file) await file.close(); }));
  }
}

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

async function openedOrUnreadable({ path, name }: Place): Promise<DiskFile | UnreadableFile> {
  try {
    return await openDiskFile(path, name);
  } catch (cause) {
    const reason = reasonUnreadable(cause);
    if (reason === undefined) throw cause;
    return { name, problem: new ProblemError('input-unreadable', { file: name, reason }, { cause }) };
  }
}
