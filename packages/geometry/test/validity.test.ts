import { describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { FINDING_KINDS, validateNow } from '../src/index.ts';
import { CASES } from './cases/index.ts';
import { dirtyLayer, mediumLayer } from './dirty-layers.ts';
import { invalidReason } from './geos.ts';
import { layerOf, polygonParts, wktOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const SMALL_SEEDS = trials(300);
const MEDIUM_SEEDS = 8;
const ALONE = { ...PLANAR, snapDistance: 0, maxGapWidth: 0 } as const;

/** The faults that our validator finds in a single geometry; empty if it finds it valid. */
function ownReason(shape: Shape): string {
  const { findings } = validateNow(layerOf([shape]), ALONE);
  return Array.from(findings.kind, (code) => FINDING_KINDS[code]).join(', ');
}

/** GEOS accepts a repeated vertex, which we remove. It does not judge shapes without rings, or broken numbers. */
function isComparable(shape: Shape): boolean {
  const parts = polygonParts(shape);
  return parts.length > 0 && parts.every((part) => part.rings.length > 0 && part.rings.every((ring) => ring.every((p) => p.slice(0, 2).every(Number.isFinite))));
}

function compare(shapes: readonly Shape[], place: string): string[] {
  return shapes.filter(isComparable).flatMap((shape) => {
    const own = ownReason(polygonParts(shape)).replaceAll(/duplicate-point(, )?/g, '');
    const geos = invalidReason(shape);
    return (own === '') === (geos === null) ? [] : [`${place}: ours "${own}", GEOS "${geos ?? ''}"\n  ${wktOf(shape)}`];
  });
}

describe('our validator and GEOS', () => {
  it('agree on every geometry of small random layers', () => {
    const different: string[] = [];
    for (let seed = 1; seed <= SMALL_SEEDS; seed++) different.push(...compare(dirtyLayer(seed).shapes, `seed ${seed}`));
    expect(different.join('\n')).toBe('');
  });

  it('agree on every geometry of medium random layers', () => {
    const different: string[] = [];
    for (let seed = 1; seed <= MEDIUM_SEEDS; seed++) different.push(...compare(mediumLayer(seed).shapes, `seed ${seed}`));
    expect(different.join('\n')).toBe('');
  });

  it('agree on every geometry of our cases', () => {
    expect(CASES.flatMap((example) => compare(example.features, example.name)).join('\n')).toBe('');
  });
});
