import { ProblemError } from '@geoinsights/contract/errors';
import type { FormatName } from '@geoinsights/contract';
import type { UnpackedArchive } from './archive.ts';
import { detectContent } from './detect.ts';
import type { DatasetFiles, DatasetNote, InputFile } from './driver.ts';
import { namingArchive } from './naming-archive.ts';
import { companionKind, formatOfExtension, sameNameKey, splitName } from './file-names.ts';
import type { CompanionKind } from './file-names.ts';

export interface GroupedDatasets {
  /** In the order of their main files. */
  readonly datasets: DatasetFiles[];
  readonly notes: DatasetNote[];
  /** Removes what was unpacked; the datasets cannot be read afterwards. */
  readonly close: () => Promise<void>;
}

export interface GroupOptions {
  /** A folder for large files out of archives; without it they stay in memory and must be smaller. */
  readonly workFolder?: string;
}

/**
 * Finds out which files form a dataset. Content decides what a file is; its extension decides only what belongs to a
 * shapefile. Nothing is left out in silence: every file is part of a dataset, or named in a note, or an error.
 *
 * - A `.shp` takes with it every companion of its base name, without regard to case. By itself it is a dataset, too.
 * - A companion of a shapefile that is not there is an error, whatever else was sent: a forgotten `.shp` is the likeliest
 *   reason, and going on would lose that layer without a word.
 * - Each KML, KMZ, GeoPackage and GeoJSON is a dataset by itself. A file whose content is not what its name promises is
 *   taken for what it is, with a note.
 * - A ZIP archive with files of these formats stands for those files; what else lies in it is left out with a note.
 * - A file of another kind beside datasets (a readme, a photo) is left out with a note, unless its extension promises one of
 *   the formats: then its owner counts on it.
 * - Files of different folders, where those are known, do not belong together and may have one name.
 *
 * @throws ProblemError `duplicate-file-name`, `companion-without-shp`, `file-empty`, `file-unrecognised`, `no-dataset`,
 *   or the faults of an archive.
 */
