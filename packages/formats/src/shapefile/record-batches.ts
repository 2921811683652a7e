import { FileWindow } from '../files/window.ts';
import { BATCH_FEATURES, BATCH_VERTICES } from '../features/feature-batch.ts';
import type { InputFile } from '../driver.ts';
import type { FoundRecords } from './find-records.ts';
import type { SomeRecords } from './geometry.ts';

/** The maximum bytes of rows read at a time, unless a single row takes more. */
const LONGEST_ROWS = 1 << 22;

/** The records of a batch, and their numbers in the file. */
export interface BatchRecords extends SomeRecords {
  readonly numbers: Int32Array;
}

/**
 * Divides the records into batches, in order, within the limits of `FeatureBatch` and with the rows of a batch close to each other.
 * @param deleted records to skip, ascending. @param rowBytes 0 if there are no rows.
 */
export function* recordBatches({ table, survey }: Pick<FoundRecords, 'table' | 'survey'>, deleted: Int32Array, rowBytes: number): Generator<BatchRecords> {
  const numbers = new Int32Array(BATCH_FEATURES);
  let count = 0;
  let vertices = 0;
  let nextDeleted = 0;
  for (let record = 0; record < table.count; record++) {
    if (nextDeleted < deleted.length && deleted[nextDeleted] === record) {
      nextDeleted++;
      continue;
    }
    const more = survey.vertexCounts[record];
    if (count > 0 && (count === BATCH_FEATURES || vertices + more > BATCH_VERTICES || (record + 1 - numbers[0]) * rowBytes > LONGEST_ROWS)) {
      yield recordsOf({ table, survey }, numbers.slice(0, count));
      count = 0;
      vertices = 0;
    }
    numbers[count++] = record;
    vertices += more;
  }
  if (count > 0) yield recordsOf({ table, survey }, numbers.slice(0, count));
}

function recordsOf({ table, survey }: Pick<FoundRecords, 'table' | 'survey'>, numbers: Int32Array): BatchRecords {
  const of = (values: Int32Array): Int32Array => numbers.map((number) => values[number]);
  const flagsOf = (values: Uint8Array): Uint8Array => {
    const flags = new Uint8Array(numbers.length);
    for (let at = 0; at < flags.length; at++) flags[at] = values[numbers[at]];
    return flags;
  };
  const offsets = of(table.offsets);
  const ringCounts = of(survey.ringCounts);
  const vertexCounts = of(survey.vertexCounts);
  return {
    numbers,
    table: {
      count: numbers.length,
      offsets,
      lengths: of(table.lengths),
      fileOrder: table.fileOrder === null ? null : Int32Array.from(numbers.keys()).sort((a, b) => offsets[a] - offsets[b]),
      contiguous: false,
      end: table.end,
    },
    survey: {
      types: flagsOf(survey.types),
      hasM: flagsOf(survey.hasM),
      ringCounts,
      vertexCounts,
      ringTotal: sum(ringCounts),
      vertexTotal: sum(vertexCounts),
      lengthsThatDiffer: 0,
      numbersThatDiffer: 0,
    },
  };
}

function sum(values: Int32Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Unordered records are read one by one: reading beyond one of them would be wasted. */
export function windowOver(file: InputFile, { table }: Pick<FoundRecords, 'table'>): FileWindow {
  return new FileWindow(file, table.fileOrder === null ? 1 << 21 : 1 << 12);
}
