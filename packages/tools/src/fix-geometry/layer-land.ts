import type { BalanceEntry, ChangedFeature, LayerReport } from '@geoinsights/contract';
import type { DatasetLayer, DatasetNote } from '@geoinsights/formats/in-memory';
import type { FindingsLand, Winding } from '@geoinsights/geometry';
import { changedFeatures } from './changed-land.ts';
import { balanceEntries, balanceTotals, landOfLayer, weightsOf, type FeatureNames, type RepairedLand } from './land-report.ts';
import { givenLand, type GivenLand } from './transfers-report.ts';

/** The maximum number of balance entries stored with a task; the report file has all. */
const FIRST_ENTRIES = 50;
/** Larger layers get no land report: their vertices are on disk during the repair, and leave no memory for the faces. */
const MOST_VERTICES = 16_000_000;

/** The land report of a layer; empty if it was not requested. */
interface ReportedLand {
  readonly report: Pick<LayerReport, 'weights' | 'balance' | 'balance_totals'>;
  readonly findings: FindingsLand | null;
  readonly balance: (() => Iterable<BalanceEntry>) | null;
  /** Changed features before and after, those with the most land at stake first. */
  readonly changed: readonly ChangedFeature[];
  readonly notes: readonly DatasetNote[];
  /** What a feature gave to others; null if that was not computed. */
  readonly givenBy: (feature: number) => GivenLand | null;
}

export const NO_LAND: ReportedLand = { report: {}, findings: null, balance: null, changed: [], notes: [], givenBy: () => null };

/** Computes what happened to the land of a layer, and says so if that is impossible. */
export async function reportLand(layer: DatasetLayer, repaired: RepairedLand, names: FeatureNames, shellWinding: Winding, onProgress?: (share: number) => void): Promise<ReportedLand> {
  if (layer.geometry.xy.length / 2 > MOST_VERTICES) {
    const text = `Layer "${layer.name}" has more than ${MOST_VERTICES.toLocaleString('en')} vertices, so the report does not say which feature gave land to which. Split it into several files to get that.`;
    return { ...NO_LAND, notes: [{ code: 'land-not-reported', text }] };
  }
  const { changes, findings } = repaired;
  const land = await landOfLayer(layer, repaired, shellWinding, onProgress);
  const entries = (): Generator<BalanceEntry> => balanceEntries(land.balance, findings, names);
  return {
    report: { weights: weightsOf(land.findings), balance: firstOf(entries()), balance_totals: balanceTotals(land.balance) },
    findings: land.findings,
    balance: entries,
    changed: changedFeatures(layer.geometry, changes, positionsOf(entries()), names),
    givenBy: givenLand(land.balance, layer.crs),
    notes: [...notMeasuredNote(layer, land.notMeasured), ...unitNote(layer), ...fullNote(layer, land.findings)],
  };
}

function* positionsOf(entries: Iterable<BalanceEntry>): Generator<number> {
  for (const { position } of entries) yield position;
}

function firstOf(entries: Iterable<BalanceEntry>): BalanceEntry[] {
  const first: BalanceEntry[] = [];
  for (const entry of entries) {
    if (first.length === FIRST_ENTRIES) break;
    first.push(entry);
  }
  return first;
}

function notMeasuredNote(layer: DatasetLayer, notMeasured: number): DatasetNote[] {
  if (notMeasured === 0) return [];
  const text = `Around ${notMeasured} feature${notMeasured === 1 ? '' : 's'} of layer "${layer.name}" so many features overlap that it was not worked out who had which land. Their findings are reported without polygons, and they may be missing from the balance.`;
  return [{ code: 'land-not-reported', text }];
}

function unitNote(layer: DatasetLayer): DatasetNote[] {
  if (layer.crs.units.kind === 'geographic' || layer.crs.metresPerUnit !== null) return [];
  const text = `The file does not say what a unit of the coordinates of layer "${layer.name}" is. Where areas and distances are in metres, it was taken for a metre.`;
  return [{ code: 'unit-taken-for-metre', text }];
}

function fullNote(layer: DatasetLayer, { pieces }: FindingsLand): DatasetNote[] {
  if (!pieces.isFull) return [];
  return [{ code: 'land-not-reported', text: `Layer "${layer.name}" has so many findings that the polygons of the last of them are left out of the report; their areas are in it.` }];
}
