import type { DatasetNote } from '../driver.ts';
import type { FoundRecords } from './find-records.ts';
import type { ShapefileSet } from './set.ts';

/**
 * Where the .shx and the .shp contradict each other and the .shx is followed, as in other programs. Wrong record numbers alone are
 * no contradiction: many programs write them carelessly, and nobody reads them as long as the records follow each other.
 */
export function indexNotes({ table, survey, indexHolds, unlisted }: FoundRecords): DatasetNote[] {
  if (!indexHolds) return [];
  const { lengthsThatDiffer, numbersThatDiffer } = survey;
  const differences = [
    ...(unlisted === null ? [] : [`it lists ${table.count} of the ${unlisted} shapes, and only these are read`]),
    ...(table.fileOrder === null || numbersThatDiffer === 0 ? [] : [`it lists ${shapes(numbersThatDiffer)} under another number than the .shp file states, and its order is followed`]),
    ...(lengthsThatDiffer === 0 ? [] : [`it states another length than the .shp file for ${shapes(lengthsThatDiffer)}, and its lengths are used`]),
  ];
  return differences.map((difference) => ({ code: 'shapefile-index-differs', text: `The .shx file does not agree with the .shp file: ${difference}, as other programs do.` }));
}

/** For tools that write a new file, which has an index of its own in any case: an index that is no use is told, a missing one is no loss. */
export function mismatchNote({ index }: ShapefileSet, { indexHolds }: FoundRecords): DatasetNote[] {
  if (indexHolds || index === null) return [];
  return [{ code: 'shapefile-index-differs', text: 'The .shx file does not match the .shp file; the shapes were found without it.' }];
}

function shapes(count: number): string {
  return count === 1 ? 'one shape' : `${count} shapes`;
}
