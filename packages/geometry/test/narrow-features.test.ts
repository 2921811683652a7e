import { describe, expect, it } from 'vitest';
import { FINDING_KINDS } from '../src/layer/findings.ts';
import { kernel } from './kernel.ts';
import { box, layerOf, multiPolygon, polygon, shapesOf } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const OPTIONS = { ...PLANAR, snapDistance: 3, maxGapWidth: 3 };

interface Strips {
  readonly count: number;
  readonly width: number;
  /** How far every second end of a border is off the line of the others. */
  readonly off: number;
  /** By which angle all are turned: at most angles, ends that lie on a line do so only except for rounding. */
  readonly turned: number;
}

/** Parcels of a hundred metres, each narrower than the snap distance, side by side with common borders. */
function strips({ count, width, off, turned }: Strips): Shape[] {
  const place = (x: number, y: number): Position => [x * Math.cos(turned) - y * Math.sin(turned), x * Math.sin(turned) + y * Math.cos(turned)];
  const foot = (i: number): Position => place(i * width, i % 2 === 1 ? off : 0);
  return Array.from({ length: count }, (_, i) => polygon([foot(i), foot(i + 1), place((i + 1) * width, 100), place(i * width, 100), foot(i)]));
}

/** Wedges from one corner, whose far ends are narrower than the snap distance. */
function wedges(): Shape[] {
  const rim: Position[] = [[89.06, -952.32], [89.2, -952.3], [89.84, -952.24], [91.24, -952.11], [91.81, -952.06], [800, 520]];
  return rim.slice(1).map((place, i) => polygon([[0, 0], rim[i] ?? [0, 0], place, [0, 0]]));
}

/** The findings on a layer, and whether it was changed. */
async function repaired(shapes: readonly Shape[]): Promise<{ found: number; isChanged: boolean }> {
  const { findings, patch } = await kernel.repair(layerOf(shapes), OPTIONS);
  return { found: findings.count, isChanged: patch !== null };
}

describe('features without a fault that are narrower than the snap distance', () => {
  const layers = [0.3, 0.5, 0.9, 1.4].flatMap((width) => [3, 4, 6].flatMap((count) => [0, 0.1, -0.1].flatMap((off) => [0, 0.3, 1.1].map((turned) => ({ width, count, off, turned })))));

  it.each(layers)('stay as they are: $count strips of $width m, ends off by $off, turned by $turned', async (of) => {
    expect(await repaired(strips(of))).toEqual({ found: 0, isChanged: false });
  });

  it('stay as they are: wedges from one corner', async () => {
    expect(await repaired(wedges())).toEqual({ found: 0, isChanged: false });
  });
});

it('strips that are apart by less than the snap distance are still matched, and so are strips that overlap by less', async () => {
  for (const apart of [0.2, 1, -0.2, -1]) {
    const [one, other] = [polygon([[0, 0], [40, 0], [40, 100], [0, 100], [0, 0]]), polygon([[40 + apart, 0], [80, 0], [80, 100], [40 + apart, 100], [40 + apart, 0]])];
    expect(await repaired([one, other]), `${apart}`).toMatchObject({ isChanged: true });
  }
});

it('a part as thin as rounding goes if the feature has another, since programs differ on which way it runs, and is reported', async () => {
  const square = [box(0, 0, 10, 10)];
  const layer = layerOf([multiPolygon(square, [[[20.1, 0.3], [30.7, 0.3], [25.3, 0.300_000_000_000_000_04], [20.1, 0.3]]])]);
  const { findings, patch } = await kernel.repair(layer, OPTIONS);
  expect(Array.from({ length: findings.count }, (_, i) => FINDING_KINDS[findings.kind[i] ?? 0])).toEqual(['collapsed']);
  expect(patch === null ? null : shapesOf(patch.geometry)).toEqual([polygon(...square)]);
});

it.each([1, 2])('a part as thin as rounding goes with its hole, which is no hole of another part: %i others', async (others) => {
  // Far from the origin, where doubles are this far apart.
  const [far, step] = [1e9, 2 ** -23];
  const thin = (x0: number, y0: number, x1: number, y1: number): Ring => box(far + x0, far + y0 * step, far + x1, far + y1 * step);
  const large = Array.from({ length: others }, (_, i) => [box(far + 100 * i + 100, far, far + 100 * i + 150, far + 50)]);
  const layer = layerOf([multiPolygon(...large, [thin(0, 0, 10, 3)]), polygon(thin(2, 1, 8, 2))]);
  const { findings, patch } = await kernel.repair(layer, { ...PLANAR, snapDistance: 0, maxGapWidth: 0 });
  expect(shapesOf(patch === null ? layer : kernel.applyPatch(layer, patch)).map((shape) => shape.map(({ rings }) => rings.length))).toEqual([large.map(() => 1), [1]]);
  expect(Array.from(findings.kind, (kind) => FINDING_KINDS[kind]).sort()).toEqual(['collapsed', 'contained-feature']);
});
