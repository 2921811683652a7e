import { ProblemError } from '@geoinsights/contract/errors';
import type { FormatName } from '@geoinsights/contract';
import type { UnpackedArchive } from './archive.ts';
import type { DatasetFiles, DatasetNote, GivenFile, InputFile } from './driver.ts';
import { inOrderSent, problemOfAll, type FailedFiles } from './failures.ts';
import { companionKind, sameNameKey, splitName } from './file-names.ts';
import type { Unpacking } from './kmz/unpacking.ts';
import { namedWithArchive } from './naming-archive.ts';
import { leftOutNote, mismatchNotes, recognise, type Verdict } from './recognise.ts';

/** A dataset and where in the batch its main file, or the archive that it came in, was sent. */
export interface SentDataset extends DatasetFiles {
  readonly position: number;
}

export interface GroupedDatasets {
  /** In the order in which they were sent; at least one. */
  readonly datasets: readonly SentDataset[];
  /** The files that their owner counts on and that form no dataset, in the same order. */
  readonly failures: readonly FailedFiles[];
  readonly notes: readonly DatasetNote[];
  /** Removes what was unpacked; the datasets cannot be read afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * Finds out which files form a dataset. Content decides what a file is; its extension decides only what belongs to a
 * shapefile. Nothing is left out in silence: every file is part of a dataset, or named in a note, or a failure.
 *
 * - A `.shp` takes with it every companion of its base name, without regard to case. By itself it is a dataset, too.
 * - A companion of a shapefile that is not there is a failure: a forgotten `.shp` is the likeliest reason.
 * - Each KML, KMZ, GeoPackage and GeoJSON is a dataset by itself. A file whose content is not what its name promises is
 *   taken for what it is, with a note.
 * - A ZIP archive with files of these formats stands for those files; what else lies in it is left out with a note.
 * - A file of another kind beside datasets (a readme, a photo) is left out with a note, unless its extension promises one of
 *   the formats: then its owner counts on it, and it is a failure.
 * - A dataset of which one file cannot be read is a failure with all of its files: half of it would be given back.
 * - Files of different folders, where those are known, do not belong together and may have one name.
 *
 * @throws ProblemError when no dataset is left: the first failure (`duplicate-file-name`, `companion-without-shp`,
 *   `file-empty`, `file-unrecognised`, or a fault of an archive) with the others beside it, or `no-dataset`.
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

/** A file that is no companion, and what goes with it. */
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
    // A shapefile's files lie in one folder.
    for (const folder of unpacked.folders) await inside.sort(folder);
    this.datasets.push(...inside.datasets.map((dataset) => ({ ...dataset, archive, position })));
    this.failures.push(...inside.failures.map((failure) => ({ ...failure, archive, problem: namedWithArchive(archive, failure.problem), position })));
    this.notes.push(...inside.notes);
    this.leftOut.push(...inside.leftOut);
    if (inside.datasets.length + inside.failures.length > 0) return;
    const problem = new ProblemError('file-unrecognised', { file: archive, reason: 'it is a ZIP archive without a file of these formats.' });
    this.failures.push({ files: [archive], problem, position });
  }
}

/** Of two files of one name nobody knows which one was meant. */
function withDuplicatesRefused(files: readonly GivenFile[]): GivenFile[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(keyOf(file), (counts.get(keyOf(file)) ?? 0) + 1);
  return files.map((file) => {
    if (counts.get(keyOf(file)) === 1) return file;
    const { name, folder } = file;
    return { name, ...(folder === undefined ? {} : { folder }), problem: new ProblemError('duplicate-file-name', { file: name }) };
  });
}

/** Equal for files that a file system of the owner's could take for one. @param name another name in the folder of the file. */
function keyOf({ folder = '', name: own }: GivenFile, name: string = own): string {
  return `${folder}\0${sameNameKey(name)}`;
}

/** Styles and metadata go with a shapefile of their name; by themselves they are judged like any other file. */
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

/** Gives companions to their main files. @returns those that have none, set by set. */
function distribute(companions: readonly GivenFile[], mains: readonly Main[]): GivenFile[][] {
  const owners = new Map<string, Main>();
  for (const main of mains) {
    const { extension } = splitName(main.file.name);
    // What cannot be recognised is what it is called.
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
  return new ProblemError('file-unrecognised', { file: name, reason: `it is what a database keeps beside it; send "${base}.gpkg" with it.` });
}
