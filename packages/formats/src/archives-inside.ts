import { ProblemError, type ErrorCode } from '@geoinsights/contract/errors';
import type { GivenFile, InputFile } from './driver.ts';
import { MAXIMUM_ENTRIES, readDirectory, type ZipEntry } from './kmz/zip-directory.ts';
import { isLitter } from './litter.ts';
import { isPackageOfArchives, isZip } from './nested-archives.ts';

/** A file in an archive, or in an archive inside it. */
export interface PackedFile {
  readonly archive: InputFile;
  readonly entry: ZipEntry;
  /** An archive inside counts as a folder. */
  readonly path: string;
}

interface PackedFiles {
  readonly files: readonly PackedFile[];
  /** Archives inside that cannot be opened. */
  readonly unreadable: readonly GivenFile[];
  /** The paths of those that were. */
  readonly opened: readonly string[];
}

/** The files of an archive, without folders and litter. @throws ProblemError if it is damaged as a whole or unsafe */
export async function filesIn(archive: InputFile, folder = ''): Promise<PackedFile[]> {
  const { entries } = await readDirectory(archive);
  return entries.filter(({ name }) => !name.endsWith('/') && !isLitter(name)).map((entry) => ({ archive, entry, path: `${folder}${entry.name}` }));
}

/** The archives in a package of archives; none in any other archive. */
export function archivesToOpen(files: readonly PackedFile[]): PackedFile[] {
  return isPackageOfArchives(files.map(({ path }) => path)) ? files.filter(({ path }) => isZip(path)) : [];
}

/**
 * In place of some archives among these files, their files: no more of them than one archive may have.
 * @param archives see `archivesToOpen`
 * @param expand unpacks one of them, or returns why it cannot be
 * @throws ProblemError too-large
 */
export async function openedInside(files: readonly PackedFile[], archives: readonly PackedFile[], expand: (file: PackedFile) => Promise<InputFile | ProblemError>): Promise<PackedFiles> {
  const isOpened = new Set(archives);
  const found: PackedFile[] = [];
  const unreadable: GivenFile[] = [];
  const opened: string[] = [];
  for (const file of files) {
    if (!isOpened.has(file)) {
      found.push(file);
      continue;
    }
    const inside = await filesInside(file, expand);
    if (inside instanceof ProblemError) unreadable.push({ name: baseName(file.path), folder: folderName(file.path), problem: inside });
    else {
      opened.push(file.path);
      found.push(...inside);
      if (found.length > MAXIMUM_ENTRIES) throw new ProblemError('too-large', { file: file.archive.name, reason: `it contains more than ${MAXIMUM_ENTRIES} files with those in its archives.` });
    }
  }
  return { files: found, unreadable, opened };
}

const OF_THE_WHOLE: ReadonlySet<ErrorCode> = new Set(['too-large', 'kmz-bomb']);
/** What is said of KMZ files otherwise. */
const NO_ARCHIVE: Readonly<Partial<Record<ErrorCode, string>>> = { 'kmz-truncated': 'it is a ZIP archive that is incomplete; copy it again.', 'kmz-not-zip': 'it is no ZIP archive, in spite of its name.' };

/** The fault if it is that of the archive inside; @throws what is the fault of the whole, such as its size */
async function filesInside(file: PackedFile, expand: (file: PackedFile) => Promise<InputFile | ProblemError>): Promise<PackedFile[] | ProblemError> {
  try {
    const expanded = await expand(file);
    return expanded instanceof ProblemError ? expanded : await filesIn(expanded, `${file.path}/`);
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.isOfOneFile || OF_THE_WHOLE.has(error.code)) throw error;
    const reason = NO_ARCHIVE[error.code];
    return reason === undefined ? error : new ProblemError('file-unrecognised', { file: baseName(file.path), reason });
  }
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function folderName(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
