import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { diceOf, shuffled } from './dice.ts';
import type { Dice } from './dice.ts';
import { FINDING_KINDS } from '../src/layer/findings.ts';
import { kernel } from './kernel.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon, shapesOf, signedArea } from './layers.ts';
import type { Ring, Shape } from './layers.ts';
import { judgeDirection } from './fuzz.ts';
import { PLANAR } from './planar.ts';
import { NO_TOLERANCES } from './cases/case.ts';

const OPTIONS = { ...PLANAR, ...NO_TOLERANCES };

async function repaired(shapes: readonly Shape[], options = OPTIONS): Promise<{ shapes: Shape[]; findings: number }> {
  const layer = layerOf(shapes);
  const { patch, findings } = await kernel.repair(layer, options);
  return { shapes: shapesOf(patch === null ? layer : kernel.applyPatch(layer, patch)), findings: findings.count };
}

function permutations<T>(items: readonly T[]): T[][] {
  return items.length < 2 ? [[...items]] : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

/** The direction and the start of a ring mean nothing. */
function anyWay(dice: Dice, ring: Ring): Ring {
  const open = (dice.chance(0.5) ? ring : ring.toReversed()).slice(0, -1);
  const start = dice.below(open.length);
  return [...open.slice(start), ...open.slice(0, start + 1)];
}

interface Node {
  readonly ring: Ring;
  readonly inner: readonly Node[];
}

/** Boxes within boxes that do not touch. */
function nest(dice: Dice, [x0, y0, x1, y1]: readonly [number, number, number, number], depth: number): Node {
  const inner: Node[] = [];
  const count = depth === 0 ? 0 : dice.below(4);
  for (let i = 0; i < count; i++) {
    const width = (x1 - x0) / count;
    if (width < 4 || y1 - y0 < 4) break;
    const left = x0 + i * width;
    inner.push(nest(dice, [left + 1, y0 + 1, left + width - 1, y1 - 1], depth - 1));
  }
  return { ring: box(x0, y0, x1, y1), inner };
}

const ringsOf = ({ ring, inner }: Node): Ring[] => [ring, ...inner.flatMap(ringsOf)];
/** As OGC defines it: one part for each island. */
const partsOf = ({ ring, inner }: Node): Ring[][] => [[ring, ...inner.map((lake) => lake.ring)], ...inner.flatMap((lake) => lake.inner.flatMap(partsOf))];
const isDeep = ({ inner }: Node): boolean => inner.some((lake) => lake.inner.length > 0);

/** The rings of a shape, wherever they start and whichever way they run. */
const cornersOf = (shape: Shape): string => shape.flatMap(({ rings }) => rings.map((ring) => [...new Set(ring.map(String))].sort().join(' '))).sort().join('; ');

describe('rings of a part in any order', () => {
  it('are put in order without comparing each of tens of thousands of holes with all others', async () => {
    const order = async (share: number): Promise<void> => {
      const count = 16_000 * share;
      const holes = Array.from({ length: count }, (_, i) => box(2 * (i % 128), 2 * Math.floor(i / 128), 2 * (i % 128) + 1, 2 * Math.floor(i / 128) + 1));
      const layer = layerOf([polygon(holes[0], box(-1, -1, 257, 257), ...holes.slice(1))]);
      const { patch, findings } = await kernel.repair(layer, OPTIONS);
      expect([findings.count, patch?.geometry.partKinds.length, patch?.geometry.ringOffsets.length]).toEqual([1, 1, count + 2]);
      expect(areaOf(shapesOf(kernel.applyPatch(layer, patch ?? expect.fail('nothing was changed')))[0])).toBe(258 ** 2 - count);
    };
    expect(await growthOf(order)).toBeLessThan(IN_PROPORTION);
  });

  it('are known as copies of each other without comparing all thousands of them two by two', async () => {
    const order = async (share: number): Promise<void> => {
      const copies = Array.from({ length: 6000 * share }, () => box(0, 0, 9, 9));
      const { shapes } = await repaired([polygon(...copies)]);
      expect(shapes.map((shape) => shape.map(({ rings }) => rings.length))).toEqual([[1]]);
    };
    expect(await growthOf(order)).toBeLessThan(IN_PROPORTION);
  });

  it.each([1, 2, 3, 4])('nested %i deep, all orders in which the shell does not stand before a hole in its hole', async (depth) => {
    const rings = Array.from({ length: depth }, (_, i) => box(i, i, 20 - i, 20 - i));
    const land = rings.reduce((sum, _, i) => sum + (i % 2 === 0 ? 1 : -1) * (20 - 2 * i) ** 2, 0);
    const orders = permutations(rings).filter((order) => depth < 3 || order[0] !== rings[0]);
    const wrong: string[] = [];
    for (const order of orders) {
      const { shapes, findings } = await repaired([polygon(...order)]);
      const isRight = order[0] === rings[0];
      if (areaOf(at(shapes, 0)) !== land || findings !== (isRight ? 0 : 1)) wrong.push(`${JSON.stringify(order.map((ring) => ring[0]))}: ${areaOf(at(shapes, 0))} instead of ${land}, ${findings} findings`);
    }
    expect(orders.length).toBe([1, 2, 4, 18][depth - 1]);
    expect(wrong).toEqual([]);
  });

  it('nested at random, several shells and holes, give the region that they have in the right order', async () => {
    const wrong: string[] = [];
    let [misordered, deep] = [0, 0];
    for (let seed = 1; seed <= 400; seed++) {
      const dice = diceOf(seed);
      const shells = [nest(dice, [0, 0, 60, 60], 4), ...(dice.chance(0.3) ? [nest(dice, [70, 0, 110, 40], 3)] : [])];
      const rings = shells.flatMap(ringsOf);
      const order = shuffled(rings.length, seed).map((i) => at(rings, i));
      // A shell before a ring that is written as a hole in its hole: the union of both is cut out, as
      // for any holes.
      if (shells.some((shell) => isDeep(shell) && order[0] === shell.ring)) continue;
      if (order[0] !== shells[0]?.ring) misordered++;
      if (shells.some(isDeep)) deep++;
      const { shapes } = await repaired([polygon(...order.map((ring) => anyWay(dice, ring)))]);
      const expected = multiPolygon(...shells.flatMap(partsOf));
      const { shapes: right, findings } = await repaired([expected]);
      if (findings > 0) wrong.push(`seed ${seed}: the right order is not right`);
      if (Math.abs(areaOf(at(shapes, 0)) - areaOf(at(right, 0))) > 1e-9 || cornersOf(at(shapes, 0)) !== cornersOf(expected)) wrong.push(`seed ${seed}: ${areaOf(at(shapes, 0))} instead of ${areaOf(at(right, 0))}`);
    }
    expect(misordered).toBeGreaterThan(150);
    expect(deep).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('hundreds within each other, outside the ring that stands first, are land and water in turns', async () => {
    const count = 400;
    const within = Array.from({ length: count }, (_, i): Ring => box(-i - 1, -i - 1, i + 1, i + 1));
    const { shapes } = await repaired([polygon(box(1e4, 0, 1e4 + 1, 1), ...within)]);
    // The outermost is land: squares of sides 2, 4, 6 …, each less the one before, every second time.
    const land = within.reduce((sum, _, i) => sum + (i % 2 === (count - 1) % 2 ? 1 : -1) * (2 * i + 2) ** 2, 0);
    expect(areaOf(at(shapes, 0))).toBeCloseTo(land + 1, 6);
    expect(at(shapes, 0)).toHaveLength(1 + count / 2);
  });
  it('leaves every valid nesting as it is', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const dice = diceOf(seed);
      const shape = multiPolygon(...shuffled(4, seed).flatMap((i) => partsOf(nest(dice, [100 * i, 0, 100 * i + 60, 60], 4)).map((part) => part.map((ring) => anyWay(dice, ring)))));
      expect(await repaired([shape])).toEqual({ shapes: [shape], findings: 0 });
    }
  });
});

describe('where rings start and which way they run', () => {
  const overlapping = {
    'parts that overlap': multiPolygon([box(0, 0, 6, 6), box(1, 1, 2, 2)], [box(3, 3, 9, 9)], [box(5, 2, 8, 5)], [box(6, 6, 9, 9)]),
    'a part in a part': multiPolygon([box(0, 0, 9, 9)], [box(3, 3, 5, 5)], [box(3, 5, 5, 7)]),
    'holes that overlap and leave the shell': polygon(box(0, 0, 9, 9), box(1, 1, 3, 3), box(2, 2, 4, 4), box(7, 7, 11, 8)),
    'a loop in a shell': polygon([[0, 0], [9, 0], [9, 9], [4, 9], [4, 4], [7, 4], [7, 7], [2, 7], [2, 9], [0, 9], [0, 0]]),
  };

  it.each(Object.entries(overlapping))('does not decide what is found, and where: %s', async (_, shape) => {
    const faultsOf = async (of: Shape): Promise<string[]> => {
      const { findings } = await kernel.repair(layerOf([of]), OPTIONS);
      return Array.from({ length: findings.count }, (__, i) => `${FINDING_KINDS[findings.kind[i]]} at ${findings.xy[2 * i]} ${findings.xy[2 * i + 1]}`).sort();
    };
    const expected = await faultsOf(shape);
    expect(expected).not.toEqual([]);
    for (let seed = 1; seed <= 30; seed++) {
      const dice = diceOf(seed);
      expect(await faultsOf(shape.map(({ kind, rings }) => ({ kind, rings: rings.map((ring) => anyWay(dice, ring)) })))).toEqual(expected);
    }
  });

  it('a hole that leaves its shell is no ring that crosses itself', async () => {
    const { findings } = await kernel.repair(layerOf([overlapping['holes that overlap and leave the shell']]), OPTIONS);
    expect(new Set(Array.from(findings.kind, (kind) => FINDING_KINDS[kind]))).toEqual(new Set(['ring-overlap']));
  });
});

describe('which way rings run', () => {
  it('does not decide who is served where cells of one size are given to features that have none', async () => {
    const shapes = [polygon(box(2, 1, 3, 3)), polygon([[4, 2], [2, 2], [2, 4], [4, 2]]), polygon(box(2, 0, 3, 3))];
    expect(await judgeDirection(kernel, shapes, OPTIONS)).toEqual([]);
  });
});

describe('a kernel that takes direction for a role', () => {
  it('is caught: rings reversed, all of them, must give the same regions', async () => {
    const fooled: typeof kernel = {
      ...kernel,
      repair: async (layer, options) => {
        const run = await kernel.repair(layer, options);
        const size = signedArea(at(at(at(shapesOf(layer), 0), 0).rings, 0)) > 0 ? 4 : 5;
        return { ...run, patch: { features: Int32Array.of(0), geometry: layerOf([polygon(box(0, 0, size, 4))]), sourcePart: Int32Array.of(-1), sourceRing: Int32Array.of(-1), sourceVertex: new Int32Array(5).fill(-1) } };
      },
    };
    const shapes = [polygon(box(0, 0, 4, 4)), polygon(box(4, 0, 8, 4))];
    expect(await judgeDirection(kernel, shapes, OPTIONS)).toEqual([]);
    expect((await judgeDirection(fooled, shapes, OPTIONS)).map(({ promise }) => promise)).toEqual(['direction']);
  });
});