export async function groupDatasets(files: readonly InputFile[], options: GroupOptions = {}): Promise<GroupedDatasets> {
  refuseDuplicates(files);
  const datasets: DatasetFiles[] = [];
  const notes: DatasetNote[] = [];
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closing.splice(0).map((release) => release()));
  };
  try {
    const companions = files.filter((file) => isCompanion(file, files));
    const mains = files.filter((file) => !companions.includes(file));
    const found = new Map<InputFile, FormatName>();
    const leftOut: ProblemError[] = [];
    for (const file of mains) {
      const opened = await formatOf(file, options, closing);
      if (opened instanceof ProblemError) {
        leftOut.push(opened);
        notes.push(leftOutNote(file, opened));
        continue;
      }
      const { format, unpacked } = opened;
      if (format !== null) found.set(file, format);
      notes.push(...(format === null ? [] : mismatchNotes(file, format)), ...(unpacked?.notes ?? []));
      for (const folder of unpacked?.folders ?? []) {
        const inner = await namingArchive(file.name, () => groupDatasets(folder, options));
        closing.push(() => inner.close());
        datasets.push(...inner.datasets.map((dataset) => ({ ...dataset, archive: file.name })));
        notes.push(...inner.notes);
      }
    }
    const owners = ownersOf(companions, found);
    for (const [main, format] of found) {
      datasets.push({ format, name: splitName(main.name).base || 'unnamed', files: [main, ...companions.filter((file) => owners.get(file) === main)] });
    }
    if (datasets.length === 0 && leftOut.length > 0) throw leftOut[0];
    if (datasets.length === 0) throw new ProblemError('no-dataset', { files: files.map(({ name }) => `"${name}"`).join(', ') || 'there is none' });
    return { datasets, notes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuseDuplicates(files: readonly InputFile[]): void {
  const keys = new Set<string>();
  for (const file of files) {
    const key = keyOf(file);
    if (keys.has(key)) throw new ProblemError('duplicate-file-name', { file: file.name });
    keys.add(key);
  }
}

/** Equal for files that a file system of the owner's could take for one. @param name another name in the folder of the file. */
function keyOf({ folder = '', name: own }: InputFile, name: string = own): string {
  return `${folder}\0${sameNameKey(name)}`;
}

/** Styles and metadata go with a shapefile of their name; by themselves they are judged like any other file. */
function isCompanion(companion: InputFile, files: readonly InputFile[]): boolean {
  const { base, extension } = splitName(companion.name);
  const kind = companionKind(extension);
  if (kind !== 'any') return kind !== null;
  return files.some((file) => keyOf(file) === keyOf(companion, `${base}.shp`));
}

/** @returns the problem of a file that may be left out; @throws that of one that may not. */
async function formatOf(file: InputFile, options: GroupOptions, closing: (() => Promise<void>)[]): Promise<{ format: FormatName | null; unpacked?: UnpackedArchive } | ProblemError> {
  if (file.size === 0) return orThrow(file, new ProblemError('file-empty', { file: file.name }));
  const detected = await detectContent(file);
  if (detected.format !== null) return { format: detected.format };
  if (detected.archive !== true) return orThrow(file, new ProblemError('file-unrecognised', { file: file.name, reason: `it is ${detected.what}.` }));
  const { unpackArchive } = await import('./archive.ts');
  const unpacked = await unpackArchive(file, options.workFolder);
  closing.push(() => unpacked.close());
  return { format: null, unpacked };
}

function orThrow({ name }: InputFile, problem: ProblemError): ProblemError {
  const { extension } = splitName(name);
  if (formatOfExtension(extension) !== null || extension === '.zip') throw problem;
  return problem;
}

function leftOutNote({ name }: InputFile, { code, details }: ProblemError): DatasetNote {
  const reason = code === 'file-empty' ? 'it is empty.' : String(details['reason']);
  return { code: 'file-left-out', text: `"${name}" was left out: ${reason}` };
}

const FORMAT_TITLES: Record<FormatName, string> = { shapefile: 'shapefile (.shp)', kml: 'KML', kmz: 'KMZ', geopackage: 'GeoPackage', geojson: 'GeoJSON' };

function mismatchNotes({ name }: InputFile, format: FormatName): DatasetNote[] {
  const { extension } = splitName(name);
  if (formatOfExtension(extension) === format) return [];
  const promised = extension === '' ? 'no extension' : `the extension ${extension}`;
  return [{ code: 'content-differs-from-extension', text: `"${name}" has ${promised}, but it is a ${FORMAT_TITLES[format]} file by its content and was treated as one.` }];
}

/** The main file that each companion goes with. */
function ownersOf(companions: readonly InputFile[], found: ReadonlyMap<InputFile, FormatName>): Map<InputFile, InputFile> {
  const mains = new Map<string, InputFile>();
  for (const [file, format] of found) {
    const { base, extension } = splitName(file.name);
    if (format === 'shapefile') mains.set(`shapefile ${keyOf(file, base)}`, file);
    if (format === 'geopackage' && extension === '.gpkg') mains.set(`geopackage ${keyOf(file, base)}`, file);
  }
  const owners = new Map<InputFile, InputFile>();
  for (const companion of companions) {
    const { base, extension } = splitName(companion.name);
    const kind = companionKind(extension);
    const owner = mains.get(`${kind === 'geopackage' ? 'geopackage' : 'shapefile'} ${keyOf(companion, base)}`);
    if (owner === undefined) throw ownerless(companion, base, kind);
    owners.set(companion, owner);
  }
  return owners;
}

function ownerless({ name }: InputFile, base: string, kind: CompanionKind | null): ProblemError {
  if (kind !== 'geopackage') return new ProblemError('companion-without-shp', { file: name, expected: `${base}.shp` });
  return new ProblemError('file-unrecognised', { file: name, reason: `it is what a database keeps beside it; send "${base}.gpkg" with it.` });
}
