import type { FieldValue } from '../features/field.ts';
import { tidied } from '../features/tidy.ts';
import type { FeatureBatch } from '../features/feature-batch.ts';
import { GeometryType } from '../features/feature-batch.ts';
import type { FeatureDataset, FeatureLayer, OpenFeaturesOptions } from '../features/feature-dataset.ts';
import { areDegrees } from '../crs.ts';
import { extentOf } from '../extent.ts';
import { FileWindow } from '../files/window.ts';
import type { Extent } from '../extent.ts';
import type { DatasetFiles, DatasetNote, InputFile } from '../driver.ts';
import { openTable } from './attributes.ts';
import type { OpenedTable } from './attributes.ts';
import { lengthNotes, rowsForShapes } from './completeness.ts';
import { rowReader } from './dbf-rows.ts';
import type { RowReader } from './dbf-rows.ts';
import { findRecords } from './find-records.ts';
import type { FoundRecords } from './find-records.ts';
import { readRecords } from './geometry.ts';
import { readHeader } from './header.ts';
import { holdsMeasures } from './measures.ts';
import { indexNotes, mismatchNote } from './index-notes.ts';
import { named } from '../named-fields.ts';
import { attributeRows, readCrs } from './read.ts';
import { recordBatches, windowOver } from './record-batches.ts';
import { entriesOf } from './record-table.ts';
import type { BatchRecords } from './record-batches.ts';
import { shapefileSet } from './set.ts';
import type { ShapefileSet } from './set.ts';
import { ShapeType, shapeKindOf } from './shape-types.ts';
import type { Survey } from './survey.ts';
import { tableNotes, valueNotes } from './table-notes.ts';
import { surveyTable } from './table-survey.ts';
import type { ColumnSurvey, TableSurvey } from './table-survey.ts';
import { VertexScan } from './vertex-scan.ts';

const NO_BYTES = new Uint8Array(0);
/** Bytes of the .dbf that are read at a time. */
const ROWS_AT_A_TIME = 1 << 19;
const NO_ROWS: RowReader = { fields: [], leftOut: [], asTexts: [], renamed: [], read: (_, places) => Array.from(places, () => []) };

/**
 * Opens a shapefile for reading feature by feature. It keeps some 20 bytes per record, and vertices and rows of one batch only.
 *
 * - A polygon record with several rings may turn out to be one Polygon or several. If there is such a record, the layer lists both types.
 * - Null shapes, and MultiPatch shapes, which are not read, are features without geometry.
 * - Records whose .dbf row is marked as deleted are not features, as in GDAL: editors hide them and leave them in the file
 *   until it is packed.
 *
 * @throws ProblemError
 */
export async function openShapefileFeatures(dataset: DatasetFiles, options: OpenFeaturesOptions = {}): Promise<FeatureDataset> {
  const set = shapefileSet(dataset);
  const header = await readHeader(set.main);
  const rowCount = set.attributes === null ? null : await attributeRows(set.attributes);
  const { onVertices } = options;
  const withValues = options.geometryOnly !== true;
  const surveyFor = (shapes: number) => surveyRows(set, shapes, withValues);
  // The rows are read while the shapes are waited for, and the other way round. An index that holds lists as many shapes as are found.
  const listed = set.index === null ? null : entriesOf(set.index);
  const [found, early] = await Promise.allSettled([
    findRecords(set, header.statedLength, rowCount, onVertices === undefined ? null : new VertexScan(onVertices)),
    listed === null ? null : surveyFor(listed),
  ]);
  const records = valueOf(found);
  const lengths = lengthNotes(set, header.statedLength, records, rowCount);
  const table = listed === records.table.count ? valueOf(early) : await surveyFor(records.table.count);
  const deleted = table?.deleted ?? new Int32Array(0);
  const rows = table === null || !withValues ? null : { ...table, reader: rowReader(table, table.columns) };
  const { crs, notes } = await readCrs(set, () => extentOfAll(set.main, records));
  const { fields, leftOut } = rows?.reader ?? NO_ROWS;
  const layer = {
    name: dataset.name,
    crs,
    fields,
    ...(kindsIn(records.survey) ?? kindsOf(header.shapeType)),
    ...(records.survey.hasM.includes(1) ? { hasM: await holdsMeasures(set.main, records) } : {}),
    ids: 'none' as const,
    count: records.table.count - deleted.length,
  };
  options.onProgress?.(1);
  return {
    format: 'shapefile',
    name: dataset.name,
    layers: [{ ...layer, read: () => readBatches(set.main, records, deleted, rows) }],
    notes: [...notes, ...lengths, ...mismatchNote(set, records), ...indexNotes(records), ...tableNotes(set.attributes, table?.header ?? null, records.table.count), ...contentNotes(records, table === null ? null : rowCount, deleted.length, leftOut), ...valueNotes(rows)],
    close: () => Promise.resolve(),
  };
}

