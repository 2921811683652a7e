import { ProblemError } from '@geoinsights/contract/errors';
import type { Layer } from '@geoinsights/geometry';
import type { CoordinateReferenceSystem, DatasetContent, DatasetFiles, DatasetLayer, InputFile, OpenOptions } from '../driver.ts';
import { encodingNote, EncodingWatch } from '../encoding-watch.ts';
import { unreadablePositionNote } from '../unreadable-positions.ts';
import { crsOfFile } from './crs-member.ts';
import { Fault, problemOf } from './fault.ts';
import type { LabelList } from './labels.ts';
import { LayerBuilder } from './layer-builder.ts';
import { layerNameIn } from './layer-name.ts';
import { unknownTypeNote } from './notes.ts';
import { GeoJsonReader } from './reader.ts';
import type { Collection } from './reader.ts';
import { JsonScanner } from './scanner.ts';
import { seenPositions } from './seen-positions.ts';
import { walkOver } from './walk.ts';

export interface GeoJsonContent extends DatasetContent {
  readonly format: 'geojson';
  readonly file: InputFile;
  /** The file range of each feature's object. */
  readonly items: { readonly starts: Float64Array; readonly ends: Float64Array };
  readonly collections: readonly Collection[];
}

/**
 * Reads a GeoJSON file into one layer; each feature of the file becomes one feature of the layer, in order.
 * @throws ProblemError with the position of the fault.
 */
export async function readGeoJson(dataset: DatasetFiles, options: OpenOptions = {}): Promise<GeoJsonContent> {
  const [file] = dataset.files;
  if (file.size === 0) throw new ProblemError('file-empty', { file: file.name });
  const builder = new LayerBuilder(null, file.size);
  const encoding = new EncodingWatch();
  const reader = await readFile(encoding.over(file), builder, options);
  const geometry = builder.layer();
  const { crs, notes } = await crsOfFile(file, reader.crs, () => seenPositions(geometry));
  return {
    format: 'geojson',
    name: dataset.name,
    layers: [layerOf((await layerNameIn(file, reader.name)) ?? dataset.name, crs, geometry, builder.labels)],
    notes: [...notes, ...unknownTypeNote(builder), ...unreadablePositionNote(geometry), ...encodingNote(encoding, file)],
    shellWinding: 'counter-clockwise',
    file,
    items: builder.items(),
    collections: reader.collections,
    close: () => Promise.resolve(),
  };
}

async function readFile(file: InputFile, builder: LayerBuilder, options: OpenOptions): Promise<GeoJsonReader> {
  const scanner = new JsonScanner();
  const reader = new GeoJsonReader(scanner, builder);
  try {
    await walkOver(reader.file(), scanner, file, 0, file.size, (offset) => options.onProgress?.(offset / file.size));
  } catch (error) {
    throw error instanceof Fault ? await problemOf(error, file) : error;
  }
  return reader;
}

/** A separate function, so that the layer's closures keep only the labels alive and not everything used while reading. */
function layerOf(name: string, crs: CoordinateReferenceSystem, geometry: Layer, labels: LabelList): DatasetLayer {
  return { name, crs, geometry, label: (feature) => labels.label(feature) ?? `feature ${feature + 1}`, labelField: labels.field, id: (feature) => labels.ids.at(feature) };
}
