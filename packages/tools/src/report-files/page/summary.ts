import type { BalanceEntry, ReportedFinding } from '@geoinsights/contract';
import type { ReportFile } from '../report-file.ts';
import { MapShapes } from './map-shapes.ts';

/** Rows of a table on the page; the rest is in the tables for spreadsheets. */
export const MOST_ROWS = 300;
/** Layers with tables and a map of their own. */
export const MOST_LAYERS = 20;
/** Features without land that are named with the reason. */
const MOST_EMPTIED = 30;

/** Reported per feature at the head of the layer. As rows in addition to the overlaps that they consist of, they would be counted twice. */
const REPORTED_BY_FEATURE: ReadonlySet<string> = new Set(['transfer', 'emptied']);

/** What the page shows of a layer. */
export interface LayerSummary {
  /** Index among the layers of the report. */
  readonly layer: number;
  readonly balance: readonly BalanceEntry[];
  readonly balanceCount: number;
  /** Those that lost most first. */
  readonly emptied: readonly BalanceEntry[];
  readonly emptiedCount: number;
  /** Ownership findings, those with most land first; without transfers and emptied features. */
  readonly ownership: readonly ReportedFinding[];
  readonly ownershipCount: number;
  /** Findings ruled on by a decision, a limit or a profile. */
  readonly ruled: readonly ReportedFinding[];
  readonly ruledCount: number;
  readonly shapes: MapShapes;
}

class Gathered implements LayerSummary {
  readonly balance: BalanceEntry[] = [];
  balanceCount = 0;
  readonly emptied: BalanceEntry[] = [];
  emptiedCount = 0;
  ownershipCount = 0;
  readonly ruled: ReportedFinding[] = [];
  ruledCount = 0;
  readonly #largest: ReportedFinding[] = [];
  readonly shapes: MapShapes;
  readonly layer: number;

  constructor(layer: number, isGeographic: boolean, metresPerUnit: number | null) {
    this.layer = layer;
    this.shapes = new MapShapes(isGeographic, metresPerUnit);
  }

  get ownership(): readonly ReportedFinding[] {
    return this.#largest.toSorted(byArea).slice(0, MOST_ROWS);
  }

  addBalance(entry: BalanceEntry): void {
    this.balanceCount++;
    if (this.balance.length < MOST_ROWS) this.balance.push(entry);
    if (entry.emptied === null) return;
    this.emptiedCount++;
    if (this.emptied.length < MOST_EMPTIED) this.emptied.push(entry);
  }

  addFinding(finding: ReportedFinding): void {
    if (finding.reason !== undefined) {
      this.ruledCount++;
      if (this.ruled.length < MOST_ROWS) this.ruled.push(finding);
    }
    if (finding.weight === 'ownership' && !REPORTED_BY_FEATURE.has(finding.kind)) this.#addOwnership(finding);
  }

  #addOwnership(finding: ReportedFinding): void {
    this.ownershipCount++;
    this.#largest.push(finding);
    // Truncated as it grows, so that memory does not grow with the report.
    if (this.#largest.length >= 4 * MOST_ROWS) this.#largest.splice(0, Infinity, ...this.ownership);
  }
}

function byArea(a: ReportedFinding, b: ReportedFinding): number {
  return (b.area_m2 ?? 0) - (a.area_m2 ?? 0);
}

/** Reads the report once, and keeps only what the page shows of its layers. */
export async function summariesOf(file: ReportFile): Promise<LayerSummary[]> {
  const gathered = file.layers.slice(0, MOST_LAYERS).map(({ layer }, index) => new Gathered(index, layer.crs.units === 'geographic', layer.crs.metres_per_unit));
  for await (const item of file.items()) {
    const summary = gathered.at(item.layer);
    if (summary === undefined) continue;
    if (item.kind === 'balance') summary.addBalance(item.value);
    else if (item.kind === 'changed') summary.shapes.addChanged(item.value);
    else summary.addFinding(item.value);
  }
  for (const summary of gathered) {
    for (const [index, finding] of summary.ownership.entries()) if (finding.geometry || finding.at !== null) summary.shapes.addFinding(finding, index + 1);
  }
  return gathered;
}
