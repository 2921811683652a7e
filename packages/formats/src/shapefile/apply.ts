import { ProblemError } from '@geoinsights/contract/errors';
import type { ChangedFeatures, Layer, PatchedFeature } from '@geoinsights/geometry';
import type { DatasetNote, OutputFile, OutputFolder } from '../driver.ts';
import { copyFile, copyRange, writeFile } from '../files/copy.ts';
import { FileWindow } from '../files/window.ts';
import { emptyRange, HEADER_BYTES, indexHeader, LARGEST_FILE, patchedHeader, statedRanges, widen } from './header.ts';
import type { HeaderRanges, ShapefileHeader } from './header.ts';
import { patchedContent, patchedContentLength, sameBox, turnedContent } from './record-writer.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';
import type { RecordTable } from './record-table.ts';
import type { ShapefileSet } from './set.ts';
import { contentLayout, NO_MEASURE_BELOW, shapeKindOf, ShapeType } from './shape-types.ts';
import type { Survey } from './survey.ts';

/** What `open` knows of a shapefile beyond its layer. */
export interface OpenedShapefile {
  readonly set: ShapefileSet;
  readonly header: ShapefileHeader;
  readonly table: RecordTable;
  readonly survey: Survey;
  readonly layer: Layer;
  readonly ringInRecord: Int32Array | null;
  /** Records with rings that run the wrong way; these are reversed whatever else changes. */
  readonly turnedRings: ReadonlyMap<number, readonly number[]>;
  /** False if the index is missing or does not fit, so that a new one must be written. */
  readonly indexHolds: boolean;
}

/** Writes the whole set; see `Dataset.apply`. */
export async function applyToShapefile(opened: OpenedShapefile, changes: ChangedFeatures | null, to: OutputFolder): Promise<{ files: string[]; notes: DatasetNote[] }> {
  const { set, table, header } = opened;
  const plan = changes === null ? { header: header.bytes, ...table } : planRecords(opened, changes);
  const boxesStay = await writeFile(to, set.mainName, (output) => writeMain(opened, changes, plan, output));
  const files = [set.mainName];

  if (changes === null && opened.indexHolds && set.index !== null) {
    await copyFile(set.index, to);
    files.push(set.index.name);
  } else {
    const name = set.index?.name ?? set.indexName;
    await writeFile(to, name, (output) => writeIndex(plan, output));
    files.push(name);
  }

  const dropped = boxesStay ? [] : set.companions.filter((file) => set.isSpatialIndex(file));
  for (const companion of set.companions) {
    if (dropped.includes(companion)) continue;
    await copyFile(companion, to);
    files.push(companion.name);
  }
  return { files, notes: dropped.length === 0 ? [] : [droppedNote(dropped.map(({ name }) => name))] };
}

function droppedNote(names: readonly string[]): DatasetNote {
  return {
    code: 'shapefile-companion-dropped',
    text: `${names.join(', ')}: a spatial index of the original shapes, which no longer matches. It is left out; GIS programs make a new one.`,
  };
}

/** Longer stretches between changed records are copied a megabyte at a time, bypassing the window. */
const LARGEST_GAP_IN_WINDOW = 1 << 18;

/** The new position of every record, and the header that results. */
interface RecordPlan {
  readonly offsets: Int32Array;
  readonly lengths: Int32Array;
  readonly header: Uint8Array;
}

function planRecords(opened: OpenedShapefile, changes: ChangedFeatures): RecordPlan {
  const { table, survey, header, set } = opened;
  const lengths = table.lengths.slice();
  changes.features.forEach((feature, place) => {
    const { patch, entry } = changes.at(place);
    lengths[feature] = patchedContentLength(survey.types[feature], survey.hasM[feature] === 1, patch, entry) / 2;
  });
  const offsets = new Int32Array(table.count);
  let shift = 0;
  let recordsEnd = HEADER_BYTES / 2;
  for (let at = 0; at < table.count; at++) {
    const record = table.fileOrder === null ? at : table.fileOrder[at];
    offsets[record] = table.offsets[record] + shift;
    shift += lengths[record] - table.lengths[record];
    recordsEnd = offsets[record] + RECORD_HEADER_BYTES / 2 + lengths[record];
    if (set.main.size + 2 * shift > LARGEST_FILE) {
      throw new ProblemError('too-large', { file: set.main.name, reason: 'after the repair, its .shp file would have more than the 2 GB that the format allows. Split it into several shapefiles.' });
    }
  }
  // A correct length in the header may include bytes after the last record; a wrong one is corrected.
  const length = header.statedLength === set.main.size ? set.main.size + 2 * shift : 2 * recordsEnd;
  return { offsets, lengths, header: patchedHeader(header.bytes, length, rangesAfter(opened, changes)) };
}