/** @throws what the promise was rejected with */
function valueOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

interface Rows extends OpenedTable {
  readonly file: InputFile;
  readonly reader: RowReader;
  readonly columns: readonly ColumnSurvey[];
}

/** Opens the .dbf and looks at its rows. @returns null if there is none, or none that can be read @param shapes how many there are; further rows do not count */
async function surveyRows({ attributes, companions }: ShapefileSet, shapes: number, withValues: boolean): Promise<(OpenedTable & TableSurvey & { readonly file: InputFile }) | null> {
  if (attributes === null) return null;
  const opened = await openTable(attributes, companions);
  return opened === null ? null : { file: attributes, ...opened, ...(await surveyTable(attributes, opened, shapes, withValues)) };
}

async function* readBatches(file: InputFile, found: FoundRecords, deleted: Int32Array, rows: Rows | null): AsyncGenerator<FeatureBatch, void, undefined> {
  const window = windowOver(file, found);
  const table = rows === null ? null : new FileWindow(rows.file, ROWS_AT_A_TIME);
  let first = 0;
  for (const records of recordBatches(found, deleted, rows?.header.rowBytes ?? 0)) {
    const { layer } = await readRecords(window, records, () => undefined);
    const geometry = tidied(layer);
    const values = rows === null || table === null ? NO_ROWS.read(NO_BYTES, records.numbers) : await readRows(rows, table, records.numbers);
    yield { first, geometry, types: typesOf(records, geometry.featureOffsets), rows: values, ids: null };
    first += records.numbers.length;
  }
}

/** The rows of some records; a missing row is all nulls. */
async function readRows({ header, reader }: Rows, window: FileWindow, numbers: Int32Array): Promise<FieldValue[][]> {
  const { headerBytes, rowBytes, rows } = header;
  const start = headerBytes + numbers[0] * rowBytes;
  const end = headerBytes + (numbers[numbers.length - 1] + 1) * rowBytes;
  if (!window.has(start, end)) await window.load(start, end);
  const bytes = window.bytes.subarray(start - window.start, Math.min(end, window.end) - window.start);
  const places = numbers.map((number) => {
    const place = (number - numbers[0]) * rowBytes;
    return number < rows && place + rowBytes <= bytes.length ? place : -1;
  });
  return reader.read(bytes, places);
}

function typesOf({ survey, numbers }: BatchRecords, featureOffsets: Int32Array): Uint8Array {
  const types = new Uint8Array(numbers.length);
  for (let feature = 0; feature < types.length; feature++) {
    const isOne = featureOffsets[feature + 1] - featureOffsets[feature] <= 1;
    types[feature] = typeOf(survey.types[feature], isOne);
  }
  return types;
}

