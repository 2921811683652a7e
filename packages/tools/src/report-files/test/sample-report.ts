import { writeFileSync } from 'node:fs';
import { reportSchema, type BalanceEntry, type ChangedFeature, type LayerReport, type Report, type ReportedFinding } from '@geoinsights/contract';

/** A layer of a report with the members that only its file has. */
export interface SampleLayer {
  readonly layer: LayerReport;
  readonly balance: readonly BalanceEntry[];
  readonly changed: readonly ChangedFeature[];
  readonly findings: Iterable<ReportedFinding>;
}

/** Writes a report in the layout of `writeReportFile`: a line for each member of a list. */
export function writeSample(place: string, layers: readonly SampleLayer[], more: Partial<Report> = {}): void {
  const head = reportSchema.omit({ datasets: true }).parse({
    tool: 'fix-geometry',
    inputs: [{ name: 'parcels.gpkg', bytes: 81_920, sha256: 'ab'.repeat(32) }],
    results: [{ name: 'parcels-fixed.gpkg', bytes: 90_112, sha256: 'cd'.repeat(32) }],
    found: { overlap: 1 },
    remaining: {},
    notes: [],
    failures: [],
    ...more,
  });
  const lines = [`${JSON.stringify(head).slice(0, -1)}, "datasets": [`, `{"name":"parcels","format":"geopackage","files":["parcels.gpkg"],"unchanged":false,"verified":true,"notes":[],"layers":[`];
  for (const [position, { layer, balance, changed, findings }] of layers.entries()) {
    lines.push(`${position > 0 ? ',' : ''}${JSON.stringify(layer).slice(0, -1)}, "balance": [`, listed(balance), '], "changed": [', listed(changed), '], "findings": [', listed(findings), ']}');
  }
  lines.push(']}', ']}', '');
  writeFileSync(place, lines.filter((line) => line !== '').join('\n'));
}

function listed(entries: Iterable<object>): string {
  return [...entries].map((entry) => JSON.stringify(entry)).join(',\n');
}

export function sampleLayer(name: string, more: Partial<LayerReport> = {}): LayerReport {
  return {
    name,
    crs: { name: 'SIRGAS 2000 / UTM zone 22S', code: 'EPSG:31982', units: 'planar', system: { code: 'EPSG:31982', name: 'SIRGAS 2000 / UTM zone 22S' }, metres_per_unit: 1 },
    features: 12,
    vertices: 96,
    tolerances: { snap_distance: 0.5, snap_distance_auto: true, max_gap_width: 2, max_gap_width_auto: false, unit: 'metre' },
    found: { overlap: 2, spike: 1 },
    remaining: {},
    changed_features: 2,
    emptied_features: 0,
    losing_features: 1,
    transfers: [],
    label_field: 'nome',
    weights: { ownership: 2, shape: 1, cosmetic: 0 },
    balance_totals: { features: 2, area_before_m2: 26_000, area_after_m2: 24_000, changed_hands_m2: 2000, to_nobody_m2: 0, from_nobody_m2: 0 },
    ...more,
  };
}

export function entryOf(position: number, label: string, more: Partial<BalanceEntry> = {}): BalanceEntry {
  return {
    position,
    id: position,
    label,
    area_before_m2: 14_000.5,
    area_after_m2: 12_000.25,
    lost_m2: 2000.25,
    gained_m2: 0,
    max_displacement_m: 20.125,
    gave: [{ to: position + 1, area_m2: 2000.25 }],
    received: [],
    to_nobody_m2: 0,
    from_nobody_m2: 0,
    emptied: null,
    ...more,
  };
}

export function findingOf(feature: number, label: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    kind: 'overlap',
    feature,
    label,
    other: feature + 1,
    other_label: `Lote ${String(feature + 2)}`,
    at: [200_110, 7_500_050],
    measure: 2000.25,
    action: 'overlap-assigned',
    position: feature + 1,
    id: feature + 1,
    other_position: feature + 2,
    other_id: feature + 2,
    weight: 'ownership',
    area_m2: 2000.25,
    received_by: feature + 2,
    geometry: { type: 'Polygon', coordinates: [square(200_100, 7_500_000, 20, 100)] },
    ...more,
  };
}

export function square(x: number, y: number, width: number, height: number): number[][] {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]];
}

/** Two neighbours, the first of which loses a strip to the second; its name may be hostile. */
export function twoParcels(label = 'Fazenda São João'): SampleLayer {
  return {
    layer: sampleLayer('parcels'),
    balance: [entryOf(1, label), entryOf(2, 'Lote 2', { gave: [], lost_m2: 0, received: [{ from: 1, area_m2: 2000.25 }], area_before_m2: 12_000, area_after_m2: 12_000, max_displacement_m: 0 })],
    changed: [
      { position: 1, id: 1, label, before: { type: 'Polygon', coordinates: [square(200_000, 7_500_000, 120, 100)] }, after: { type: 'Polygon', coordinates: [square(200_000, 7_500_000, 100, 100)] } },
      { position: 2, id: 2, label: 'Lote 2', before: { type: 'MultiPolygon', coordinates: [[square(200_100, 7_500_000, 120, 100)]] }, after: { type: 'Polygon', coordinates: [square(200_100, 7_500_000, 120, 100)] } },
    ],
    findings: [
      findingOf(0, label),
      findingOf(0, label, { kind: 'near-edge', weight: 'cosmetic', area_m2: null, received_by: null, measure: 0.02, geometry: { type: 'LineString', coordinates: [[200_100, 7_500_000], [200_100, 7_500_100]] } }),
      findingOf(0, label, { kind: 'spike', weight: 'shape', other: null, other_label: null, other_position: null, other_id: null, area_m2: null, received_by: null, measure: null, geometry: null, at: [200_050, 7_500_090] }),
    ],
  };
}
