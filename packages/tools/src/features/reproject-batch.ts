import { ProblemError } from '@geoinsights/contract/errors';
import type { CoordinateTransformation } from '@geoinsights/crs/transformation-between';
import type { CoordinateReferenceSystem, FeatureBatch } from '@geoinsights/formats';
import { densify } from '@geoinsights/geometry/densify';
import type { Layer } from '@geoinsights/geometry';
import { unreadableVertices } from './unreadable-positions.ts';

export interface BatchReprojection {
  /** For error messages. */
  readonly file: string;
  readonly transformation: CoordinateTransformation;
  readonly to: Pick<CoordinateReferenceSystem, 'name' | 'units' | 'metresPerUnit'>;
  /** The maximum deviation in metres of a straight edge from its former line; vertices are added to keep it. Null adds none. */
  readonly mostDeviation: number | null;
}

/**
 * A batch in the target's system. Positions that are not two finite numbers stay so. It reuses the arrays of the given batch.
 * @throws ProblemError `coordinates-outside-system` if the target has no such position, `too-large` for too many vertices
 */
export function reprojectBatch(batch: FeatureBatch, how: BatchReprojection): FeatureBatch {
  const { transformation, mostDeviation } = how;
  if (transformation.isIdentity) return batch;
  const { geometry } = batch;
  const unreadable = unreadableVertices(geometry.xy);
  const target = mostDeviation === null ? geometry.xy : geometry.xy.slice();
  // A position without two finite numbers in one system has none in any other.
  for (const vertex of unreadable) target.fill(Number.NaN, 2 * vertex, 2 * vertex + 2);
  if (transformation.apply(target) > unreadable.length) throw outside(batch, target, unreadable, how);
  return { ...batch, geometry: mostDeviation === null ? { ...geometry, xy: target } : withCurves(batch, target, mostDeviation, how) };
}

/** At the equator. Elsewhere a degree of longitude is shorter, so a limit kept in degrees is also kept in metres. */
const METRES_IN_A_DEGREE = 111_320;
/** The limit of vertices added to a batch: 32 MB of coordinates. */
const MOST_ADDED = 1 << 21;

function withCurves(batch: FeatureBatch, target: Float64Array, mostDeviation: number, { file, transformation, to }: BatchReprojection): Layer {
  const tolerance = mostDeviation / (to.units.kind === 'geographic' ? METRES_IN_A_DEGREE : (to.metresPerUnit ?? 1));
  const transform = (xy: Float64Array, from: number, end: number): void => {
    transformation.apply(xy, from, end);
  };
  const curved = densify(batch.geometry, target, transform, { tolerance, mostVertices: target.length / 2 + MOST_ADDED });
  if (curved !== null) return curved;
  const last = batch.first + batch.types.length;
  throw new ProblemError('too-large', { file, reason: `edges of the features ${batch.first + 1} to ${last} would need more than ${MOST_ADDED} new vertices to stay within ${mostDeviation} m. Allow a larger deviation.` });
}

function outside(batch: FeatureBatch, target: Float64Array, unreadable: readonly number[], { file, to }: BatchReprojection): ProblemError {
  const before = new Set(unreadable);
  return new ProblemError('coordinates-outside-system', { file, crs: to.name, feature: featureAt(batch, target.findIndex((value, at) => Number.isNaN(value) && !before.has(at >> 1)) >> 1) });
}

/** How messages name the feature that a vertex of a batch belongs to. */
export function featureAt(batch: FeatureBatch, vertex: number): string {
  const { featureOffsets, partOffsets, ringOffsets } = batch.geometry;
  const feature = featureOffsets.findIndex((_, index) => index + 1 < featureOffsets.length && vertex < ringOffsets[partOffsets[featureOffsets[index + 1]]]);
  const id = batch.ids?.[feature] ?? null;
  return `feature ${batch.first + feature + 1}${id === null ? '' : ` (id ${id})`}`;
}
