import { Coverage } from '../faces/coverage.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { Patch } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import type { ExaminationOptions } from '../options.ts';
import { traceWanted } from '../tracing/trace-wanted.ts';
import { FeatureWriter } from '../tracing/write-features.ts';
import { CellHolders } from './cell-holders.ts';
import type { TreatedLand } from './treated-land.ts';

/** Features and lots traced from a contested layer. */
export interface TracedLots {
  /** Who has each lot in the end. */
  readonly lots: readonly (readonly number[])[];
  /** The features of the patch: those of the extract by their index, lots from `firstLot` on. */
  readonly written: readonly number[];
  readonly firstLot: number;
  /** Its sources refer to the extract. The numbers of its features are not those of lots: use `written`. */
  readonly patch: Patch;
}

/**
 * Determines for every face who has it, or which lot it belongs to, and traces the features and lots concerned.
 *
 * @param slot a feature without geometry that follows those of the extract. Lots are written in its place.
 */
export function traceLots({ contested, treatments, splits }: TreatedLand, slot: number, { shellWinding }: ExaminationOptions): TracedLots {
  const { arranged } = contested;
  const holders = new CellHolders(contested, treatments, splits);
  const { codeOfCell, isConcerned } = holdCells(contested, holders, slot);
  const { firstLot, lots } = holders;
  const coverage = Coverage.ofCells(codeOfCell, arranged.cells, arranged.regions);
  const isWanted = new Uint8Array(firstLot + lots.length).fill(1, firstLot);
  isWanted.set(isConcerned);
  const writer = new FeatureWriter(arranged, shellWinding);
  const { layer } = arranged.prepared;
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, 1024);
  const written: number[] = [];
  traceWanted({ ...arranged, coverage }, isWanted, arranged.noding.isInserted, (feature, traced) => {
    if (writer.write(Math.min(feature, slot), traced, builder)) written.push(feature);
  });
  return { lots, written, firstLot, patch: builder.finish() };
}

/** The code of each cell, as in `Coverage`, and the features of the extract that lose or get any. */
function holdCells({ arranged: { cells }, claimantsOf, lands }: TreatedLand['contested'], holders: CellHolders, slot: number): { codeOfCell: Int32Array; isConcerned: Uint8Array } {
  const isConcerned = new Uint8Array(holders.firstLot);
  const codeOfCell = new Int32Array(cells.count).fill(NO_OWNER);
  for (let cell = 1; cell < cells.count; cell++) {
    const claimants = claimantsOf(cell);
    const owners = holders.of(cell);
    codeOfCell[cell] = holders.codeFor(owners);
    if (owners.length === claimants.length && owners.every((owner, i) => owner === claimants[i])) continue;
    for (const feature of [...claimants, ...owners]) if (feature < slot) isConcerned[feature] = 1;
    for (const land of holders.landsAt(cell)) for (const feature of lands[land].features) isConcerned[feature] = 1;
  }
  return { codeOfCell, isConcerned };
}
