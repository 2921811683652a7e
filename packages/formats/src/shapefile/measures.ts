import { FileWindow } from '../files/window.ts';
import type { InputFile } from '../driver.ts';
import type { FoundRecords } from './find-records.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';
import { contentLayout, NO_MEASURE_BELOW, shapeKindOf } from './shape-types.ts';

const PIECE = 1 << 20;

/**
 * Whether any vertex has a measure. Many programs reserve the block and fill it with "no data"; then all of it is read, otherwise
 * only as much as leads to the first measure.
 */
export async function holdsMeasures(file: InputFile, { table, survey }: Pick<FoundRecords, 'table' | 'survey'>): Promise<boolean> {
  const window = new FileWindow(file, PIECE);
  for (let position = 0; position < table.count; position++) {
    const record = table.fileOrder === null ? position : table.fileOrder[position];
    const kind = shapeKindOf(survey.types[record]);
    if (survey.hasM[record] === 0 || kind === null) continue;
    const vertices = survey.vertexCounts[record];
    const first = table.offsets[record] * 2 + RECORD_HEADER_BYTES + contentLayout(kind, survey.ringCounts[record], vertices, true).m;
    const end = first + 8 * vertices;
    for (let start = first; start < end; start += PIECE) {
      const to = Math.min(end, start + PIECE);
      if (!window.has(start, to)) await window.load(start, to);
      for (let at = start - window.start; at < to - window.start; at += 8) if (window.view.getFloat64(at, true) >= NO_MEASURE_BELOW) return true;
    }
  }
  return false;
}
