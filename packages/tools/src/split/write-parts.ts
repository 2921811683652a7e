import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import type { FormatName } from '@geoinsights/contract';
import { featureFormat, named, unflushedFolder, type DatasetWriter, type FeatureDataset } from '@geoinsights/formats';
import { Tally } from '../features/tally.ts';
import { pickFeatures } from '../features/pick-features.ts';
import { faultsOf, writtenLayer, type DatasetOnDisk } from '../features/write-datasets.ts';
import { LineWatch } from '../validity/line-watch.ts';
import { PolygonWatch } from '../validity/polygon-watch.ts';
import type { Parts } from './parts.ts';

/**
 * How many parts are written per pass over the source, because each holds open files and up to some megabytes of buffers: at least the first number,
 * and more as long as the parts together have at most this many features.
 */
const FEWEST_AT_ONCE = 16;
const MOST_AT_ONCE = 64;
const FEATURES_AT_ONCE = 50_000;

interface PartsToWrite extends Parts {
  readonly dataset: FeatureDataset;
  readonly format: FormatName;
  /** The common beginning of the parts' names. */
  readonly prefix: string;
  readonly folder: string;
  readonly workFolder: string;
  readonly onMainFiles: (names: readonly string[]) => void;
}

/** Writes a dataset for each part, several per pass over the source. */
export async function writeParts(wanted: PartsToWrite, onProgress: (share: number, stage: string) => void): Promise<DatasetOnDisk[]> {
  const written: DatasetOnDisk[] = [];
  const counts = countsOf(wanted);
  const { layers } = wanted.dataset;
  const { mainFiles } = await featureFormat(wanted.format);
  wanted.onMainFiles(counts.flatMap((ofPart, part) => mainFiles(nameOf(wanted, part), layersOf(ofPart).map((layer) => layers[layer].name))));
  const watch = new PolygonWatch(wanted.format, layers.length);
  const lines = new LineWatch(layers.length);
  try {
    let first = 0;
    while (first < wanted.names.length) {
      const end = endOfPass(counts, first);
      // Every pass reads all features.
      written.push(...(await writeSome(wanted, counts, first, end, first === 0 ? { watch, lines } : null)));
      onProgress(end / wanted.names.length, `Writing ${String(end)} of ${String(wanted.names.length)} files`);
      first = end;
    }
    const faults = faultsOf(layers, { polygons: await watch.finish(), lines: lines.layers }, 'the file');
    return withLossesOnce(written).map((part, place) => (place === 0 ? { ...part, faults } : part));
  } finally {
    await watch.end();
  }
}

/** A loss that all parts share is reported once; one that only some parts share, with their names; and one with a count, with the file that it applies to. */
function withLossesOnce(parts: readonly DatasetOnDisk[]): DatasetOnDisk[] {
  const losing = new Map<string, string[]>();
  for (const { files, losses } of parts) {
    for (const loss of losses) {
      const key = JSON.stringify(loss);
      losing.set(key, [...(losing.get(key) ?? []), files[0]]);
    }
  }
  const reported = new Set<string>();
  return parts.map((part) => ({
    ...part,
    losses: part.losses.flatMap((loss) => {
      if (loss.count !== null) return [{ ...loss, text: `"${part.files[0]}": ${loss.text}` }];
      const key = JSON.stringify(loss);
      if (reported.has(key)) return [];
      reported.add(key);
      const files = losing.get(key) ?? [];
      return [files.length === parts.length ? loss : { ...loss, text: `${named(files)}: ${loss.text}` }];
    }),
  }));
}

/** A part being written. */
interface OpenPart {
  readonly name: string;
  readonly folder: string;
  /** The indices of the layers in the dataset that it has features from. */
  readonly layers: readonly number[];
  readonly counts: readonly number[];
  readonly writer: DatasetWriter;
  readonly tally: Tally;
}

function nameOf({ prefix, names }: Pick<PartsToWrite, 'prefix' | 'names'>, part: number): string {
  return `${prefix}-${names[part]}`;
}

