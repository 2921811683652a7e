import type { BalanceEntry, LandGeometry, ReportedFinding } from '@geoinsights/contract';

/** In degrees; about 540 m. */
const CELL = 0.005;
const WEST = -49.3;
const SOUTH = -16.7;
const M_PER_DEGREE = 110_600;

type Place = [number, number];

function square(west: number, south: number, width: number, height: number): LandGeometry {
  return { type: 'Polygon', coordinates: [[[west, south], [west + width, south], [west + width, south + height], [west, south + height], [west, south]]] };
}

/** Approximate, in square metres. */
function areaOf(width: number, height: number): number {
  return width * height * M_PER_DEGREE * M_PER_DEGREE * Math.cos((SOUTH * Math.PI) / 180);
}

export interface MadeLand {
  /** The original parcels as GeoJSON. */
  readonly file: string;
  /** The report of a task: without findings. */
  readonly report: Record<string, unknown>;
  /** The report file in the chunks in which it is written: a line for each finding and each balance entry. */
  reportFile(): Generator<string>;
}

/**
 * Parcels in rows, each of which overlaps its eastern neighbour by a strip that the neighbour keeps; the first one by a third of itself. In
 * addition there are as many sliver gaps, self-crossings and hair-wide borders as requested.
 */
export function makeLand(parcels: number, findings: number): MadeLand {
  const columns = Math.ceil(Math.sqrt(parcels));
  const cornerOf = (parcel: number): Place => [WEST + (parcel % columns) * CELL, SOUTH + Math.floor(parcel / columns) * CELL];
  const nameOf = (parcel: number) => `Gleba ${parcel + 1}`;
  const overlapOf = (parcel: number) => (parcel === 0 ? CELL / 3 : CELL * 0.004 * (1 + (parcel % 7)));
  const hasNeighbour = (parcel: number) => parcel % columns < columns - 1 && parcel + 1 < parcels;
  const features = Array.from({ length: parcels }, (_, parcel) => {
    const [west, south] = cornerOf(parcel);
    const width = CELL + (hasNeighbour(parcel) ? overlapOf(parcel) : 0);
    return { type: 'Feature', id: parcel + 1, properties: { name: nameOf(parcel) }, geometry: square(west, south, width, CELL) };
  });

  const losing = Array.from({ length: parcels }, (_, parcel) => parcel).filter((parcel) => hasNeighbour(parcel) && (parcel === 0 || parcel % 2 === 0));
  const balance = losing.map((parcel): BalanceEntry => {
    const gave = areaOf(overlapOf(parcel), CELL);
    const before = areaOf(CELL, CELL) + gave;
    return {
      position: parcel + 1,
      id: parcel + 1,
      label: nameOf(parcel),
      area_before_m2: before,
      area_after_m2: before - gave,
      lost_m2: gave,
      gained_m2: 0,
      max_displacement_m: overlapOf(parcel) * M_PER_DEGREE,
      gave: [{ to: parcel + 2, area_m2: gave }],
      received: [],
      to_nobody_m2: 0,
      from_nobody_m2: 0,
      emptied: null,
    };
  });

  const findingOf = (index: number): ReportedFinding => {
    const parcel = losing[index % losing.length] ?? 0;
    const round = Math.floor(index / losing.length);
    const [west, south] = cornerOf(parcel);
    const [x, y] = [west + CELL, south + CELL * ((round * 0.137) % 0.9)];
    const whom = { feature: parcel, label: nameOf(parcel), other: parcel + 1, other_label: nameOf(parcel + 1), position: parcel + 1, id: parcel + 1, other_position: parcel + 2, other_id: parcel + 2 };
    const alone = { ...whom, other: null, other_label: null, other_position: null, other_id: null, received_by: null };
    if (round === 0) {
      const width = overlapOf(parcel);
      const area = areaOf(width, CELL);
      return { kind: 'overlap', ...whom, at: [x + width / 2, south + CELL / 2], measure: area, action: 'overlap-assigned', weight: 'ownership', area_m2: area, received_by: parcel + 2, geometry: square(x, south, width, CELL) };
    }
    if (round === 1 && index % 3 === 0) {
      const area = areaOf(CELL * 0.002, CELL * 0.3);
      return { kind: 'gap', ...whom, at: [x, y], measure: area, action: 'gap-closed', weight: 'ownership', area_m2: area, received_by: parcel + 1, geometry: square(x, y, CELL * 0.002, CELL * 0.3) };
    }
    if (round === 1) return { kind: 'self-intersection', ...alone, at: [west + CELL * 0.4, y], measure: null, action: 'ring-split', weight: 'shape', area_m2: null, geometry: null };
    const line: LandGeometry = { type: 'LineString', coordinates: [[x, y], [x + CELL * 1e-4, y + CELL * 0.05], [x, y + CELL * 0.1]] };
    return { kind: 'near-edge', ...whom, at: [x, y], measure: 0.01, action: 'vertex-moved', weight: 'cosmetic', area_m2: null, received_by: null, geometry: line };
  };

  const found: Record<string, number> = {};
  const weights: Record<string, number> = { ownership: 0, shape: 0, cosmetic: 0 };
  for (let index = 0; index < findings; index += 1) {
    const { kind, weight = 'cosmetic' } = findingOf(index);
    found[kind] = (found[kind] ?? 0) + 1;
    weights[weight] = (weights[weight] ?? 0) + 1;
  }
  const totals = {
    features: balance.length,
    area_before_m2: balance.reduce((sum, entry) => sum + entry.area_before_m2, 0),
    area_after_m2: balance.reduce((sum, entry) => sum + entry.area_after_m2, 0),
    changed_hands_m2: balance.reduce((sum, entry) => sum + entry.lost_m2, 0),
    to_nobody_m2: 0,
    from_nobody_m2: 0,
  };
  const layer = {
    name: 'glebas',
    crs: { name: 'WGS 84', code: 'EPSG:4326', units: 'geographic', system: { code: 'EPSG:4326', name: 'WGS 84' }, metres_per_unit: null },
    features: parcels,
    vertices: parcels * 5,
    tolerances: { snap_distance: 0.05, snap_distance_auto: true, max_gap_width: 1.2, max_gap_width_auto: true, unit: 'metre' },
    found,
    remaining: {},
    changed_features: balance.length,
    emptied_features: 0,
    losing_features: 0,
    transfers: [],
    label_field: 'name',
    weights,
    balance_totals: totals,
  };
  const dataset = { name: 'glebas', format: 'geojson', files: ['glebas.geojson'], unchanged: false, verified: true, notes: [] };
  const head = { tool: 'fix-geometry', failures: [], found, remaining: {}, notes: [] };
  return {
    file: JSON.stringify({ type: 'FeatureCollection', features }),
    report: { ...head, datasets: [{ ...dataset, layers: [{ ...layer, balance: balance.slice(0, 50) }] }] },
    *reportFile() {
      yield `${JSON.stringify(head).slice(0, -1)},\n"datasets": [\n${JSON.stringify(dataset).slice(0, -1)}, "layers": [\n${JSON.stringify(layer).slice(0, -1)}, "balance": [\n`;
      yield balance.map((entry) => JSON.stringify(entry)).join(',\n');
      yield '\n], "changed": [\n';
      yield losing
        .map((parcel) => {
          const [west, south] = cornerOf(parcel);
          return JSON.stringify({ position: parcel + 1, before: square(west, south, CELL + overlapOf(parcel), CELL), after: square(west, south, CELL, CELL) });
        })
        .join(',\n');
      yield '\n], "findings": [\n';
      for (let from = 0; from < findings; from += 1000) {
        const lines = Array.from({ length: Math.min(1000, findings - from) }, (_, at) => JSON.stringify(findingOf(from + at)));
        yield `${from === 0 ? '' : ',\n'}${lines.join(',\n')}`;
      }
      yield '\n]}]}]}\n';
    },
  };
}
