import { ProblemError, type ErrorCode } from '@geoinsights/contract/errors';
import type { DatasetNote, GivenFile, InputFile } from './driver.ts';
import { companionKind, formatOfExtension, sameNameKey, splitName } from './file-names.ts';
import { expandEntry, MAXIMUM_IN_MEMORY } from './kmz/expand.ts';
import { isLitter } from './litter.ts';
import { archivesAmong, named } from './nested-archives.ts';
import type { Unpacking } from './kmz/unpacking.ts';
import { readDirectory } from './kmz/zip-directory.ts';
import type { ZipEntry } from './kmz/zip-directory.ts';

export interface UnpackedArchive {
  /** The files of each folder of the archive that holds a dataset. All files of a shapefile lie in one folder. */
  readonly folders: readonly (readonly GivenFile[])[];
  /** The names of all its files, including those that stay packed. */
  readonly names: readonly string[];
  readonly notes: readonly DatasetNote[];
  close(): Promise<void>;
}

const MOST_FILES = 1000;
const MOST_BYTES = 2 ** 31;

/**
 * Unpacks the files of our formats from a ZIP archive, with all limits and checks of `expandEntry`.
 * Entry names only serve to group files; they are never used as paths. Nested archives stay packed.
 * An entry that is damaged or uses another compression method becomes an unreadable file among the others.
 * @throws ProblemError for an archive that is damaged as a whole, unsafe or too large.
 */
export async function unpackArchive(archive: InputFile, unpacking: Unpacking): Promise<UnpackedArchive> {
  const entries = (await readDirectory(archive)).entries.filter(({ name }) => !name.endsWith('/') && !isLitter(name));
  const names = new Set(entries.map(({ name }) => sameNameKey(name)));
  const wanted = entries.filter(({ name }) => isWanted(name, names));
  if (wanted.length > MOST_FILES) throw new ProblemError('too-large', { file: archive.name, reason: `it contains ${wanted.length} files; at most ${MOST_FILES} are read from one archive.` });
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) throw new ProblemError('too-large', { file: archive.name, reason: 'its files take up more than 2 GiB when unpacked.' });

  const inMemory = { bytes: 0, most: MAXIMUM_IN_MEMORY };
  const folders = new Map<string, GivenFile[]>();
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closing.splice(0).map((release) => release()));
  };
  try {
    for (const entry of wanted) {
      const folder = folderName(entry.name);
      const expanded = await expandEntry(archive, entry, inMemory, unpacking).catch(faultOfEntry);
      if (expanded instanceof ProblemError) {
        folders.set(folder, [...(folders.get(folder) ?? []), { name: baseName(entry.name), folder, problem: expanded }]);
        continue;
      }
      const { file } = expanded;
      closing.push(() => expanded.close());
      folders.set(folder, [...(folders.get(folder) ?? []), { ...file, name: baseName(entry.name), folder, size: file.size, read: (start, end, room) => file.read(start, end, room) }]);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { folders: [...folders.values()], names: entries.map(({ name }) => name), notes: [unpackedNote(archive, wanted, entries)], close };
}

/** Faults of a single entry; the other entries can still be read. */
const FAULTS_OF_ENTRIES: ReadonlySet<ErrorCode> = new Set(['kmz-damaged', 'kmz-encrypted', 'kmz-compression']);

/** @returns the fault if it concerns one entry only; @throws every fault of the archive itself. */
function faultOfEntry(error: unknown): ProblemError {
  if (error instanceof ProblemError && FAULTS_OF_ENTRIES.has(error.code)) return error;
  throw error;
}

/** Styles and metadata are unpacked only if they accompany a shapefile. */
function isWanted(path: string, names: ReadonlySet<string>): boolean {
  const { base, extension } = splitName(path);
  if (companionKind(extension) === 'any') return names.has(sameNameKey(`${base}.shp`));
  return companionKind(extension) !== null || formatOfExtension(extension) !== null;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderName(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function unpackedNote(archive: InputFile, wanted: readonly ZipEntry[], entries: readonly ZipEntry[]): DatasetNote {
  const others = entries.filter((entry) => !wanted.includes(entry)).map(({ name }) => name);
  const leftOut = others.length === 0 ? '' : ` Left out: ${named(others)}.${adviceOnArchives(archivesAmong(others), others.length === 1)}`;
  return { code: 'archive-unpacked', text: `"${archive.name}" was unpacked.${leftOut}` };
}

/** @param isAll whether nothing else was left out, so that it need not be named again */
function adviceOnArchives(archives: readonly string[], isAll: boolean): string {
  if (archives.length === 0) return '';
  if (archives.length === 1) return ` ${isAll ? 'It' : named(archives)} is an archive inside an archive and was not opened. To include its files, take it out and send it.`;
  return ` ${named(archives)} are archives inside an archive and were not opened. To include their files, take them out and send them.`;
}
