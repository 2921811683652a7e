import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { diskFolder, driverFor, groupDatasets, openDiskFile, type DiskFile, type InputFile } from '@geoinsights/formats';
import { decimalsThatFit, roundCoordinates, TooTangledError } from '@geoinsights/geometry';
import { patchOfRounded } from './patch-of-rounded.ts';

/** Files with fewer decimals. */
export interface RoundedFiles {
  readonly files: readonly InputFile[];
  readonly losses: readonly Loss[];
  readonly close: () => Promise<void>;
}

/**
 * Rounds the coordinates of a dataset so that nothing crosses, and writes them into the bytes of its files; everything else in
 * them stays. Files that are not a dataset stay as they are.
 * @throws ProblemError of the format; too-large if borders cross each other too often
 */
export async function roundFiles(files: readonly InputFile[], decimals: number, workFolder: string): Promise<RoundedFiles> {
  const grouped = await groupDatasets(files, { workFolder }).catch((error: unknown) => {
    // A photo is packed as it is.
    if (error instanceof ProblemError && (error.code === 'file-unrecognised' || error.code === 'no-dataset')) return null;
    throw error;
  });
  if (grouped === null) return { files, losses: [], close: () => Promise.resolve() };
  const rounded = new Map<string, DiskFile>();
  const losses: Loss[] = [];
  try {
    for (const { problem } of grouped.failures) throw problem;
    for (const input of grouped.datasets) {
      const dataset = await (await driverFor(input.format)).open(input, { workFolder });
      try {
        const folder = await mkdtemp(path.join(workFolder, 'rounded-'));
        const patches = dataset.layers.map(({ name, geometry }) => {
          const { layer, vanished } = roundedLayer(geometry, decimals, dataset.name);
          const patch = patchOfRounded(geometry, layer);
          if (patch !== null) losses.push({ code: 'coordinates-rounded', layer: name, field: null, count: patch.features.length, text: `Coordinates in "${name}" were rounded to ${String(decimals)} ${decimals === 1 ? 'decimal' : 'decimals'}.` });
          if (vanished.length > 0) losses.push({ code: 'empty-geometry-left-out', layer: name, field: null, count: vanished.length, text: `Of ${vanished.length === 1 ? 'one feature' : `${String(vanished.length)} features`} in "${name}" nothing is left at ${String(decimals)} ${decimals === 1 ? 'decimal' : 'decimals'}; ${vanished.length === 1 ? 'it stays' : 'they stay'} without a geometry.` });
          return patch;
        });
        const written = await dataset.apply(patches, diskFolder(folder));
        for (const name of written.files) rounded.set(name, await openDiskFile(path.join(folder, name), name));
      } finally {
        await dataset.close();
      }
    }
  } catch (error) {
    await closeAll(rounded);
    throw error;
  } finally {
    await grouped.close();
  }
  return { files: files.map((file) => rounded.get(file.name) ?? file), losses, close: () => closeAll(rounded) };
}

function roundedLayer(geometry: Parameters<typeof roundCoordinates>[0], decimals: number, file: string): ReturnType<typeof roundCoordinates> {
  // For large coordinates this many decimals exceed the precision of a double: there is nothing to round.
  if (decimals > decimalsThatFit(geometry)) return { layer: geometry, vanished: new Int32Array(0) };
  try {
    return roundCoordinates(geometry, decimals);
  } catch (cause) {
    if (!(cause instanceof TooTangledError)) throw cause;
    throw new ProblemError('too-large', { file, reason: 'its borders cross each other too often to be rounded. Repair it first.' }, { cause });
  }
}

async function closeAll(files: ReadonlyMap<string, DiskFile>): Promise<void> {
  for (const file of files.values()) await file.close();
}
