import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Loss, ToolReport } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { diskFolder, driverFor, groupDatasets, openDiskFile, type DiskFile, type InputFile } from '@geoinsights/formats';
import { PartKind, type Layer, type Patch } from '@geoinsights/geometry/layer';
import { sentAs } from '../datasets/sent-as.ts';
import { closedInTurn, closeEach } from '../features/closing-afterwards.ts';
import { roundGeometry } from '../features/round-geometry.ts';
import { invalidNote } from '../validity/invalid-note.ts';
import { Judge } from '../validity/judge.ts';
import { patchOfRounded } from './patch-of-rounded.ts';

/** Files with fewer decimals. */
interface RoundedFiles {
  readonly files: readonly InputFile[];
  readonly losses: readonly Loss[];
  readonly notes: ToolReport['notes'];
  readonly close: () => Promise<void>;
}

/**
 * Rounds the coordinates of a dataset so that nothing crosses, and writes them into the bytes of its files; everything else in
 * them stays. Files that are not a dataset stay unchanged.
 * @throws ProblemError of the format; too-large if borders cross each other too often
 */
export async function roundFiles(files: readonly InputFile[], decimals: number, workFolder: string): Promise<RoundedFiles> {
  const grouped = await groupDatasets(files, { workFolder }).catch((error: unknown) => {
    // A photo is packed unchanged.
    if (error instanceof ProblemError && (error.code === 'file-unrecognised' || error.code === 'no-dataset')) return null;
    throw error;
  });
  if (grouped === null) return { files, losses: [], notes: [], close: () => Promise.resolve() };
  const rounded = new Map<string, DiskFile>();
  const losses: Loss[] = [];
  const notes: ToolReport['notes'] = [];
  const judge = new Judge();
  try {
    for (const { problem } of grouped.failures) throw problem;
    for (const input of grouped.datasets) {
      const dataset = await (await driverFor(input.format)).open(input, { workFolder });
      try {
        const folder = await mkdtemp(path.join(workFolder, 'rounded-'));
        const patches: (Patch | null)[] = [];
        for (const layer of dataset.layers) {
          const { name, geometry } = layer;
          const rounded = roundGeometry(geometry, decimals, name, sentAs(input).name);
          const patch = patchOfRounded(geometry, rounded.geometry, decimals);
          losses.push(...roundingLosses(name, geometry, decimals, patch?.features.length ?? 0), ...rounded.losses);
          const invalid = await judge.invalidAmong({ geometry: rounded.geometry, areApart: null });
          if (invalid.length > 0) notes.push(invalidNote(name, { count: invalid.length, first: invalid[0], name: layer.labelField === null ? null : layer.label(invalid[0]), where: `"${sentAs(input).name}"` }));
          patches.push(patch);
        }
        const written = await dataset.apply(patches, diskFolder(folder));
        for (const name of written.files) rounded.set(name, await openDiskFile(path.join(folder, name), name));
      } finally {
        await dataset.close();
      }
    }
  } catch (error) {
    await closedInTurn(rounded.values());
    throw error;
  } finally {
    await grouped.close();
  }
  return { files: files.map((file) => rounded.get(file.name) ?? file), losses, notes, close: () => closeEach(rounded.values()) };
}

/**
 * The losses of rounding a layer. Formats do not patch points, and patch heights and measures only with their vertex, so all of these keep their
 * digits.
 * @param rounded how many features have different coordinates now
 */
function roundingLosses(name: string, { partKinds, featureOffsets, z, m }: Layer, decimals: number, rounded: number): Loss[] {
  const losses: Loss[] = [];
  const add = (count: number, text: string) => losses.push({ code: 'coordinates-rounded', layer: name, field: null, count, text });
  if (rounded > 0) add(rounded, `Coordinates of lines and polygons in "${name}" were rounded to ${String(decimals)} ${decimals === 1 ? 'decimal place' : 'decimal places'}.${z === null && m === null ? '' : ' Heights and measures keep all their digits.'}`);
  let withPoints = 0;
  for (let feature = 0; feature < featureOffsets.length - 1; feature++) if (partKinds.subarray(featureOffsets[feature], featureOffsets[feature + 1]).includes(PartKind.Point)) withPoints++;
  if (withPoints > 0) add(withPoints, `${withPoints === 1 ? 'One feature' : `${String(withPoints)} features`} in "${name}" with points ${withPoints === 1 ? 'keeps' : 'keep'} all digits: only lines and polygons are rounded here. To round points as well, convert the file to KML or GeoJSON with a number of decimal places.`);
  return losses;
}
