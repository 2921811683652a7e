import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { systemNamed } from '@geoinsights/crs';
import { transformationFrom } from '@geoinsights/crs/transformation';
import { driverFor, groupDatasets, openDiskFile, problemOfAll } from '@geoinsights/formats';
import type { Attributes, Dataset, DatasetLayer, DatasetNote, DiskFile } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import type { LocalLayerSource } from '../local-layer/source.ts';
import { writeLocalLayer } from '../local-layer/write.ts';
import { featuresNotDrawn, leavesGeometriesOut, overruledNotes, publishingNotes } from './publishing-notes.ts';
import { reproject } from './reproject.ts';

export interface PublishRequest {
  /** The files of one dataset by path: a single file, or a shapefile's set. */
  readonly paths: readonly string[];
  /** The layer of the dataset; null if it has only one. */
  readonly layer: string | null;
  /** The reference system as stated by the operator: a code, a name, a PROJ definition or well-known text; null if the file states it. */
  readonly crs: string | null;
  /** The folder of all local layers; a new one is created in it. */
  readonly layersFolder: string;
  readonly onProgress?: (share: number, stage: string) => void;
}

export interface PublishedData {
  /** The name of the folder in `layersFolder` with the data. */
  readonly data: string;
  readonly features: number;
  /** About the file, and what of it is not on the map. */
  readonly notes: readonly string[];
}

/** Shares of the total time that the steps take on large layers. */
const STEPS = { reading: 0.25, transforming: 0.15, attributes: 0.1, writing: 0.5 };

/**
 * Turns a file of any of the five formats into a layer that this server draws. The file is only read, and nothing in it is repaired.
 * The output gets its final name only once it is complete.
 * @throws ProblemError for everything wrong with the file or its reference system
 */
export async function publishFile(request: PublishRequest): Promise<PublishedData> {
  const { layersFolder, onProgress = () => undefined } = request;
  await mkdir(layersFolder, { recursive: true });
  const workFolder = await mkdtemp(path.join(layersFolder, '.publishing-'));
  const files: DiskFile[] = [];
  try {
    for (const place of request.paths) files.push(await openDiskFile(place));
    const grouped = await groupDatasets(files, { workFolder });
    try {
      // Only one dataset is published, so an unreadable file next to it is probably part of it.
      if (grouped.failures.length > 0) throw problemOfAll(grouped.failures);
      const [dataset, ...others] = grouped.datasets;
      if (others.length > 0) {
        throw new ProblemError('layer-one-dataset', { count: grouped.datasets.length, files: grouped.datasets.map(({ files: [main] }) => `"${main.name}"`).join(', ') });
      }
      const driver = await driverFor(dataset.format);
      const opened = await driver.open(dataset, { workFolder, onProgress: (share) => onProgress(share * STEPS.reading, 'reading') });
      try {
        return await publishDataset(opened, request, dataset.files[0].name, grouped.notes, onProgress);
      } finally {
        await opened.close();
      }
    } finally {
      await grouped.close();
    }
  } finally {
    for (const file of files) await file.close();
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function publishDataset(dataset: Dataset, { layer: wanted, crs, layersFolder }: PublishRequest, file: string, notes: readonly DatasetNote[], onProgress: (share: number, stage: string) => void): Promise<PublishedData> {
  const index = chooseLayer(dataset, wanted, file);
  const layer = dataset.layers[index];
  if (crs === null && isContradicted(dataset, index)) throw new ProblemError('layer-crs-contradicted', { file });
  // A definition is no name, whatever words are in it.
  const given = crs === null || /[+[(]/.test(crs) ? crs : (systemNamed(crs)?.code ?? crs);
  const toWgs84 = transformationFrom(layer.crs, given, file);
  const geometry = await reproject(layer, crs ?? layer.crs.name, toWgs84, file, (share) => onProgress(STEPS.reading + share * STEPS.transforming, 'transforming'));
  if (!geometry.xy.some((ordinate) => Number.isFinite(ordinate))) throw new ProblemError(leavesGeometriesOut(dataset.notes) ? 'layer-kinds-not-drawn' : 'layer-without-features', { file });
  const features = geometry.featureOffsets.length - 1;
  let before = STEPS.reading + STEPS.transforming;
  const attributes = await readAttributes(dataset, index, features, (share) => onProgress(before + share * STEPS.attributes, 'reading attributes'));
  before += STEPS.attributes;
  const data = randomUUID();
  await writeLocalLayer(path.join(layersFolder, data), sourceOf(layer, geometry, attributes), (share) => onProgress(before + share * STEPS.writing, 'writing'));
  return { data, features, notes: [...overruledNotes(layer.crs, given), ...publishingNotes([...notes, ...dataset.notes], { features, notDrawn: featuresNotDrawn(geometry), isSystemGiven: crs !== null })] };
}

/** Whether the file states degrees for a layer whose coordinates cannot be degrees, which is then read as one without a system. */
function isContradicted({ layers, notes }: Dataset, index: number): boolean {
  const { crs, name } = layers[index];
  const isUnknown = crs.code === null && crs.wkt === undefined;
  return isUnknown && notes.some(({ code, text }) => code === 'crs-contradicted' && (layers.length === 1 || text.includes(`layer "${name}"`)));
}

function sourceOf(layer: DatasetLayer, geometry: Layer, attributes: readonly Attributes[]): LocalLayerSource {
  return { geometry, attributes: (feature) => attributes[feature] ?? {}, label: (feature) => layer.label(feature) };
}

function chooseLayer({ layers }: Dataset, wanted: string | null, file: string): number {
  const names = layers.map(({ name }) => `"${name}"`).join(', ');
  if (wanted === null && layers.length === 1) return 0;
  if (wanted === null) throw layers.length === 0 ? new ProblemError('layer-without-features', { file }) : new ProblemError('layer-choice-needed', { file, count: layers.length, layers: names });
  const index = layers.findIndex(({ name }) => name === wanted);
  if (index < 0) throw new ProblemError('layer-name-unknown', { layer: wanted, place: `"${file}"`, layers: names });
  return index;
}

/** Features between two progress reports. */
const REPORT_EVERY = 4096;

async function readAttributes(dataset: Dataset, layer: number, features: number, onProgress: (share: number) => void): Promise<Attributes[]> {
  const reader = dataset.attributes(layer);
  const all: Attributes[] = [];
  try {
    for (let feature = 0; feature < features; feature++) {
      all.push(await reader.at(feature));
      if (feature % REPORT_EVERY === 0) onProgress(feature / features);
    }
  } finally {
    await reader.close();
  }
  return all;
}
