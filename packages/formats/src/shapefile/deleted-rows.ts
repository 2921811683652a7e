import { Int32List } from '@geoinsights/geometry/arrays';
import { readAhead } from '../files/read-ahead.ts';
import type { InputFile } from '../driver.ts';
import type { DbfHeader } from './dbf-fields.ts';

const DELETED = 0x2a;

/** Records whose row is marked as deleted, ascending. */
export async function deletedRecords(file: InputFile, { headerBytes, rowBytes, rows }: DbfHeader, records: number): Promise<Int32Array> {
  const ahead = readAhead(file);
  const found = new Int32List();
  const perPiece = Math.max(1, Math.floor((1 << 19) / rowBytes));
  const count = Math.min(rows, records);
  for (let first = 0; first < count; first += perPiece) {
    const start = headerBytes + first * rowBytes;
    const bytes = await ahead.read(start, start + Math.min(perPiece, count - first) * rowBytes);
    if (bytes.length === 0) break;
    for (let at = 0, row = first; at < bytes.length; at += rowBytes, row++) if (bytes[at] === DELETED) found.push(row);
  }
  return found.toArray();
}