/** @returns true if every changed record kept its bounding box. */
async function writeMain(opened: OpenedShapefile, changes: ChangedFeatures | null, plan: RecordPlan, output: OutputFile): Promise<boolean> {
  const { table, survey, set } = opened;
  await output.write(plan.header);
  const window = new FileWindow(set.main);
  let at = HEADER_BYTES;
  let boxesStay = true;
  for (const { record, place } of changedRecords(opened, changes)) {
    const start = table.offsets[record] * 2;
    const contentEnd = start + RECORD_HEADER_BYTES + table.lengths[record] * 2;
    await copyBetween(window, at, start, output);
    const bytes = await bytesOf(window, start, contentEnd);
    const before = bytes.subarray(RECORD_HEADER_BYTES);
    const after = changedContent(opened, changes === null || place < 0 ? null : changes.at(place), record, before);
    if (after.length !== plan.lengths[record] * 2) throw new Error(`record ${record + 1} takes ${after.length} bytes, ${plan.lengths[record] * 2} were planned`);
    if (!sameBox(before, after, survey.types[record])) boxesStay = false;
    const recordHeader = bytes.slice(0, RECORD_HEADER_BYTES);
    new DataView(recordHeader.buffer).setInt32(4, after.length / 2);
    await output.write(recordHeader);
    await output.write(after);
    at = contentEnd;
  }
  await copyRange(set.main, at, set.main.size, output);
  return boxesStay;
}

/** Copies the bytes between two changed records through the window if they fit into it: many small reads would take longer than everything else. */
async function copyBetween(window: FileWindow, start: number, end: number, output: OutputFile): Promise<void> {
  if (end - start > LARGEST_GAP_IN_WINDOW) return copyRange(window.file, start, end, output);
  if (start < end) await output.write(await bytesOf(window, start, end));
}

/** The result is valid until the window moves. @throws if the file has become shorter since it was opened. */
async function bytesOf(window: FileWindow, start: number, end: number): Promise<Uint8Array> {
  if (!(await window.load(start, end))) throw new Error(`${window.file.name} ends at ${window.end}, ${end} bytes were expected`);
  return window.bytes.subarray(start - window.start, end - window.start);
}

/** The records to rewrite, in file order; `place` is their index among the changed features, or -1. */
function* changedRecords({ table, turnedRings }: OpenedShapefile, changes: ChangedFeatures | null): Generator<{ record: number; place: number }> {
  const changed = changes?.features ?? new Int32Array(0);
  /** One more than the index among the changed features; 0 for other records. */
  const places = new Int32Array(table.count);
  changed.forEach((record, place) => (places[record] = place + 1));
  const turned = Int32Array.from(turnedRings.keys()).filter((record) => places[record] === 0);
  const records = new Int32Array(changed.length + turned.length);
  records.set(changed);
  records.set(turned, changed.length);
  for (const record of records.sort((a, b) => table.offsets[a] - table.offsets[b])) yield { record, place: places[record] - 1 };
}

function changedContent({ survey, layer, ringInRecord, turnedRings }: OpenedShapefile, change: PatchedFeature | null, record: number, before: Uint8Array): Uint8Array {
  const code = survey.types[record];
  const hasM = survey.hasM[record] === 1;
  const kind = shapeKindOf(code);
  if (kind === null) throw new Error(`record ${record + 1} has no known type`);
  const layout = contentLayout(kind, survey.ringCounts[record], survey.vertexCounts[record], hasM);
  if (change === null) return turnedContent(before, layout, survey.ringCounts[record], survey.vertexCounts[record], turnedRings.get(record) ?? []);
  return patchedContent(code, hasM, layer, change.patch, change.entry, {
    content: new DataView(before.buffer, before.byteOffset, before.byteLength),
    layout,
    ringCount: survey.ringCounts[record],
    firstRing: layer.partOffsets[layer.featureOffsets[record]],
    ringInRecord,
  });
}

const INDEX_CHUNK = 1 << 16;

async function writeIndex({ header, offsets, lengths }: RecordPlan, output: OutputFile): Promise<void> {
  await output.write(indexHeader(header, offsets.length));
  for (let first = 0; first < offsets.length; first += INDEX_CHUNK) {
    const count = Math.min(INDEX_CHUNK, offsets.length - first);
    const view = new DataView(new ArrayBuffer(8 * count));
    for (let at = 0; at < count; at++) {
      view.setInt32(8 * at, offsets[first + at]);
      view.setInt32(8 * at + 4, lengths[first + at]);
    }
    await output.write(new Uint8Array(view.buffer));
  }
}

/** The ranges of all ordinates in the new file. */
function rangesAfter({ layer, survey, header }: OpenedShapefile, changes: ChangedFeatures): HeaderRanges {
  // Unsupported shapes are not in the layer; if there are any, the ranges never shrink.
  const ranges = survey.types.includes(ShapeType.MultiPatch) ? statedRanges(header.bytes) : { x: emptyRange(), y: emptyRange(), z: emptyRange(), m: emptyRange() };
  let next = 0;
  for (let feature = 0; feature < layer.featureOffsets.length - 1; feature++) {
    if (next < changes.features.length && changes.features[next] === feature) {
      const { patch, entry } = changes.at(next++);
      widenByFeature(ranges, patch.geometry, entry);
    } else {
      widenByFeature(ranges, layer, feature);
    }
  }
  return ranges;
}

function widenByFeature({ x, y, z, m }: HeaderRanges, layer: Layer, feature: number): void {
  const start = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[feature]]];
  const end = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[feature + 1]]];
  for (let vertex = start; vertex < end; vertex++) {
    widen(x, layer.xy[2 * vertex]);
    widen(y, layer.xy[2 * vertex + 1]);
    if (layer.z !== null) widen(z, layer.z[vertex]);
    if (layer.m !== null && layer.m[vertex] >= NO_MEASURE_BELOW) widen(m, layer.m[vertex]);
  }
}
