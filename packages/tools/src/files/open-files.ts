import { ProblemError } from '@geoinsights/contract/errors';
import { openDiskFile, type DiskFile, type GivenFile, type InputFile, type SentName, type UnreadableFile } from '@geoinsights/formats';
import { reasonUnreadable } from './reason-unreadable.ts';

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

async function openedOrUnreadable({ path, name }: Place): Promise<DiskFile | UnreadableFile> {
  try {
    return await openDiskFile(path, name);
  } catch (cause) {
    const reason = reasonUnreadable(cause);
    if (reason === undefined) throw cause;
    return { name, problem: new ProblemError('input-unreadable', { file: name, reason }, { cause }) };
  }
}
