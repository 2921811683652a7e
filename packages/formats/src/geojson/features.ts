import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetFiles, InputFile } from '../driver.ts';
import { EncodingWatch } from '../encoding-watch.ts';
import type { FeatureBatch } from '../features/feature-batch.ts';
import type { FeatureDataset, FeatureLayer, LayerSchema, OpenFeaturesOptions } from '../features/feature-dataset.ts';
import { BatchBuilder } from './batch-builder.ts';
import { crsOfFile } from './crs-member.ts';
import { Fault, problemOf } from './fault.ts';
import { surveyNotes } from './feature-notes.ts';
import { FieldSurvey } from './field-survey.ts';
import type { FieldSurveyResult } from './field-survey.ts';
import type { ForeignMembers } from './foreign-members.ts';
import type { LayerBuilder } from './layer-builder.ts';
import { layerNameIn } from './layer-name.ts';
import type { Range } from './object-node.ts';
import type { RangeList } from './range-list.ts';
import { GeoJsonReader } from './reader.ts';
import type { Walk } from './reader.ts';
import { RowReader } from './row-reader.ts';
import { JsonScanner } from './scanner.ts';
import { SurveyBuilder } from './survey-builder.ts';
import { courseOver, walkOver } from './walk.ts';

/** The result of one pass over a file. */
interface Survey {
  readonly attributes: FieldSurveyResult;
  readonly geometry: SurveyBuilder;
  readonly foreign: ForeignMembers;
  /** Where the `crs` member's value lies. */
  readonly crs: Range | null;
  /** Where the value of the layer's name lies. */
  readonly name: Range | null;
}

/**
 * Opens a GeoJSON file for reading feature by feature. The format has no schema, so one pass over the file finds the fields;
 * only the positions of the features stay in memory.
 * @throws ProblemError with the position of the fault, as the driver does
 */
export async function openGeoJsonFeatures(dataset: DatasetFiles, options: OpenFeaturesOptions = {}): Promise<FeatureDataset> {
  const [file] = dataset.files;
  if (file.size === 0) throw new ProblemError('file-empty', { file: file.name });
  const encoding = new EncodingWatch();
  const { attributes, geometry, foreign, crs: member, name } = await withPlaces(file, () => surveyOf(encoding.over(file), options));
  const { crs, notes } = await crsOfFile(file, member, () => geometry.positions);
  const isUtf8 = encoding.firstWrong === null;
  return {
    format: 'geojson',
    name: dataset.name,
    layers: [layerOf({ name: (await layerNameIn(file, name)) ?? dataset.name, crs, ...schemaOf(geometry, attributes) }, file, geometry.ranges, attributes, isUtf8)],
    notes: [...notes, ...surveyNotes(geometry, foreign, attributes, encoding, file)],
    close: () => Promise.resolve(),
  };
}

function schemaOf({ geometryTypes, hasZ, hasM, ranges }: SurveyBuilder, { fields, hasIds }: FieldSurveyResult): Omit<LayerSchema, 'name' | 'crs'> {
  return {
    fields: fields.map(({ name, type, width, decimals, isWithoutValues }) => ({ name, type, width, decimals, ...(isWithoutValues === true ? { isWithoutValues } : {}) })),
    geometryTypes, hasZ, hasM,
    ids: hasIds ? 'own' : 'none',
    count: ranges.length,
  };
}

/** A separate function, so that the layer's closures keep only the ranges alive and not everything used to find them. */
function layerOf(schema: LayerSchema, file: InputFile, ranges: RangeList, attributes: FieldSurveyResult, isUtf8: boolean): FeatureLayer {
  return { ...schema, read: () => batchesOf(file, ranges, attributes, isUtf8) };
}

async function surveyOf(file: InputFile, options: OpenFeaturesOptions): Promise<Survey> {
  const scanner = new JsonScanner();
  scanner.keepsNames = true;
  const fields = new FieldSurvey();
  const geometry = new SurveyBuilder(fields, options.onVertices);
  const reader = new GeoJsonReader(scanner, geometry);
  await walkOver(reader.file(), scanner, file, 0, file.size, (offset) => options.onProgress?.(offset / file.size));
  const { crs, name } = reader;
  const { foreignMembers: foreign } = geometry;
  if (!geometry.isTainted) return { attributes: fields.result(), geometry, foreign, crs, name };
  // Now the features are known. A second pass discards what was collected from other objects.
  const own = new FieldSurvey();
  const ownGeometry = new SurveyBuilder(own);
  const ownReader = new GeoJsonReader(scanner, ownGeometry);
  const { ranges } = geometry;
  await walkOver(itemsOf(ownReader, scanner, ownGeometry, ranges, 0, () => false), scanner, file, 0, file.size);
  return { attributes: own.result(), geometry: ownGeometry, foreign, crs, name };
}

async function* batchesOf(file: InputFile, items: RangeList, { fields, hasIds }: FieldSurveyResult, isUtf8: boolean): AsyncGenerator<FeatureBatch, void, undefined> {
  if (items.length === 0) return;
  const scanner = new JsonScanner();
  const builder = new BatchBuilder(new RowReader(fields, isUtf8), hasIds);
  const reader = new GeoJsonReader(scanner, builder);
  const course = await courseOver(scanner, file, items.start(0), items.end(items.length - 1));
  for (let next = 0; next < items.length; ) {
    const first = next;
    await withPlaces(file, () => course.follow(itemsOf(reader, scanner, builder, items, first, () => builder.isFull)));
    next += builder.features;
    yield builder.take(first);
  }
}

/** Reads consecutive features from `first` on until `isEnough`. */
function* itemsOf(reader: GeoJsonReader, scanner: JsonScanner, builder: LayerBuilder, items: RangeList, first: number, isEnough: () => boolean): Walk<void> {
  for (let item = first; item < items.length && !isEnough(); item++) {
    const start = items.start(item);
    if (!scanner.goTo(start)) yield start;
    const { features } = builder;
    yield* reader.feature();
    if (builder.features !== features + 1 || scanner.offset !== items.end(item)) throw new Error('a feature is not what it was when the file was opened');
  }
}

/** Reports faults as problems of the error table, with line and column. */
async function withPlaces<Result>(file: InputFile, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Fault ? await problemOf(error, file) : error;
  }
}