/** The indices of the layers that a part has features from. */
function layersOf(counts: readonly number[]): number[] {
  return [...counts.keys()].filter((layer) => counts[layer] > 0);
}

/** How many features of each layer go into each part. */
function countsOf({ names, partOf }: Parts): number[][] {
  const counts = names.map(() => partOf.map(() => 0));
  for (const [layer, parts] of partOf.entries()) for (const part of parts) counts[part][layer]++;
  return counts;
}

/** The end of the range of parts that are written in the same pass as the first. */
function endOfPass(counts: readonly (readonly number[])[], first: number): number {
  let features = 0;
  for (let end = first; end < counts.length; end++) {
    features += counts[end].reduce((sum, count) => sum + count, 0);
    if (end - first === MOST_AT_ONCE || (end - first >= FEWEST_AT_ONCE && features > FEATURES_AT_ONCE)) return end;
  }
  return counts.length;
}

/** For each of the parts [first, end) that has features of a batch, 1 for each of these features. @param parts the part of each feature of the batch */
function marksOf(parts: Int32Array, first: number, end: number): Map<number, Uint8Array> {
  const marks = new Map<number, Uint8Array>();
  for (let feature = 0; feature < parts.length; feature++) {
    const part = parts[feature];
    if (part < first || part >= end) continue;
    let keep = marks.get(part);
    if (keep === undefined) marks.set(part, (keep = new Uint8Array(parts.length)));
    keep[feature] = 1;
  }
  return marks;
}

async function writeSome({ dataset, format, names, partOf, prefix, folder, workFolder }: PartsToWrite, countsOfParts: readonly (readonly number[])[], first: number, end: number, watching: { readonly watch: PolygonWatch; readonly lines: LineWatch } | null): Promise<DatasetOnDisk[]> {
  const { create } = await featureFormat(format);
  const open: OpenPart[] = [];
  try {
    for (let part = first; part < end; part++) {
      const counts = countsOfParts[part];
      const layers = layersOf(counts);
      const name = nameOf({ prefix, names }, part);
      const own = path.join(folder, String(part));
      await mkdir(own, { recursive: true });
      const schemas = layers.map((layer) => ({ ...dataset.layers[layer], count: counts[layer] }));
      open.push({ name, folder: own, layers, counts, writer: await create({ folder: unflushedFolder(own), name, workFolder }, schemas, {}), tally: new Tally() });
    }
    for (const [position, layer] of dataset.layers.entries()) {
      let at = 0;
      const placed = open.map(() => 0);
      for await (const batch of layer.read()) {
        await watching?.watch.add(position, batch);
        watching?.lines.add(position, batch);
        const marks = marksOf(partOf[position].subarray(at, at + batch.rows.length), first, end);
        at += batch.rows.length;
        for (const [part, keep] of marks) {
          const index = part - first;
          const { layers, writer, tally } = open[index];
          const picked = pickFeatures(batch, keep, placed[index]);
          if (picked === null) continue;
          placed[index] += picked.rows.length;
          tally.add(picked);
          await writer.write(layers.indexOf(position), picked);
        }
      }
      if (at !== partOf[position].length) throw new Error(`layer ${layer.name} has ${String(at)} features instead of ${String(partOf[position].length)}`);
    }
    const done: DatasetOnDisk[] = [];
    while (open.length > 0) {
      const { name, folder: own, layers, counts, writer, tally } = open[0];
      const { files, layerNames, losses } = await writer.close();
      open.shift();
      done.push({ format, name, folder: own, files, losses, faults: [], tally, layers: layers.map((layer, place) => writtenLayer(format, { ...dataset.layers[layer], name: layerNames?.[place] ?? dataset.layers[layer].name }, counts[layer])) });
    }
    return done;
  } finally {
    // Parts still open were not finished: discard them.
    for (const { writer } of open) await writer.abort();
  }
}
