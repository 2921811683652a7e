import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { NO_SHARED_FILES } from '../../../testing/shared-data.ts';
import { trials } from '../../../testing/trials.ts';
import { decimalsThatFit, roundCoordinates } from '../src/index.ts';
import type { Layer } from '../src/index.ts';
import { cleanLayer, hasMunicipalities, municipalities } from './clean-layers.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { differenceOf, unionOf } from './geos.ts';
import { faultsOf } from './judge-layers.ts';
import { areaOf, at, box, layerOf, polygon, shapeOf, shapesOf } from './layers.ts';
import type { Ring, Shape } from './layers.ts';

function rounded(shapes: readonly Shape[], decimals = 0): Shape[] {
  return shapesOf(roundCoordinates(layerOf(shapes), decimals).layer);
}

/** The shell of the first part of the first feature. */
const shellOf = (shapes: readonly Shape[]): Ring => at(at(at(shapes, 0), 0).rings, 0);

/** Each coordinate equals its text with this many decimals, and is not negative zero. */
function expectOnGrid({ xy }: Layer, decimals: number): void {
  expect([...xy].filter((value) => !Object.is(Number(value.toFixed(decimals)), value))).toEqual([]);
}

describe('roundCoordinates', () => {
  it('rounds to the nearest place of the grid, closes rings, and keeps Z and M', () => {
    expect(rounded([polygon([[0.04, -0.04, 1, 10], [10.36, 0, 2, 20], [10.36, 9.95, 3, 30], [10.39, 9.98, 9, 90], [0, 10.01, 4, 40], [0.04, -0.04, 5, 50]])], 1)).toEqual([
      polygon([[0, 0, 1, 10], [10.4, 0, 2, 20], [10.4, 10, 3, 30], [0, 10, 4, 40], [0, 0, 1, 10]]),
    ]);
  });

  it('rounds lines and points vertex by vertex', () => {
    const shapes = [shapeOf({ type: 'LineString', coordinates: [[0.2, 0], [0.4, 0], [5.6, 5], [NaN, 1], [7, 7]] }), shapeOf({ type: 'LineString', coordinates: [[0.2, 0], [0.4, 0]] }), shapeOf({ type: 'MultiPoint', coordinates: [[-0.2, 0.6], [0.1, 1.2]] })];
    expect(rounded(shapes)).toEqual([shapeOf({ type: 'LineString', coordinates: [[0, 0], [6, 5], [7, 7]] }), [], shapeOf({ type: 'MultiPoint', coordinates: [[0, 1], [0, 1]] })]);
    expect(roundCoordinates(layerOf(shapes), 0).vanished).toEqual(Int32Array.of(1));
  });

  it('names what is smaller than the grid, and takes parts and holes that are', () => {
    const { layer, vanished } = roundCoordinates(layerOf([polygon(box(0.1, 0.1, 0.3, 0.3)), polygon(box(0, 0, 5, 5), box(2, 2, 2.2, 2.2)), [], polygon(box(1, 1, 4, 1.2))]), 0);
    expect(vanished).toEqual(Int32Array.of(0, 3));
    expect(shapesOf(layer)).toEqual([[], polygon(box(0, 0, 5, 5)), [], []]);
  });

  it('takes a neck apart that is narrower than the grid', () => {
    const shapes = rounded([polygon([[0, 0], [4, 0], [4, 2.1], [8, 2.1], [8, 0], [12, 0], [12, 5], [8, 5], [8, 2.3], [4, 2.3], [4, 5], [0, 5], [0, 0]])]);
    expect(faultsOf(layerOf(shapes))).toEqual([]);
    expect(shapes.map((shape) => [shape.length, areaOf(shape)])).toEqual([[2, 40]]);
  });

  it('leaves nothing of a ring around others that is narrower than the grid, and the land inside to those it belongs to', () => {
    const inside = box(0.1, 0.1, 9.9, 9.9);
    const { layer, vanished } = roundCoordinates(layerOf([polygon(box(0, 0, 10, 10), inside), polygon(inside)]), 0);
    expect(shapesOf(layer)).toEqual([[], polygon(box(0, 0, 10, 10))]);
    expect(vanished).toEqual(Int32Array.of(0));
    // A hole that is its shell written twice takes no land, rounded or not.
    expect(rounded([polygon(box(0, 0, 10, 10), box(0, 0, 10, 10))])).toEqual([polygon(box(0, 0, 10, 10))]);
  });

  it('leads an edge through a vertex that it would pass over', () => {
    // Rounded on its own, the island would lie over the shore.
    const steep = layerOf([polygon([[0, 0.4], [10, 3.4], [10, 9], [0, 9], [0, 0.4]]), polygon([[4.4, -3], [5.4, -3], [5.4, 1.95], [4.4, -3]])]);
    expect(faultsOf(steep)).toEqual([]);
    expect(faultsOf({ ...steep, xy: steep.xy.map((value) => Math.round(value)) })).toEqual(['features 0 and 1 overlap']);
    const { layer: after } = roundCoordinates(steep, 0);
    expect(faultsOf(after)).toEqual([]);
    expect(shellOf(shapesOf(after))).toContainEqual([5, 2]);
  });

  it('interpolates Z where an edge gets a vertex', () => {
    const shapes = rounded([polygon([[0, 0.4, 0], [10, 3.4, 100], [10, 9, 0], [0, 9, 0], [0, 0.4, 0]]), polygon([[4.5, -3, 0], [5.4, -3, 0], [5.4, 1.95, 0], [4.5, -3, 0]])]);
    expect(shellOf(shapes).find(([x, y]) => x === 5 && y === 2)?.[2]).toBeCloseTo(50, 0);
  });

  it('refuses decimals that coordinates cannot hold', () => {
    const layer = layerOf([polygon(box(0, 0, 180, 80))]);
    expect(decimalsThatFit(layer)).toBe(13);
    expect(decimalsThatFit(layerOf([polygon(box(0, 0, 5e5, 9e6))]))).toBe(8);
    for (const decimals of [-1, 14, 1.5, NaN]) expect(() => roundCoordinates(layer, decimals)).toThrow(RangeError);
    expect(shapesOf(roundCoordinates(layer, 13).layer)).toEqual(shapesOf(layer));
  });

  it('keeps random layers valid, apart, and on the grid', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(4), (seed, digits) => {
        const clean = cleanLayer(seed);
        fc.pre(clean !== null);
        const decimals = Math.min(decimalsThatFit(clean.layer), digits + (clean.units.kind === 'geographic' ? 3 : 0));
        const { layer, vanished } = roundCoordinates(clean.layer, decimals);
        expect(faultsOf(layer)).toEqual([]);
        expectOnGrid(layer, decimals);
        const [before, after] = [shapesOf(clean.layer), shapesOf(layer)];
        expect(after.flatMap((shape, feature) => (shape.length === 0 && (before[feature]?.length ?? 0) > 0 ? [feature] : []))).toEqual([...vanished]);
      }),
      { numRuns: trials(30) },
    );
  });

  it('takes any layer, and leaves no ring that crosses itself or another of its feature', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(3), (seed, digits) => {
        const layer = layerOf(dirtyLayer(seed).shapes);
        const decimals = Math.min(decimalsThatFit(layer), digits);
        const { layer: after } = roundCoordinates(layer, decimals);
        // How rings lie relative to each other is not examined: a hole beside its shell stays
        // there.
        expect(faultsOf(after).filter((fault) => fault.includes('ntersection'))).toEqual([]);
        expectOnGrid({ ...after, xy: after.xy.filter(Number.isFinite) }, decimals);
      }),
      { numRuns: trials(20) },
    );
  });
});

describe('roundCoordinates, municipalities', needs(hasMunicipalities, NO_SHARED_FILES), () => {
  it.each([[32, 2], [52, 2], [52, 3], [53, 1]] as const)('of state %i to %i decimals: no faults, overlaps or gaps', (state, decimals) => {
    const layer = municipalities(state);
    const { layer: after } = roundCoordinates(layer, decimals);
    expectOnGrid(after, decimals);
    expect(faultsOf(after)).toEqual([]);
    // A void is a bay whose mouth has closed, not a gap in land that was covered.
    const [before, voids] = [unionOf(shapesOf(layer)), unionOf(shapesOf(after))?.flatMap(({ rings }) => rings.slice(1))];
    expect(before).not.toBeNull();
    for (const ring of voids ?? []) expect(areaOf(differenceOf(polygon(ring), before ?? []) ?? [])).toBeGreaterThan(areaOf(polygon(ring)) / 4);
  });
});
