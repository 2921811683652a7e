import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetNote } from '../driver.ts';
import type { FoundRecords } from './find-records.ts';
import type { ShapefileSet } from './set.ts';

/**
 * Judges a main file that is shorter than its header states. Either the header is wrong, as some programs write it, or the file
 * was cut between two records, which the records themselves cannot reveal. So another file must confirm the number of records:
 * the .dbf by its rows, or else an index whose records fill the file.
 *
 * @param rowCount rows of the .dbf, null if there is none.
 * @throws ProblemError `shapefile-truncated` if another file states more rows than there are records, or nothing confirms the number.
 */
export function lengthNotes({ main }: ShapefileSet, statedLength: number, { table, indexHolds }: FoundRecords, rowCount: number | null): DatasetNote[] {
  if (statedLength <= main.size) return [];
  const indexConfirms = indexHolds && table.end === main.size && (rowCount === null || rowCount < table.count);
  if (rowCount !== table.count && !indexConfirms) {
    throw new ProblemError('shapefile-truncated', { file: main.name, size: main.size, record: table.count + 1 });
  }
  const witness = rowCount === table.count ? '.dbf' : '.shx';
  return [{
    code: 'shapefile-length-differs',
    text: `The header of "${main.name}" says ${statedLength} bytes, but the file has ${main.size}. According to the ${witness} file, no record is missing.`,
  }];
}

/** A sentence without its full stop. @param rows null if the table cannot be read */
export function rowsForShapes(rows: number | null, shapes: number): string {
  return `The .dbf file has ${rows ?? 'no'} ${rows === 1 ? 'row' : 'rows'} for ${shapes} ${shapes === 1 ? 'shape' : 'shapes'}`;
}
