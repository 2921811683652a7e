import { describe, expect, it } from 'vitest';
import { applyPatch, repair } from '../src/index.ts';
import type { Layer } from '../src/index.ts';
import { diceOf } from './dice.ts';
import { dirtyLayer, mediumLayer } from './dirty-layers.ts';
import type { DirtyLayer } from './dirty-layers.ts';
import { at, layerOf, shapesOf, wktOf } from './layers.ts';

const THREADS = [1, 2, 4];
const SMALL_SEEDS = 150;
const MEDIUM_SEEDS = 6;

async function outputOf(layer: Layer, options: DirtyLayer['options']): Promise<Layer> {
  const { patch } = await repair(layer, options);
  return patch === null ? layer : applyPatch(layer, patch);
}

/** Layers in which no two borders or areas tie, so that no rule asks for the order of features. */
function isWithoutTies({ family, options }: DirtyLayer): boolean {
  return /^(jittered coverage|fat borders|large coverage|large fat borders)(, (degrees|metres))?$/.test(family) && options.overlaps === 'fix';
}

describe('the result', () => {
  it('is the same, byte for byte, however many threads may be used', { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= MEDIUM_SEEDS; seed++) {
      const { shapes, options } = mediumLayer(seed);
      const results = await Promise.all(THREADS.map((threads) => repair(layerOf(shapes), { ...options, threads })));
      for (const result of results) expect(result).toEqual(results.at(0));
    }
  });

  it('is the same, byte for byte, in whatever order the features stand', { timeout: 120_000 }, async () => {
    const different: string[] = [];
    const layers = [...Array.from({ length: SMALL_SEEDS }, (_, i) => dirtyLayer(1 + i)), ...Array.from({ length: MEDIUM_SEEDS }, (_, i) => mediumLayer(1 + i))].filter(isWithoutTies);
    expect(layers.length).toBeGreaterThan(20);
    for (const [index, { shapes, options, family }] of layers.entries()) {
      const order = shuffled(shapes.length, index);
      const straight = shapesOf(await outputOf(layerOf(shapes), options)).map(wktOf);
      const mixed = shapesOf(await outputOf(layerOf(order.map((feature) => at(shapes, feature))), options)).map(wktOf);
      order.forEach((feature, place) => {
        if (mixed[place] !== straight[feature]) different.push(`layer ${index} (${family}), feature ${feature}:\n  ${straight[feature] ?? ''}\n  ${mixed[place] ?? ''}`);
      });
    }
    expect(different.join('\n')).toBe('');
  });
});

function shuffled(count: number, seed: number): number[] {
  const dice = diceOf(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = dice.below(i + 1);
    [order[i], order[j]] = [at(order, j), at(order, i)];
  }
  return order;
}
