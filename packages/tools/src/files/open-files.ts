import { ProblemError } from '@geoinsights/contract/errors';
import { openDiskFile, openDiskFileForEachRead, type DiskFile, type GivenFile, type InputFile, type SentName, type UnreadableFile } from '@geoinsights/formats';
import { reasonUnreadable } from './system-reasons.ts';

interface Place {
  readonly name: string;
  readonly path: string;
  readonly folder?: string;
  readonly sent?: SentName;
}

/** How many files are kept open at a time. A system may allow a program only a thousand, and a shapefile has five for each of its layers. */
const MOST_KEPT_OPEN = 500;

/** Opens files for reading, runs the work, and closes them in any case. */
export async function withOpenFiles<Result>(places: readonly Place[], work: (files: InputFile[]) => Promise<Result>): Promise<Result> {
  return withOpened<DiskFile, Result>(places, opened, work);
}

/** Like `withOpenFiles`, for files from users: one that the system cannot open is included as unreadable. */
export async function withGivenFiles<Result>(places: readonly Place[], work: (files: GivenFile[]) => Promise<Result>): Promise<Result> {
  return withOpened(places, openedOrUnreadable, work);
}

async function withOpened<File extends DiskFile | UnreadableFile, Result>(
  places: readonly Place[],
  open: (place: Place, position: number) => Promise<File>,
  work: (files: (File & { folder: string })[]) => Promise<Result>,
): Promise<Result> {
  const files: File[] = [];
  try {
    for (const [position, place] of places.entries()) files.push(await open(place, position));
    return await work(files.map((file, position) => {
      const { folder = '', sent } = places[position];
      return { ...file, folder, ...(sent === undefined ? {} : { sent }) };
    }));
  } finally {
    await Promise.all(files.map(async (file) => { if ('close' in file) await file.close(); }));
  }
}

/** @param position among the files that are opened together */
function opened({ path, name }: Place, position: number): Promise<DiskFile> {
  return position < MOST_KEPT_OPEN ? openDiskFile(path, name) : openDiskFileForEachRead(path, name);
}

async function openedOrUnreadable(place: Place, position: number): Promise<DiskFile | UnreadableFile> {
  const { name } = place;
  try {
    return await opened(place, position);
  } catch (cause) {
    const reason = reasonUnreadable(cause);
    if (reason === undefined) throw cause;
    return { name, problem: new ProblemError('input-unreadable', { file: name, reason }, { cause }) };
  }
}
