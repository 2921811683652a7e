import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { decimalsThatFit, roundCoordinates, TooTangledError, type Layer } from '@geoinsights/geometry';
import { partsGone } from './parts-gone.ts';

interface RoundedGeometry {
  readonly geometry: Layer;
  /** What the rounded geometry no longer holds. */
  readonly losses: readonly Loss[];
}

/**
 * The geometry of a layer with fewer decimals, so that nothing crosses that did not cross before.
 * @param layer its name
 * @param file the name of its dataset in messages
 * @throws ProblemError too-large if borders cross each other too often
 */
export function roundGeometry(geometry: Layer, decimals: number, layer: string, file: string): RoundedGeometry {
  // For large coordinates this many decimals exceed the precision of a double: there is nothing to round.
  if (decimals > decimalsThatFit(geometry) || isRounded(geometry, decimals)) return { geometry, losses: [] };
  const { layer: rounded, vanished } = roundedOrProblem(geometry, decimals, file);
  const at = `at ${String(decimals)} ${decimals === 1 ? 'decimal place' : 'decimal places'}`;
  const losses: Loss[] = [];
  if (vanished.length > 0) losses.push({ code: 'empty-geometry-left-out', layer, field: null, count: vanished.length, text: `Nothing is left of ${vanished.length === 1 ? 'one feature' : `${String(vanished.length)} features`} in "${layer}" ${at}; ${vanished.length === 1 ? 'it remains' : 'they remain'} without a geometry.` });
  const gone = partsGone(layer, geometry, rounded, `too small ${at}.`);
  if (gone !== null) losses.push(gone);
  return { geometry: rounded, losses };
}

/** Whether no coordinate has more decimals: then nothing moves, and no vertices are added where borders touch. */
function isRounded({ xy }: Layer, decimals: number): boolean {
  const steps = 10 ** decimals;
  return xy.every((value) => Number.isNaN(value) || Math.round(value * steps) / steps === value);
}

function roundedOrProblem(geometry: Layer, decimals: number, file: string): ReturnType<typeof roundCoordinates> {
  try {
    return roundCoordinates(geometry, decimals);
  } catch (cause) {
    if (!(cause instanceof TooTangledError)) throw cause;
    throw new ProblemError('too-large', { file, reason: 'its borders cross each other too often to be rounded. Repair it first.' }, { cause });
  }
}
