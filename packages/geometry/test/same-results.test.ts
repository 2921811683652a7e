import { describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { applyPatch, repair } from '../src/index.ts';
import type { Layer } from '../src/index.ts';
import { diceOf, shuffled } from './dice.ts';
import { dirtyLayer, largeCoverage, mediumLayer } from './dirty-layers.ts';
import type { DirtyLayer } from './dirty-layers.ts';
import { at, layerOf, multiPolygon, polygon, shapesOf, wktOf } from './layers.ts';
import type { Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const THREADS = [1, 2, 4];
const SMALL_SEEDS = trials(500);
const MEDIUM_SEEDS = 4;

async function outputOf(layer: Layer, options: DirtyLayer['options']): Promise<Layer> {
  const { patch } = await repair(layer, options);
  return patch === null ? layer : applyPatch(layer, patch);
}

/** Layers in which no two borders or areas tie, so that no rule depends on the order of features. */
function isWithoutTies({ family, options }: DirtyLayer): boolean {
  return /^(jittered coverage|fat borders|large coverage|large fat borders)(, (degrees|metres))?$/.test(family) && options.overlaps === 'fix';
}

describe('the result', () => {
  it('is the same, byte for byte, however many threads may be used', async () => {
    for (let seed = 1; seed <= MEDIUM_SEEDS; seed++) {
      const { shapes, options } = mediumLayer(seed);
      const results = await Promise.all(THREADS.map((threads) => repair(layerOf(shapes), { ...options, threads })));
      for (const result of results) expect(result).toEqual(results.at(0));
    }
  });

  it('is the same, byte for byte, in whatever order the features stand', async () => {
    const different: string[] = [];
    for (const [index, layer] of layersWithoutTies().entries()) {
      const order = shuffled(layer.shapes.length, index);
      const straight = await repairedShapes(layer, layer.shapes);
      const mixed = await repairedShapes(layer, order.map((feature) => at(layer.shapes, feature)));
      order.forEach((feature, place) => {
        const [one, other] = [wktOf(at(straight, feature)), wktOf(at(mixed, place))];
        if (one !== other) different.push(`layer ${index} (${layer.family}), feature ${feature}:\n  ${one}\n  ${other}`);
      });
    }
    expect(different.join('\n')).toBe('');
  });

  it('is the same in whatever order a farm with a part digitised twice and its neighbour stand', async () => {
    const [x, y] = [240.02381267920137, 0.0324292222969234];
    const farm = multiPolygon([[[200, 0], [240, 0], [240, 40], [200, 40], [200, 0]]], [[[200.07, 0.05], [240.072, 0.0623], [239.93, 39.97], [200.07, 39.99], [200.07, 0.05]]]);
    const neighbour = polygon([[x, y], [280.06, -0.08], [280.02, 40.05], [239.967, 40.037], [x, y]]);
    const options = { ...PLANAR, snapDistance: 0.05, maxGapWidth: 0.1 };
    const straight = shapesOf(await outputOf(layerOf([farm, neighbour]), options));
    const reversed = shapesOf(await outputOf(layerOf([neighbour, farm]), options)).reverse();
    expect(reversed.map(withoutStart)).toEqual(straight.map(withoutStart));
  });

  it('has the same rings wherever they start in the file and whichever way they run', async () => {
    const different: string[] = [];
    for (const [index, layer] of layersWithoutTies().entries()) {
      const dice = diceOf(index);
      const turned = layer.shapes.map((shape) => shape.map((part) => ({ ...part, rings: part.rings.map((ring) => startingAt(dice.chance(0.5) ? ring : ring.toReversed(), dice.below(ring.length))) })));
      const [straight, other] = [await repairedShapes(layer, layer.shapes), await repairedShapes(layer, turned)];
      straight.forEach((shape, feature) => {
        const [one, two] = [withoutStart(shape), withoutStart(at(other, feature))];
        if (one !== two) different.push(`layer ${index} (${layer.family}), feature ${feature}:\n  ${one}\n  ${two}`);
      });
    }
    expect(different.join('\n')).toBe('');
  });
});

function layersWithoutTies(): DirtyLayer[] {
  const fuzz = [...Array.from({ length: SMALL_SEEDS }, (_, i) => dirtyLayer(1 + i)), ...Array.from({ length: MEDIUM_SEEDS }, (_, i) => mediumLayer(1 + i))].filter(isWithoutTies);
  expect(fuzz.length).toBeGreaterThan(50);
  const large = largeCoverage(1, 40, 40);
  expect(large.shapes.length).toBeGreaterThan(2000);
  return [...fuzz, large];
}

async function repairedShapes({ options }: DirtyLayer, shapes: readonly Shape[]): Promise<Shape[]> {
  return shapesOf(await outputOf(layerOf(shapes), options));
}

/** A closed ring that starts at another of its vertices. */
function startingAt(ring: Ring, vertex: number): Ring {
  const open = ring.slice(0, -1);
  const start = vertex % open.length;
  return [...open.slice(start), ...open.slice(0, start + 1)];
}

/** The rings of a shape with an order, direction and start that depend on their coordinates alone. */
function withoutStart(shape: Shape): string {
  return shape.flatMap((part) => part.rings.map((ring) => {
    const text = (r: Ring): string => {
      const places = r.slice(0, -1).map((p) => p.join(' '));
      const first = places.indexOf(places.toSorted()[0] ?? '');
      return [...places.slice(first), ...places.slice(0, first)].join(', ');
    };
    return [text(ring), text(ring.toReversed())].toSorted()[0] ?? '';
  })).toSorted().join(' | ');
}
