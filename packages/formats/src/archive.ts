import { ProblemError, type ErrorCode } from '@geoinsights/contract/errors';
import type { DatasetNote, GivenFile, InputFile } from './driver.ts';
import { companionKind, formatOfExtension, sameNameKey, splitName } from './file-names.ts';
import { expandEntry, MAXIMUM_IN_MEMORY } from './kmz/expand.ts';
import type { Unpacking } from './kmz/unpacking.ts';
import { readDirectory } from './kmz/zip-directory.ts';
import type { ZipEntry } from './kmz/zip-directory.ts';

export interface UnpackedArchive {
  /** The files of each folder of the archive that holds a dataset; a shapefile's files lie in one folder. */
  readonly folders: readonly (readonly GivenFile[])[];
  readonly notes: readonly DatasetNote[];
  close(): Promise<void>;
}

const MOST_FILES = 1000;
const MOST_BYTES = 2 ** 31;
/** What macOS and Windows add beside files. */
const LITTER = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
const NAMES_IN_NOTE = 5;

/**
 * Unpacks the files of our formats out of a ZIP archive, with all limits and checks of `expandEntry`. Names are used to
 * group files and never as paths. Archives inside the archive stay unopened. An entry that is damaged or packed in another
 * way is an unreadable file beside the others.
 * @throws ProblemError for an archive that is damaged as a whole, unsafe or too large.
 */
export async function unpackArchive(archive: InputFile, unpacking: Unpacking): Promise<UnpackedArchive> {
  const entries = (await readDirectory(archive)).entries.filter(({ name }) => !name.endsWith('/') && !LITTER.test(name));
  const names = new Set(entries.map(({ name }) => sameNameKey(name)));
  const wanted = entries.filter(({ name }) => isWanted(name, names));
  if (wanted.length > MOST_FILES) throw new ProblemError('too-large', { file: archive.name, reason: `it holds ${wanted.length} files; at most ${MOST_FILES} are taken from an archive.` });
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) throw new ProblemError('too-large', { file: archive.name, reason: 'its files have more than 2 GiB unpacked.' });

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
  return { folders: [...folders.values()], notes: [unpackedNote(archive, wanted, entries)], close };
}

/** What is wrong with one entry alone; the others can be read. */
const FAULTS_OF_ENTRIES: ReadonlySet<ErrorCode> = new Set(['kmz-damaged', 'kmz-encrypted', 'kmz-compression']);

/** @returns the fault of one entry; @throws what speaks against the archive. */
function faultOfEntry(error: unknown): ProblemError {
  if (error instanceof ProblemError && FAULTS_OF_ENTRIES.has(error.code)) return error;
  throw error;
}

/** Styles and metadata are wanted with a shapefile only. */
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
  const others = entries.filter((entry) => !wanted.includes(entry)).map(({ name }) => `"${name}"`);
  const more = others.length > NAMES_IN_NOTE ? ` and ${others.length - NAMES_IN_NOTE} more` : '';
  const leftOut = others.length === 0 ? '' : ` Left out: ${others.slice(0, NAMES_IN_NOTE).join(', ')}${more}.`;
  return { code: 'archive-unpacked', text: `"${archive.name}" was unpacked.${leftOut}` };
}