function typeOf(code: number, isOne: boolean): GeometryType {
  switch (shapeKindOf(code)?.family) {
    case 'point':
      return GeometryType.Point;
    case 'multipoint':
      return GeometryType.MultiPoint;
    case 'line':
      return isOne ? GeometryType.LineString : GeometryType.MultiLineString;
    case 'polygon':
      return isOne ? GeometryType.Polygon : GeometryType.MultiPolygon;
    case 'null':
    case 'multipatch':
    case undefined:
      return GeometryType.None;
  }
}

type Kinds = Pick<FeatureLayer, 'geometryTypes' | 'hasZ' | 'hasM'>;

/** The geometry types, judged by the record heads alone, which do not tell whether there are measures; null if no record has a geometry. */
function kindsIn({ types, ringCounts }: Survey): Kinds | null {
  const found = new Set<number>();
  let hasZ = false;
  for (let record = 0; record < types.length; record++) {
    const kind = shapeKindOf(types[record]);
    if (kind === null || kind.family === 'null' || kind.family === 'multipatch') continue;
    hasZ ||= kind.hasZ && ringCounts[record] > 0;
    const isOne = ringCounts[record] <= 1;
    if (!isOne && kind.family === 'polygon') found.add(GeometryType.Polygon);
    found.add(typeOf(types[record], isOne));
  }
  return found.size === 0 ? null : { geometryTypes: [...found].sort((a, b) => a - b), hasZ, hasM: false };
}

/** What the header states. A type with heights may have measures or not. */
function kindsOf(shapeType: number): Kinds {
  const type = typeOf(shapeType, true);
  const { hasZ, mayHaveM } = shapeKindOf(shapeType) ?? { hasZ: false, mayHaveM: false };
  return type === GeometryType.None ? { geometryTypes: [], hasZ: false, hasM: false } : { geometryTypes: [type], hasZ, hasM: mayHaveM && !hasZ };
}

/** The extent of all vertices, computed only until it rules out degrees. */
async function extentOfAll(file: InputFile, found: FoundRecords): Promise<Extent> {
  let all: Extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const window = windowOver(file, found);
  for (const records of recordBatches(found, new Int32Array(0), 0)) {
    const { layer } = await readRecords(window, records, () => undefined);
    const extent = extentOf(layer.xy);
    all = {
      minX: Math.min(all.minX, extent.minX),
      minY: Math.min(all.minY, extent.minY),
      maxX: Math.max(all.maxX, extent.maxX),
      maxY: Math.max(all.maxY, extent.maxY),
    };
    if (!areDegrees(all)) break;
  }
  return all;
}

function contentNotes({ table, survey }: FoundRecords, rowCount: number | null, deleted: number, leftOut: readonly string[]): DatasetNote[] {
  const notes: DatasetNote[] = [];
  if (rowCount !== null && rowCount !== table.count) {
    notes.push({ code: 'shapefile-attributes-differ', text: `${rowsForShapes(rowCount, table.count)}. They were matched by their order; check which rows belong to which shapes.` });
  }
  if (deleted > 0) {
    notes.push({ code: 'deleted-rows-left-out', text: `${deleted} ${deleted === 1 ? 'row of the .dbf file is marked as deleted; its shape is' : 'rows of the .dbf file are marked as deleted; their shapes are'} left out, as other programs do.` });
  }
  if (leftOut.length > 0) {
    notes.push({ code: 'fields-left-out', text: `${named(leftOut)}: ${leftOut.length === 1 ? 'a field' : 'fields'} whose values are stored outside the .dbf file or have a type that is not read. Left out.` });
  }
  const multipatches = survey.types.reduce((sum, code) => sum + (code === ShapeType.MultiPatch ? 1 : 0), 0);
  if (multipatches > 0) {
    notes.push({ code: 'geometry-left-out', text: `${multipatches} MultiPatch ${multipatches === 1 ? 'shape is' : 'shapes are'} not read: ${multipatches === 1 ? 'its feature has' : 'their features have'} no geometry.` });
  }
  return notes;
}
