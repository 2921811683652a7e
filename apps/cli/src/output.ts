import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { companionKind, formatOfExtension, LONGEST_NAME_IN_BYTES, passingName, splitName } from '@geoinsights/formats/file-names';
import type { ToolFile } from '@geoinsights/tools/fix-geometry';
import { reasonUnwritable } from '@geoinsights/tools/system-reasons';
import { CannotWriteError, UsageError } from './exit-codes.ts';
import type { CreatedFolders } from './created-folders.ts';

/** Where the result goes, decided before any work is done. */
export interface Delivery {
  /** An existing folder for the result. */
  readonly folder: string;
  /** The requested file name; null for the result's own name. */
  readonly fileName: string | null;
  /** Whether a shapefile's files are delivered individually, not in an archive. */
  readonly unpacked: boolean;
  /** Files that must not be overwritten. */
  readonly inputs: readonly Pick<ToolFile, 'path'>[];
  /** Absolute paths where reports will be written, after the result. */
  readonly reports?: readonly string[];
}

/** What must not be overwritten. */
type Kept = Pick<Delivery, 'inputs' | 'reports'>;

/**
 * A name with an extension is a file; anything else is a folder, created if necessary.
 * @throws UsageError if the result would overwrite an input, or no result has such an extension; CannotWriteError if the folder cannot be created or a name is too long.
 */
export async function planDelivery(output: string, inputs: Delivery['inputs'], folders: CreatedFolders): Promise<Delivery> {
  const place = path.resolve(output);
  refuseLongNames(place, 'OUTPUT');
  const isFolder = await namesFolder(output);
  if (!isFolder) refuseOtherExtensions(path.basename(place));
  const folder = isFolder ? place : path.dirname(place);
  await folders.create(folder, output);
  if (!isFolder && inputs.some((input) => input.path === place)) {
    throw new UsageError('OUTPUT is one of the inputs. Choose another name to keep the original.');
  }
  const unpacked = !isFolder && path.extname(place).toLowerCase() === '.shp';
  return { folder, fileName: isFolder ? null : path.basename(place), unpacked, inputs };
}

/** Whether an OUTPUT is a folder: so is one that exists, whatever its name ends in. */
export async function namesFolder(output: string): Promise<boolean> {
  const place = path.resolve(output);
  return /[/\\]$/.test(output) || path.extname(place) === '' || (await isDirectory(place));
}

/** Before hours of work for nothing. Whether the result is of the format that the extension promises is known only once the inputs were opened. */
function refuseOtherExtensions(name: string): void {
  const { extension } = splitName(name);
  if (formatOfExtension(extension) !== null || extension === '.zip') return;
  throw new UsageError(`No result ends in "${extension}". Give OUTPUT the extension of a format, such as .geojson or .shp, or .zip. If a folder is meant, put a / at its end.`);
}

/** Before any work is done, since no file could be written there. @param what as it is called in the message */
function refuseLongNames(place: string, what: string): void {
  const longest = Math.max(...place.split(path.sep).map((name) => Buffer.byteLength(name)));
  if (longest > LONGEST_NAME_IN_BYTES) throw new CannotWriteError(`The name given for ${what} is too long: ${String(longest)} bytes, where ${String(LONGEST_NAME_IN_BYTES)} are allowed. Choose a shorter one.`);
}

/** Moves the finished result to its place. @returns its path. */
export async function deliverFile(delivery: Delivery, result: ToolFile): Promise<string> {
  const { folder, fileName } = delivery;
  refuseOtherKind(delivery, result.name);
  return moveTo(delivery, path.join(folder, fileName ?? result.name), result.path);
}

/** @throws UsageError if OUTPUT promises another kind of file than the result has. */
export function refuseOtherKind({ fileName }: Pick<Delivery, 'fileName'>, resultName: string): void {
  if (fileName === null || kindOfName(fileName) === kindOfName(resultName)) return;
  throw new UsageError(`The result is a ${path.extname(resultName)} file: give OUTPUT that extension, or name a folder.`);
}

/** The format that an extension promises, else the extension itself. */
function kindOfName(name: string): string {
  const { extension } = splitName(name);
  return formatOfExtension(extension) ?? extension;
}

/** Moves a shapefile's files to their place, under the requested base name with its capitals. */
export async function deliverSet(delivery: Delivery, fileName: string, places: readonly string[]): Promise<string[]> {
  const { base } = splitName(fileName);
  const inCapitals = fileName.endsWith('.SHP');
  const targets = places.map((place) => {
    const { extension } = splitName(path.basename(place));
    if (extension === '.shp') return path.join(delivery.folder, fileName);
    return path.join(delivery.folder, base + (inCapitals ? extension.toUpperCase() : extension));
  });
  // Check all before moving any.
  for (const target of targets) await refuseInput(delivery, target);
  for (const [position, target] of targets.entries()) await moveTo(delivery, target, places[position]);
  return targets;
}

/**
 * Removes what is left of a shapefile that another one was written over: its index would hide features of the new one, its .prj would move it.
 * @param places the files of the result
 * @returns what was removed, in words
 */
