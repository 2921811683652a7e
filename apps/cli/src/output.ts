import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ToolFile } from '@geoinsights/tools';
import { CannotWriteError, UsageError } from './exit-codes.ts';

/** Where the result goes, decided before any work is done. */
export interface Delivery {
  /** Existing folder that takes the result. */
  readonly folder: string;
  /** File name that was asked for; null for the result's own name. */
  readonly fileName: string | null;
  /** The files of a shapefile's set by themselves, not in an archive. */
  readonly unpacked: boolean;
}

/**
 * A name with an extension is a file; anything else is a folder, made if it does not stand there.
 * @throws UsageError when the result would overwrite an input; CannotWriteError when the folder cannot be made.
 */
export async function planDelivery(output: string, inputs: readonly ToolFile[]): Promise<Delivery> {
  const place = path.resolve(output);
  const isFolder = /[/\\]$/.test(output) || path.extname(place) === '' || (await isDirectory(place));
  const folder = isFolder ? place : path.dirname(place);
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new CannotWriteError(`The folder of ${output} cannot be made.`, { cause });
  });
  if (!isFolder && inputs.some((input) => input.path === place)) {
    throw new UsageError('OUTPUT is one of the inputs. Choose another name, so that the original stays as it is.');
  }
  const unpacked = !isFolder && path.extname(place).toLowerCase() === '.shp';
  return { folder, fileName: isFolder ? null : path.basename(place), unpacked };
}

/** Moves the finished result to its place. @returns where it lies now. */
export async function deliverFile(delivery: Delivery, result: ToolFile): Promise<string> {
  const { folder, fileName } = delivery;
  if (fileName !== null && path.extname(fileName).toLowerCase() !== path.extname(result.name).toLowerCase()) {
    throw new UsageError(`The result is a ${path.extname(result.name)} file: name OUTPUT so, or give a folder.`);
  }
  return moveTo(path.join(folder, fileName ?? result.name), result.path);
}

/** Moves the files of a shapefile's set to their place, under the base name that was asked for. */
export async function deliverSet(delivery: Delivery, datasetName: string, places: readonly string[]): Promise<string[]> {
  const base = path.basename(delivery.fileName ?? datasetName, path.extname(delivery.fileName ?? ''));
  const delivered: string[] = [];
  for (const place of places) {
    const ending = path.basename(place).slice(datasetName.length);
    delivered.push(await moveTo(path.join(delivery.folder, base + ending), place));
  }
  return delivered;
}

/** Moves a finished file to its place, which for a report may be on another disk. */
export async function moveTo(target: string, place: string): Promise<string> {
  try {
    await rename(place, target).catch((error: unknown) => copyAcrossDisks(error, place, target));
  } catch (cause) {
    throw new CannotWriteError(`${target} cannot be written.`, { cause });
  }
  return target;
}

async function copyAcrossDisks(error: unknown, place: string, target: string): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
  await copyFile(place, target);
}

async function isDirectory(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() ?? false;
}
