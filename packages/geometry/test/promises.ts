import type { CoordinateUnits } from '../src/options.ts';
import { at, wktOf } from './layers.ts';
import type { Shape } from './layers.ts';

/** A promise that was broken, in words and with the geometry to look at. */
export interface Broken {
  readonly promise:
    | 'valid' | 'coverage' | 'gap' | 'land' | 'lost' | 'overlap-rule' | 'emptied' | 'features'
    | 'untouched' | 'sources' | 'ordinates' | 'stable' | 'reported' | 'order' | 'direction' | 'crash';
  readonly message: string;
}

/** How a layer was repaired, with `auto` resolved. */
export interface Terms {
  readonly units: CoordinateUnits;
  readonly snapDistance: number;
  readonly maxGapWidth: number;
  /** Whether voids of nearly constant width do not count as gaps. */
  readonly keepsCorridors?: boolean;
  readonly overlaps: 'fix' | 'keep';
  readonly gaps: 'fix' | 'keep';
}

const LONGEST_TEXT = 4000;

export function show(...shapes: readonly Shape[]): string {
  const text = shapes.map(wktOf).join('\n    ');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}

/** How far a border may have moved, in coordinate units, through snapping and matching of a gap's borders. */
export function reachOf(terms: Terms, shapes: readonly Shape[]): number {
  if (terms.snapDistance === 0) return 0;
  const distance = Math.max(terms.snapDistance, terms.gaps === 'fix' ? terms.maxGapWidth : 0);
  if (terms.units.kind === 'planar') return distance;
  const latitude = shapes.flat().flatMap((part) => part.rings.flat()).reduce((most, p) => (Number.isFinite(p[1]) ? Math.max(most, Math.abs(at(p, 1))) : most), 0);
  return distance / (111_195 * Math.max(0.01, Math.cos((Math.min(latitude, 89.4) * Math.PI) / 180)));
}
