import { ProblemError } from '@geoinsights/contract/errors';
import { readIndex, walkRecords } from './record-table.ts';
import type { RecordTable } from './record-table.ts';
import type { ShapefileSet } from './set.ts';
import { surveyRecords } from './survey.ts';
import type { Survey } from './survey.ts';
import type { VertexScan } from './vertex-scan.ts';

export interface FoundRecords {
  readonly table: RecordTable;
  readonly survey: Survey;
  /** False if there is no index, or none that fits. */
  readonly indexHolds: boolean;
  /** How many records the file has if walking finds more than the index lists, all numbered; else null. */
  readonly unlisted: number | null;
}

/**
 * Finds the records: by the index if it fits, else by walking through the file from one record to the next.
 *
 * An index whose records fill the file is right even if the record headers state other lengths. One that leaves bytes out (space
 * that an editor freed, or records added without it) is right unless the attributes, or the record numbers if there are no
 * attributes, confirm what walking finds.
 *
 * @param statedLength the file's length according to its header.
 * @param rowCount rows of the .dbf, null if there is none.
 * @param scan gets the vertices on the way, provided that the index fits.
 * @throws ProblemError if neither way leads through the file.
 */
export async function findRecords(set: ShapefileSet, statedLength: number, rowCount: number | null, scan: VertexScan | null = null): Promise<FoundRecords> {
  const table = set.index === null ? null : await readIndex(set.index, set.main);
  if (table !== null && table.contiguous && (table.end === set.main.size || table.end === statedLength)) {
    return { table, survey: await surveyRecords(set.main, table, scan), indexHolds: true, unlisted: null };
  }
  const survey = table === null ? null : await orNull(surveyRecords(set.main, table));
  if (table === null || survey === null || survey.lengthsThatDiffer > 0) return walkThrough(set, statedLength);

  const walked = await orNull(walkRecords(set.main, statedLength));
  if (walked === null) return { table, survey, indexHolds: true, unlisted: null };
  const found = walked.table.count;
  const walkingIsRight = rowCount === null ? found > table.count && walked.numberedOn : found === rowCount && table.count !== rowCount;
  return walkingIsRight ? walkThrough(set, statedLength) : { table, survey, indexHolds: true, unlisted: walked.numberedOn && found > table.count ? found : null };
}

async function walkThrough(set: ShapefileSet, statedLength: number): Promise<FoundRecords> {
  const { table } = await walkRecords(set.main, statedLength);
  return { table, survey: await surveyRecords(set.main, table), indexHolds: false, unlisted: null };
}

async function orNull<Result>(attempt: Promise<Result>): Promise<Result | null> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
