import { ProblemError } from '@geoinsights/contract/errors';
import type { FormatName } from '@geoinsights/contract';
import type { UnpackedArchive } from './archive.ts';
import type { DatasetFiles, DatasetNote, GivenFile, InputFile } from './driver.ts';
import { inOrderSent, problemOfAll, type FailedFiles } from './failures.ts';
import { companionKind, sameNameKey, splitName } from './file-names.ts';
import type { Unpacking } from './kmz/unpacking.ts';
import { namedWithArchive } from './naming-archive.ts';
import { zipWithoutDatasets } from './nested-archives.ts';
import { leftOutNote, mismatchNotes, recognise, type Verdict } from './recognise.ts';

/** A dataset and the position in the batch of its main file, or of the archive it came in. */
export interface SentDataset extends DatasetFiles {
  readonly position: number;
}

export interface GroupedDatasets {
  /** In the order in which they were sent; at least one. */
  readonly datasets: readonly SentDataset[];
  /** Files that the owner expects to be processed but that form no dataset, in the same order. */
  readonly failures: readonly FailedFiles[];
  readonly notes: readonly DatasetNote[];
  /** Removes unpacked files; the datasets cannot be read afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * Groups files into datasets. The content decides what a file is; the extension only decides what belongs to a shapefile.
 * Nothing is left out silently: every file is part of a dataset, named in a note, or a failure.
 *
 * - A `.shp` takes every companion of its base name, ignoring case. On its own it is a dataset, too.
 * - A companion without its shapefile is a failure: most likely the `.shp` was forgotten.
 * - Each KML, KMZ, GeoPackage and GeoJSON is a dataset of its own. If the content contradicts the name, the content wins, with a note.
 * - A ZIP archive with files of these formats is replaced by those files; its other files are left out with a note.
 * - A file of another kind next to datasets (a readme, a photo) is left out with a note. If its extension promises one of the
 *   formats, the owner expects it to be processed, and it is a failure.
 * - A dataset with one unreadable file fails as a whole, since otherwise half of it would be returned.
 * - Files from different folders, where folders are known, do not belong together and may share a name.
 *
 * @throws ProblemError if no dataset is left: the first failure (`duplicate-file-name`, `companion-without-shp`, `file-empty`,
 * `file-unrecognised`, or a fault of an archive) together with the others, or `no-dataset`.
 */
export async function groupFiles(files: readonly GivenFile[], unpacking: Unpacking): Promise<GroupedDatasets> {
  const sorting = new Sorting(unpacking);
  try {
    await sorting.sort(files);
    const { datasets, failures, leftOut, notes } = sorting;
    if (datasets.length > 0) return { datasets: inOrderSent(datasets), failures: inOrderSent(failures), notes, close: () => sorting.close() };
    if (failures.length > 0) throw problemOfAll(failures);
    throw leftOut.at(0) ?? new ProblemError('no-dataset', { files: files.map(({ name }) => `"${name}"`).join(', ') || 'there is none' });
  } catch (error) {
    await sorting.close();
    throw error;
  }
}

/** A file that is not a companion, with its companions. */
interface Main {
  readonly file: GivenFile;
  readonly position: number;
  readonly verdict: Extract<Verdict, { kind: 'dataset' | 'failed' }>;
  readonly companions: GivenFile[];
}

class Sorting {
  readonly datasets: SentDataset[] = [];
  readonly failures: FailedFiles[] = [];
  readonly notes: DatasetNote[] = [];
  readonly leftOut: ProblemError[] = [];
  readonly #unpacking: Unpacking;
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(unpacking: Unpacking) {
    this.#unpacking = unpacking;
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.splice(0).map((release) => release()));
  }

  async sort(given: readonly GivenFile[]): Promise<void> {
    const files = withDuplicatesRefused(given);
    const companions = files.filter((file) => isCompanion(file, files));
    const mains: Main[] = [];
    for (const [position, file] of files.entries()) {
      if (companions.includes(file)) continue;
      const verdict = await recognise(file, this.#unpacking);
      if (verdict.kind === 'archive') await this.#takeArchive(file.name, verdict.unpacked, position);
      else if (verdict.kind === 'left-out') this.#leaveOut(file, verdict.problem);
      else mains.push({ file, position, verdict, companions: [] });
    }
    for (const orphans of distribute(companions, mains)) this.#fail(orphans, ownerless(orphans[0]), files.indexOf(orphans[0]));
    for (const main of mains) this.#takeMain(main);
  }

  #leaveOut(file: GivenFile, problem: ProblemError): void {
    this.leftOut.push(problem);
    this.notes.push(leftOutNote(file, problem));
  }

