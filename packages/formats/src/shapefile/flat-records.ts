import type { Gathered } from './gathered.ts';
import { shapeTypeOf, writesMeasures } from './new-records.ts';
import type { Family } from './new-records.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';
import { contentLayout } from './shape-types.ts';

/**
 * Adds the record of a shape without its heights: copies its bytes and leaves out the block of heights.
 * @param view of the shape, whose content begins at `at`
 */
export function addFlatRecord(to: Gathered, number: number, family: Family, hasM: boolean, view: DataView, at: number): void {
  const isChain = family === 'line' || family === 'polygon';
  const rings = isChain ? view.getInt32(at + 36, true) : 1;
  const vertices = family === 'point' ? 1 : view.getInt32(at + (isChain ? 40 : 36), true);
  const before = contentLayout({ family, hasZ: true, mayHaveM: hasM }, rings, vertices, writesMeasures(family, true, hasM));
  const after = contentLayout({ family, hasZ: false, mayHaveM: hasM }, rings, vertices, hasM);
  const content = new Uint8Array(view.buffer, view.byteOffset + at, before.end);
  const record = to.room(RECORD_HEADER_BYTES + after.end);
  const start = record + RECORD_HEADER_BYTES;
  const measures = before.xy + 16 * vertices;
  to.bytes.set(content.subarray(0, measures), start);
  if (hasM) to.bytes.set(content.subarray(family === 'point' ? before.m : before.mRange), start + measures);
  to.view.setInt32(record, number);
  to.view.setInt32(record + 4, after.end / 2);
  to.view.setInt32(start, shapeTypeOf(family, false, hasM), true);
}
