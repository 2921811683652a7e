import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { applyPatch, FINDING_KINDS, repairNow, validateNow } from '../src/index.ts';
import type { Findings } from '../src/index.ts';
import { PartKind } from '../src/layer/layer.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon, shapesOf } from './layers.ts';
import type { Position, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const OPTIONS = { ...PLANAR, snapDistance: 0.2, maxGapWidth: 0.4 } as const;

const BOW_TIE = [[0, 0], [100, 100], [100, 0], [0, 100], [0, 0]] as const;

/** The same ring with each vertex elsewhere, within the snap distance. */
function moved(ring: readonly Position[], seed: number): Position[] {
  const copy = ring.slice(1).map(([x = 0, y = 0], i) => [x + 0.09 * Math.sin(7 * seed + 3 * i), y + 0.09 * Math.cos(5 * seed + 2 * i)]);
  return [copy.at(-1) ?? [], ...copy];
}

/** What is found, as kind, feature and other. */
function linesOf({ count, kind, feature, other }: Findings): string[] {
  return Array.from({ length: count }, (_, i) => [at(FINDING_KINDS, at(kind, i)), at(feature, i), at(other, i)].join(' '));
}

function areasAfter(shapes: readonly Shape[]): { areas: number[]; repaired: string[]; checked: string[]; measures: number[] } {
  const layer = layerOf(shapes);
  const { patch, findings } = repairNow(layer, OPTIONS);
  const measures = Array.from(findings.measure).filter((measure) => !Number.isNaN(measure));
  return { areas: shapesOf(patch === null ? layer : applyPatch(layer, patch)).map(areaOf), repaired: linesOf(findings), checked: linesOf(validateNow(layer, OPTIONS).findings), measures };
}

describe('a ring that crosses itself and its near copy', () => {
  it.each([
    ['the same way', moved(BOW_TIE, 1)],
    ['the other way', moved(BOW_TIE, 1).toReversed()],
  ])('are one region, though the signed areas of its lobes cancel each other: the copy runs %s', (_, copy) => {
    const { areas, repaired, checked, measures } = areasAfter([polygon(BOW_TIE), polygon(copy)]);
    expect(areas).toEqual([5000, 0]);
    expect(repaired).toEqual(['self-intersection 0 -1', 'self-intersection 1 -1', 'duplicate-feature 1 0', 'emptied 1 -1']);
    expect(checked).toEqual(repaired.slice(0, 3));
    expect(measures[0]).toBeGreaterThan(4990);
    expect(measures[0]).toBeLessThan(5010);
  });

  it('are two features where both lobes are as thin as the snap distance', () => {
    const thin = [[0, 0], [100, 0.1], [100, 0], [0, 0.1], [0, 0]] as const;
    const beside = [[0, 0.1], [100, 0.2], [100, 0.1], [0, 0.2], [0, 0.1]] as const;
    expect(areasAfter([polygon(thin), polygon(beside)]).repaired.filter((finding) => finding.startsWith('duplicate-feature'))).toEqual([]);
  });

  it('are two features where one winds around the same land in both directions, and the other only in one', () => {
    // A square and, from its corner, a second one within it: land once if it runs the same way, else a hole.
    const outer = [[0, 0], [100, 0], [100, 100], [0, 100]] as const;
    const inner = [[0, 0], [90, 10], [90, 90], [10, 90]] as const;
    const [land, hole] = [polygon([...outer, ...inner, [0, 0]]), polygon([...outer, at(inner, 0), ...inner.slice(1).toReversed(), [0, 0]])];
    expect(areasAfter([land, hole]).repaired.filter((finding) => finding.startsWith('duplicate-feature'))).toEqual([]);
  });
});

describe('faults of copies', () => {
  const spiked = [[0, 0], [100, 0], [100, 50], [150, 50], [100, 50], [100, 100], [0, 100], [0, 0]] as const;
  const looped = [[0, 0], [100, 0], [100, 100], [60, 100], [40, 120], [40, 100], [60, 120], [60, 100], [0, 100], [0, 0]] as const;

  it.each([
    ['a vertex twice in a row', [[0, 0], [100, 0], [100, 0], [100, 100], [0, 100], [0, 0]], 'duplicate-point'],
    ['a ring that is not closed', box(0, 0, 100, 100).slice(1), 'unclosed-ring'],
    ['a spike', spiked, 'spike'],
    ['a loop', looped, 'self-intersection'],
  ] as const)('are reported for each of them: %s', (_, ring, kind) => {
    const { repaired, checked } = areasAfter([polygon(ring), polygon(ring), polygon(ring)]);
    const feature = (finding: string): string | undefined => finding.split(' ')[1];
    for (const findings of [repaired, checked]) {
      expect(findings.filter((finding) => finding.startsWith('duplicate-feature'))).toEqual(['duplicate-feature 1 0', 'duplicate-feature 2 0']);
      expect([...new Set(findings.filter((finding) => finding.startsWith(kind)).map(feature))]).toEqual(['0', '1', '2']);
    }
  });
});

function lot(corner: Position, opposite: Position): Shape {
  return polygon([corner, [200, 0], [200, 40], opposite, corner]);
}

it.each([[-0, 0], [0, -0], [-0, -0]])('near copies are found where a coordinate is a negative zero, as rounding makes it (%d, %d)', (x, y) => {
  const shapes = [lot([0, 0], [0.01, 40]), lot([x, y], [0, 40])];
  for (const list of [shapes, shapes.toReversed()]) expect(areasAfter(list).repaired).toEqual(['duplicate-feature 1 0', 'emptied 1 -1']);
});

it('a strip that two features claim and give up is not reported as cut out of them for nobody', () => {
  const { areas, repaired } = areasAfter([lot([0, 0], [-0.3, 40]), lot([-0.2, 0], [0, 40.3]), lot([0.1, -0.2], [-0.2, 40.2])]);
  expect(areas.slice(1)).toEqual([0, 0]);
  expect(repaired).toEqual(['overlap 1 0', 'overlap 1 2', 'emptied 1 -1', 'transfer 1 0', 'overlap 2 0', 'emptied 2 -1', 'transfer 2 0']);
});

it('a feature that keeps the point of its label has lost its land all the same', () => {
  const labelled = (shape: Shape): Shape => [{ kind: PartKind.Point, rings: [[[5, 5]]] }, ...shape];
  const farm = polygon(box(0, 0, 10, 10));
  expect(areasAfter([farm, labelled(farm)]).repaired).toEqual(['duplicate-feature 1 0', 'emptied 1 -1']);
  expect(areasAfter([farm, labelled(polygon(box(10, 0, 20, 10)))]).repaired).toEqual([]);
  expect(areasAfter([labelled(polygon([[0, 0], [10, 0], [20, 0], [0, 0]]))]).repaired).toContain('emptied 0 -1');
});

it('thousands of copies of a part that others touch from within take time in proportion', async () => {
  const within = Array.from({ length: 45 }, (_, i) => [box(2 * i, 0, 2 * i + 1, 50)]);
  const unite = (share: number): void => {
    const layer = layerOf([multiPolygon(...Array.from({ length: 5000 * share }, () => [box(0, 0, 100, 100)]), ...within)]);
    const { patch } = repairNow(layer, OPTIONS);
    expect(shapesOf(patch?.geometry ?? layer).map((shape) => [areaOf(shape), shape.length])).toEqual([[10_000, 1]]);
  };
  expect(await growthOf(unite)).toBeLessThan(IN_PROPORTION);
});

it('thousands of copies of two parts that cross take time in proportion', async () => {
  const unite = (share: number): void => {
    const copies = Array.from({ length: 2500 * share }, () => [[box(0, 0, 100, 100)], [box(50, 50, 150, 150)]]).flat();
    const { findings, patch } = repairNow(layerOf([multiPolygon(...copies)]), OPTIONS);
    expect([areaOf(at(shapesOf(patch?.geometry ?? layerOf([])), 0)), linesOf(findings).filter((line) => line.startsWith('ring-overlap')).length]).toEqual([17_500, 4]);
  };
  expect(await growthOf(unite)).toBeLessThan(IN_PROPORTION);
});