  #takeMain({ file, position, verdict, companions }: Main): void {
    const members = [file, ...companions];
    if (verdict.kind === 'failed') {
      this.#fail(members, verdict.problem, position);
      return;
    }
    const readable: InputFile[] = [];
    for (const member of members) {
      if ('problem' in member) {
        this.#fail(members, member.problem, position);
        return;
      }
      readable.push(member);
    }
    this.notes.push(...mismatchNotes(file, verdict.format));
    this.datasets.push({ format: verdict.format, name: splitName(file.name).base || 'unnamed', files: readable, position });
  }

  #fail(files: readonly GivenFile[], problem: ProblemError, position: number): void {
    this.failures.push({ files: files.map(({ name }) => name), problem, position });
  }

  async #takeArchive(archive: string, unpacked: UnpackedArchive, position: number): Promise<void> {
    this.#closing.push(() => unpacked.close());
    this.notes.push(...unpacked.notes);
    const inside = new Sorting(this.#unpacking);
    this.#closing.push(() => inside.close());
    // All files of a shapefile lie in one folder.
    for (const folder of unpacked.folders) await inside.sort(folder);
    for (const dataset of inside.datasets) this.datasets.push({ ...dataset, archive, position });
    for (const failure of inside.failures) this.failures.push({ ...failure, archive, problem: namedWithArchive(archive, failure.problem), position });
    for (const note of inside.notes) this.notes.push(note);
    for (const problem of inside.leftOut) this.leftOut.push(problem);
    if (inside.datasets.length + inside.failures.length > 0) return;
    const problem = new ProblemError('file-unrecognised', { file: archive, reason: `it is ${zipWithoutDatasets(unpacked.names)}.` });
    this.failures.push({ files: [archive], problem, position });
  }
}

/** If two files share a name, nobody knows which one was meant. */
function withDuplicatesRefused(files: readonly GivenFile[]): GivenFile[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(keyOf(file), (counts.get(keyOf(file)) ?? 0) + 1);
  return files.map((file) => {
    if (counts.get(keyOf(file)) === 1) return file;
    const { name, folder } = file;
    return { name, ...(folder === undefined ? {} : { folder }), problem: new ProblemError('duplicate-file-name', { file: name }) };
  });
}

/** Equal for files that the owner's file system could confuse. @param name another name in the folder of the file. */
function keyOf({ folder = '', name: own }: GivenFile, name: string = own): string {
  return `${folder}\0${sameNameKey(name)}`;
}

/** Styles and metadata go with a shapefile of their name; on their own they are judged like any other file. */
function isCompanion(companion: GivenFile, files: readonly GivenFile[]): boolean {
  const { base, extension } = splitName(companion.name);
  const kind = companionKind(extension);
  if (kind !== 'any') return kind !== null;
  return files.some((file) => keyOf(file) === keyOf(companion, `${base}.shp`));
}

/** Equal for the files of one set. */
function setKey(kind: FormatName, file: GivenFile): string {
  return `${kind} ${keyOf(file, splitName(file.name).base)}`;
}

function setKindOf(companion: GivenFile): FormatName {
  const kind = companionKind(splitName(companion.name).extension);
  return kind === null || kind === 'any' ? 'shapefile' : kind;
}

/** Assigns companions to their main files. @returns those without one, set by set. */
function distribute(companions: readonly GivenFile[], mains: readonly Main[]): GivenFile[][] {
  const owners = new Map<string, Main>();
  for (const main of mains) {
    const { extension } = splitName(main.file.name);
    // If the content is not recognised, the name decides.
    const format = main.verdict.kind === 'dataset' ? main.verdict.format : null;
    if (format === 'shapefile' || (format === null && extension === '.shp')) owners.set(setKey('shapefile', main.file), main);
    if ((format === 'geopackage' || format === null) && extension === '.gpkg') owners.set(setKey('geopackage', main.file), main);
  }
  const orphans = new Map<string, GivenFile[]>();
  for (const companion of companions) {
    const key = setKey(setKindOf(companion), companion);
    const owner = owners.get(key);
    if (owner === undefined) orphans.set(key, [...(orphans.get(key) ?? []), companion]);
    else owner.companions.push(companion);
  }
  return [...orphans.values()];
}

function ownerless(companion: GivenFile): ProblemError {
  if ('problem' in companion) return companion.problem;
  const { name } = companion;
  const { base } = splitName(name);
  if (setKindOf(companion) === 'shapefile') return new ProblemError('companion-without-shp', { file: name, expected: `${base}.shp` });
  return new ProblemError('file-unrecognised', { file: name, reason: `it belongs to a database; send "${base}.gpkg" with it.` });
}
