import { ProblemError, type ErrorCode } from '@geoinsights/contract/errors';
import type { DatasetNote, GivenFile, InputFile } from './driver.ts';
import { companionKind, formatOfExtension, sameNameKey, splitName } from './file-names.ts';
import { archivesToOpen, baseName, filesIn, folderName, openedInside, type PackedFile } from './archives-inside.ts';
import { expandEntry, MAXIMUM_IN_MEMORY, refuseExpansion, type MemoryBudget } from './kmz/expand.ts';
import { archivesAmong, named } from './nested-archives.ts';
import type { Unpacking } from './kmz/unpacking.ts';

export interface UnpackedArchive {
  /** The files of each folder of the archive that holds a dataset. All files of a shapefile lie in one folder. */
  readonly folders: readonly (readonly GivenFile[])[];
  /** The paths of all its files, including those that stay packed. */
  readonly names: readonly string[];
  readonly notes: readonly DatasetNote[];
  close(): Promise<void>;
}

const MOST_FILES = 1000;
const MOST_BYTES = 2 ** 31;

/**
 * Unpacks the files of our formats from a ZIP archive, with all limits and checks of `expandEntry`. In a package of archives, those are unpacked, too,
 * within the same limits, and no further.
 * Entry names only serve to group files; they are never used as paths.
 * An entry that is damaged or uses another compression method becomes an unreadable file among the others.
 * @throws ProblemError for an archive that is damaged as a whole, unsafe or too large.
 */
export async function unpackArchive(archive: InputFile, unpacking: Unpacking): Promise<UnpackedArchive> {
  const outer = await filesIn(archive);
  const inMemory = { bytes: 0, most: MAXIMUM_IN_MEMORY };
  const [expanded, archivesInside] = [new Expanded(unpacking, inMemory), new Expanded(unpacking, inMemory)];
  try {
    const packages = archivesToOpen(outer);
    refuseTooMuch(archive, packages);
    const { files, unreadable, opened } = await openedInside(outer, packages, (file) => archivesInside.take(file, baseName(file.path)));
    const names = new Set(files.map(({ path }) => sameNameKey(path)));
    const wanted = files.filter(({ path }) => isWanted(path, names));
    refuseTooMuch(archive, [...packages, ...wanted]);
    // Two ratios that are allowed would multiply.
    if (packages.length > 0) refuseExpansion(archive, { name: archive.name, compressedSize: archive.size }, sizeOf(wanted));
    const given: GivenFile[] = [...unreadable];
    for (const packed of wanted) {
      const place = { name: baseName(packed.path), folder: folderName(packed.path) };
      const file = await expanded.take(packed);
      given.push(file instanceof ProblemError ? { ...place, problem: file } : { ...file, ...place, size: file.size, read: (start, end, room) => file.read(start, end, room) });
    }
    return { folders: inFolders(given), names: files.map(({ path }) => path), notes: [unpackedNote(archive, wanted, files, opened)], close: () => expanded.close() };
  } catch (error) {
    await expanded.close();
    throw error;
  } finally {
    await archivesInside.close();
  }
}

/** What was expanded, until it is closed. */
class Expanded {
  readonly #unpacking: Unpacking;
  readonly #inMemory: MemoryBudget;
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(unpacking: Unpacking, inMemory: MemoryBudget) {
    this.#unpacking = unpacking;
    this.#inMemory = inMemory;
  }

  /** @param name of the file in messages. @returns the fault if it concerns this file only; @throws every fault of the archive itself */
  async take({ archive, entry }: PackedFile, name: string = archive.name): Promise<InputFile | ProblemError> {
    const expanded = await expandEntry(archive, entry, this.#inMemory, this.#unpacking, name).catch(faultOfEntry);
    if (expanded instanceof ProblemError) return expanded;
    this.#closing.push(() => expanded.close());
    return expanded.file;
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.splice(0).map((release) => release()));
  }
}

/** The files of each folder, in the order of their first files. */
function inFolders(files: readonly GivenFile[]): GivenFile[][] {
  const folders = new Map<string | undefined, GivenFile[]>();
  for (const file of files) {
    const others = folders.get(file.folder);
    if (others === undefined) folders.set(file.folder, [file]);
    else others.push(file);
  }
  return [...folders.values()];
}

function sizeOf(files: readonly PackedFile[]): number {
  return files.reduce((sum, { entry }) => sum + entry.size, 0);
}

/** @throws ProblemError too-large */
function refuseTooMuch(archive: InputFile, files: readonly PackedFile[]): void {
  if (files.length > MOST_FILES) throw new ProblemError('too-large', { file: archive.name, reason: `it contains ${files.length} files; at most ${MOST_FILES} are read from one archive.` });
  if (sizeOf(files) > MOST_BYTES) throw new ProblemError('too-large', { file: archive.name, reason: 'its files take up more than 2 GiB when unpacked.' });
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

function unpackedNote(archive: InputFile, wanted: readonly PackedFile[], files: readonly PackedFile[], opened: readonly string[]): DatasetNote {
  const others = files.filter((file) => !wanted.includes(file)).map(({ path }) => path);
  const leftOut = others.length === 0 ? '' : ` Left out: ${named(others)}.${adviceOnArchives(archivesAmong(others), others.length === 1)}`;
  return { code: 'archive-unpacked', text: `"${archive.name}" was unpacked${opened.length === 0 ? '' : `, and in it ${named(opened)}`}.${leftOut}` };
}

/** @param isAll whether nothing else was left out, so that it need not be named again */
function adviceOnArchives(archives: readonly string[], isAll: boolean): string {
  if (archives.length === 0) return '';
  if (archives.length === 1) return ` ${isAll ? 'It' : named(archives)} is an archive inside an archive and was not opened. To include its files, take it out and send it.`;
  return ` ${named(archives)} are archives inside an archive and were not opened. To include their files, take them out and send them.`;
}
