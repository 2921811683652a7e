import { addTo } from '../arrays/multimap.ts';
import { decidesOnGaps } from '../land-rules.ts';
import type { DecisionOutcome, Ruling, RulesInForce } from '../land-rules.ts';
import type { LayerExtract } from '../layer/neighbourhood.ts';
import type { ExaminationOptions, Tolerances } from '../options.ts';
import { contestedLand } from './contested-land.ts';
import type { ContestedLand, ContestedLayer } from './contested-land.ts';
import { halvesOf } from './middle.ts';
import type { Half } from './middle.ts';
import { withEmptyFeatures, withPolygons } from './more-features.ts';
import { BY_THE_RULES, treatmentsOf } from './treatments.ts';
import type { Treatment } from './treatments.ts';

/** The contested land of a layer, and what is done with it. */
export interface TreatedLand {
  readonly contested: ContestedLayer;
  /** One for each land. */
  readonly treatments: readonly Treatment[];
  /** One for each decision. */
  readonly outcomes: readonly DecisionOutcome[];
  /** The land that each decision met. */
  readonly met: readonly (ContestedLand | null)[];
  readonly splits: readonly Split[];
}

/** Contested land that is divided. */
export interface Split {
  readonly land: ContestedLand;
  readonly ruling: Ruling | null;
  /** One for each feature that gets a share of it. */
  readonly helpers: readonly Helper[];
}

/** A feature of the arranged layer that covers the share of contested land given to another feature. */
interface Helper {
  readonly helper: number;
  readonly feature: number;
}

/**
 * Contested land and its treatments. If some are split, their shares are noded with everything else, so that their common borders are
 * the same chains.
 */
export function treatLand({ layer, features }: LayerExtract, isRim: Uint8Array | null, { units }: ExaminationOptions, tolerances: Tolerances, rules: RulesInForce): TreatedLand {
  const count = features.length;
  const gapWidth = decidesOnGaps(rules) ? rules.gapWidth : 0;
  const first = contestedLand(withEmptyFeatures(layer, 1), count, isRim, units, tolerances, gapWidth);
  const halves = new Map<ContestedLand, Half[] | null>();
  const sharesOf = (land: ContestedLand): Half[] | null => {
    const known = halves.get(land) ?? halvesOf(first, land);
    halves.set(land, known);
    return known;
  };
  const { of, outcomes, met } = treatmentsOf(first, rules, tolerances, (land) => sharesOf(land) !== null);
  const rings: Half['rings'][] = [];
  const splits: Split[] = [];
  first.lands.forEach((land, i) => {
    const shared = of[i].action === 'split' ? sharesOf(land) : null;
    if (shared !== null) splits.push({ land, ruling: of[i].ruling, helpers: shared.map(({ feature, rings: pieces }) => ({ feature, helper: count + rings.push(pieces) })) });
  });
  if (splits.length === 0) return { contested: first, treatments: of, outcomes, met, splits };
  const withHelpers = withPolygons(withEmptyFeatures(layer, 1), rings);
  const rim = isRim === null ? null : Uint8Array.from({ length: withHelpers.xy.length / 2 }, (_, vertex) => isRim[vertex] ?? 0);
  const contested = contestedLand(withHelpers, count, rim, units, tolerances, gapWidth);
  // Nodes on borders do not change who claims what, so the other contested land is the same; only its points may differ by rounding.
  const known = new Map<string, number[]>();
  for (const [i, land] of first.lands.entries()) addTo(known, keyOf(land), i);
  const treatments = contested.lands.map((land): Treatment => {
    const same = known.get(keyOf(land))?.find((other) => isNearby(first.lands[other], land));
    return same === undefined || of[same].action === 'split' ? BY_THE_RULES : of[same];
  });
  return { contested, treatments, outcomes, met, splits };
}

/** The same for lands between the same features. A layer may have tens of thousands of lands, and two features rarely more than a few in common. */
function keyOf({ kind, features }: ContestedLand): string {
  return `${kind} ${features.join(' ')}`;
}

function isNearby(land: ContestedLand, other: ContestedLand): boolean {
  const size = Math.abs(land.x) + Math.abs(land.y) + 1;
  return Math.hypot(land.x - other.x, land.y - other.y) <= 1e-9 * size;
}

/** How much land each helper covers that several features claim, or that none does. */
export function areasOfHelpers({ arranged: { cells, regions: { featureSets } }, claimantsOf }: ContestedLayer): Map<number, number> {
  const areas = new Map<number, number>();
  for (let cell = 1; cell < cells.count; cell++) {
    const claimants = claimantsOf(cell).length;
    const set = cells.featureSet[cell];
    if (claimants === 1 || featureSets.sizeOf(set) === claimants) continue;
    const helper = featureSets.items.data[featureSets.offsets.data[set] + claimants];
    areas.set(helper, (areas.get(helper) ?? 0) + cells.area[cell]);
  }
  return areas;
}
