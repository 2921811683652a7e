import type { LayerReport } from '@geoinsights/contract';
import type { DatasetLayer } from '@geoinsights/formats/in-memory';
import { featureSize, FINDING_KINDS, type Balance, type Findings } from '@geoinsights/geometry';
import { firstAtLeast } from '@geoinsights/geometry/arrays';

/** As findings store it. */
export const TRANSFER = FINDING_KINDS.indexOf('transfer');
/** The maximum number of transfers in a report; the list of all findings has the rest. */
const NAMED_TRANSFERS = 10;

/** What a feature gave to others, in square units of the tolerances. */
export interface GivenLand {
  /** The one that got the most of it. */
  readonly other: number;
  readonly area: number;
}

/** The transfers with the largest loss of land, and the area of each losing feature. @param givenBy by the balance, which the numbers then agree with */
export function transfersOf(
  findings: Findings,
  layer: Pick<DatasetLayer, 'geometry' | 'crs'>,
  names: Pick<DatasetLayer, 'label'>,
  givenBy: (feature: number) => GivenLand | null,
): Pick<LayerReport, 'losing_features' | 'transfers'> {
  const losses: { feature: number; other: number; lost: number }[] = [];
  for (let i = 0; i < findings.count; i++) {
    if (findings.kind[i] !== TRANSFER) continue;
    const given = givenBy(findings.feature[i]);
    losses.push({ feature: findings.feature[i], other: given?.other ?? findings.other[i], lost: given?.area ?? findings.measure[i] });
  }
  losses.sort((p, q) => q.lost - p.lost || p.feature - q.feature);
  const transfers = losses.slice(0, NAMED_TRANSFERS).map(({ feature, other, lost }) => {
    return { feature, label: names.label(feature), other, other_label: names.label(other), lost, area: featureSize(layer.geometry, feature, layer.crs.units).area };
  });
  return { losing_features: losses.length, transfers };
}

/**
 * What each feature gave to others by the balance, which counts land once that several others claimed. Findings do not: an overlap is
 * one of two features, and the land in it may have gone to a third.
 */
export function givenLand({ features, gave, isReported }: Balance, { units, metresPerUnit }: Pick<DatasetLayer['crs'], 'units' | 'metresPerUnit'>): (feature: number) => GivenLand | null {
  const metres = units.kind === 'geographic' ? 1 : (metresPerUnit ?? 1);
  return (feature) => {
    const entry = firstAtLeast(features, feature);
    if (features[entry] !== feature || isReported[entry] === 0) return null;
    const [first, end] = [gave.offsets[entry], gave.offsets[entry + 1]];
    // The largest share comes first.
    return first === end ? null : { other: gave.features[first], area: gave.areas.subarray(first, end).reduce((sum, area) => sum + area, 0) / metres ** 2 };
  };
}
