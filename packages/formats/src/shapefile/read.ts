import type { Layer } from '@geoinsights/geometry';
import { crsFromName, crsFromWkt, unknownCrs } from '../crs.ts';
import { extentOf } from '../extent.ts';
import type { Extent } from '../extent.ts';
import type { CoordinateReferenceSystem, DatasetContent, DatasetFiles, DatasetLayer, DatasetNote, InputFile, OpenOptions } from '../driver.ts';
import { unreadablePositionNote } from '../unreadable-positions.ts';
import type { OpenedShapefile } from './apply.ts';
import { lengthNotes, rowsForShapes } from './completeness.ts';
import { findRecords } from './find-records.ts';
import type { FoundRecords } from './find-records.ts';
import { readGeometry } from './geometry.ts';
import { readHeader } from './header.ts';
import { indexNotes } from './index-notes.ts';
import { shapefileSet } from './set.ts';
import type { ShapefileSet } from './set.ts';
import { ShapeType } from './shape-types.ts';

interface ShapefileContent extends DatasetContent {
  readonly opened: OpenedShapefile;
}

/** Reads everything but the attributes. @throws ProblemError */
export async function readShapefile(dataset: DatasetFiles, options: OpenOptions = {}): Promise<ShapefileContent> {
  const set = shapefileSet(dataset);
  const header = await readHeader(set.main);
  const rowCount = set.attributes === null ? null : await attributeRows(set.attributes);
  const records = await findRecords(set, header.statedLength, rowCount);
  const lengths = lengthNotes(set, header.statedLength, records, rowCount);
  const { layer, ringInRecord, turnedRings } = await readGeometry(set.main, records.table, records.survey, options.onProgress ?? (() => undefined));
  const { crs, notes } = await readCrs(set, () => Promise.resolve(extentOf(layer.xy)));
  return {
    format: 'shapefile',
    name: dataset.name,
    layers: [layerOf(dataset.name, crs, layer)],
    notes: [...notes, ...lengths, ...unreadablePositionNote(layer), ...turnedNotes(set, turnedRings), ...indexNotes(records), ...companionNotes(set, records, rowCount)],
    shellWinding: 'clockwise',
    opened: { set, header, ...records, layer, ringInRecord, turnedRings },
    close: () => Promise.resolve(),
  };
}

function layerOf(name: string, crs: CoordinateReferenceSystem, geometry: Layer): DatasetLayer {
  return { name, crs, geometry, label: (feature) => `record ${feature + 1}`, labelField: null, id: () => null };
}

/** Rows of the .dbf according to its header; null if it is too short to have one. */
export async function attributeRows(attributes: InputFile): Promise<number | null> {
  const head = await attributes.read(0, 12);
  return head.length < 12 ? null : new DataView(head.buffer, head.byteOffset).getUint32(4, true);
}

/** Definitions take a few kilobytes; no more is read. */
const LONGEST_PROJECTION = 1 << 18;
/** Of a system in place of a definition, such as `EPSG:4674`. */
const LONGEST_NAME = 100;

/** @param extent of all coordinates, called only if no file states their units. */
export async function readCrs(set: ShapefileSet, extent: () => Promise<Extent>): Promise<{ crs: CoordinateReferenceSystem; notes: DatasetNote[] }> {
  let notUnderstood: string | null = null;
  for (const file of set.projections) {
    const text = projectionIn(await file.read(0, LONGEST_PROJECTION)).trim();
    const crs = crsFromWkt(text);
    if (crs !== null) return { crs: { ...crs, wkt: text }, notes: [] };
    const named = text.length <= LONGEST_NAME ? crsFromName(text) : null;
    if (named !== null) return { crs: named, notes: [] };
    if (text !== '') notUnderstood ??= file.name;
  }
  const why = notUnderstood === null ? [] : [`"${notUnderstood}" does not contain a definition of a coordinate reference system (well-known text) that can be understood. A repair copies it as it is: other programs will not understand that of the result either, so replace it.`];
  const { crs, note } = unknownCrs(await extent(), ...why);
  return { crs, notes: [note] };
}

/** Some programs write UTF-16, with the mark that tells it. */
function projectionIn(bytes: Uint8Array): string {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8').decode(bytes);
}

function turnedNotes({ main }: ShapefileSet, turnedRings: ReadonlyMap<number, readonly number[]>): DatasetNote[] {
  const count = turnedRings.size;
  if (count === 0) return [];
  let first = Infinity;
  for (const record of turnedRings.keys()) first = Math.min(first, record);
  return [{
    code: 'shapefile-holes-turned',
    text: `In ${count === 1 ? 'one record' : `${count} records`} of "${main.name}" with holes, rings have the wrong orientation (first in record ${first + 1}): in a shapefile, outer rings run clockwise and holes counter-clockwise, and many programs confuse the two otherwise. The result has the right orientation.`,
  }];
}

function companionNotes(set: ShapefileSet, { table, survey, indexHolds }: FoundRecords, rowCount: number | null): DatasetNote[] {
  const notes: DatasetNote[] = [];
  if (!indexHolds) {
    const fault = set.index === null ? 'There is no .shx file' : 'The .shx file does not match the .shp file';
    notes.push({ code: 'shapefile-index-rebuilt', text: `${fault}; the result has a new one, made from the .shp file.` });
  }
  if (set.attributes === null) {
    notes.push({ code: 'shapefile-without-attributes', text: 'There is no .dbf file: the shapes have no attributes, and many programs need one.' });
  } else if (rowCount !== table.count) {
    notes.push({
      code: 'shapefile-attributes-differ',
      text: `${rowsForShapes(rowCount, table.count)}. It is returned unchanged; check which rows belong to which shapes.`,
    });
  }
  const multipatches = survey.types.reduce((sum, code) => sum + (code === ShapeType.MultiPatch ? 1 : 0), 0);
  if (multipatches > 0) {
    notes.push({ code: 'geometry-not-repaired', text: `${multipatches} MultiPatch ${multipatches === 1 ? 'shape was left as it is' : 'shapes were left as they are'}.` });
  }
  return notes;
}