export async function removeFormer({ inputs }: Pick<Delivery, 'inputs'>, places: readonly string[]): Promise<string[]> {
  const written = new Set(places);
  const shapefiles = new Map<string, Set<string>>();
  for (const place of places) {
    const { base, extension } = splitName(path.basename(place));
    if (extension === '.shp') shapefiles.set(path.dirname(place), (shapefiles.get(path.dirname(place)) ?? new Set()).add(base));
  }
  const removed: string[] = [];
  // Each folder is read once: there may be thousands of shapefiles in it, one for each value of a field.
  for (const [folder, bases] of shapefiles) {
    for (const name of await readdir(folder)) {
      const former = path.join(folder, name);
      const { base, extension } = splitName(name);
      if (!bases.has(base) || companionKind(extension) !== 'shapefile' || written.has(former)) continue;
      await refuseInput({ inputs }, former);
      await rm(former, { force: true });
      removed.push(`removed ${former}, which belonged to the shapefile that was there before`);
    }
  }
  return removed;
}

/**
 * Moves a finished file to its place, which for a report may be on another disk.
 * @throws UsageError if the output would overwrite an input, or a report the output; CannotWriteError.
 */
export async function moveTo(delivery: Kept, target: string, place: string): Promise<string> {
  await refuseInput(delivery, target);
  try {
    if (await isPipeOrDevice(target)) await pipeline(createReadStream(place), createWriteStream(target));
    else await rename(place, target).catch((error: unknown) => copyAcrossDisks(error, place, target));
  } catch (cause) {
    throw new CannotWriteError(`${target} cannot be written${whyNot(cause)}.`, { cause });
  }
  return target;
}

/** To be appended to "cannot be written"; empty if the reason would help nobody. */
function whyNot(cause: unknown): string {
  const reason = reasonUnwritable(cause);
  return reason === undefined ? '' : `: ${reason}`;
}

/**
 * Where the report goes, decided before any work is done; its folder is created if necessary.
 * @throws UsageError if the report would overwrite an input or the result; CannotWriteError if the folder cannot be created or written, or a name is too long.
 */
export async function planReport(report: string, delivery: Pick<Delivery, 'inputs'> & Partial<Delivery>, folders: CreatedFolders): Promise<string> {
  const place = path.resolve(report);
  refuseLongNames(place, 'the report');
  const { folder, fileName } = delivery;
  if (folder !== undefined && typeof fileName === 'string' && place === path.join(folder, fileName)) {
    throw new UsageError('The report and OUTPUT have the same name. Choose another for one of them.');
  }
  if (await isDirectory(place)) throw new UsageError(`--report takes a file; ${report} is a folder.`);
  await refuseInput(delivery, place, 'name for the report');
  await folders.create(path.dirname(place), report);
  await refuseReadOnly(place);
  return place;
}

/** Tries it: what the system says of permissions need not hold for an administrator, or on another disk. */
async function refuseReadOnly(place: string): Promise<void> {
  if (await isPipeOrDevice(place)) return;
  const folder = path.dirname(place);
  const trial = path.join(folder, `.${passingName()}.part`);
  try {
    await (await open(trial, 'wx')).close();
    await rm(trial);
  } catch (cause) {
    throw new CannotWriteError(`The folder ${folder} cannot be written.`, { cause });
  }
}

/** Runs work that follows the delivery of a result; if something cannot be written then, the error says where the result is. */
export async function afterDelivery<Result>(places: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CannotWriteError) || places.length === 0) throw error;
    throw new CannotWriteError(`${error.message} The result was written before: ${places[0]}${places.length === 1 ? '' : ` and ${String(places.length - 1)} more`}.`, { cause: error });
  }
}

/**
 * Inputs are compared as files: one may have several spellings of its name. Reports do not exist yet, so they are compared by their paths.
 * @param other the argument to be changed instead, if it is an input
 */
export async function refuseInput({ inputs, reports = [] }: Kept, target: string, other = 'OUTPUT'): Promise<void> {
  if (reports.includes(target)) throw new UsageError(`The report would be written over ${path.basename(target)}, a file of the result. Choose another name for the report.`);
  const there = await stat(target).catch(() => null);
  if (there === null) return;
  for (const input of inputs) {
    const own = await stat(input.path).catch(() => null);
    if (own !== null && own.dev === there.dev && own.ino === there.ino) throw new UsageError(`${path.basename(target)} would overwrite an input of that name. Choose another ${other} to keep the original.`);
  }
}

async function copyAcrossDisks(error: unknown, place: string, target: string): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
  // An existing file stays until the whole copy is written: on a full disk, a partial copy would be left.
  const passing = path.join(path.dirname(target), `.${passingName()}.part`);
  try {
    await copyFile(place, passing);
    await rename(passing, target);
  } catch (cause) {
    await rm(passing, { force: true });
    throw cause;
  }
}

/** These are written to. A file moved to their place would replace them, and a copy that fails (`copyFile`) removes what it was to write. */
async function isPipeOrDevice(place: string): Promise<boolean> {
  const there = await stat(place).catch(() => null);
  return there !== null && !there.isFile() && !there.isDirectory();
}

async function isDirectory(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() ?? false;
}
