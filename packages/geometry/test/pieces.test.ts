import { afterEach, describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { applyPatch, countByKind, TooTangledError, validateNow } from '../src/index.ts';
import type { PieceWorkers, RepairOptions } from '../src/index.ts';
import { repair, repairNow } from '../src/repair.ts';
import { Ground } from '../src/ground.ts';
import { FeatureExtents, featureExtents } from '../src/layer/feature-extents.ts';
import type { PieceSizes } from '../src/pieces/piecewise.ts';
import { startWorkers } from '../src/threads/index.ts';
import { shuffled } from './dice.ts';
import { dirtyLayer, mediumLayer } from './dirty-layers.ts';
import type { DirtyLayer } from './dirty-layers.ts';
import { judge, shrinkFailure, sourceOf } from './fuzz.ts';
import { kernelWith } from './kernel.ts';
import { areaOf, at, box, layerOf, polygon, shapesOf, wktOf } from './layers.ts';

const OPTIONS: RepairOptions = { units: { kind: 'planar' }, snapDistance: 0.001, maxGapWidth: 0.1, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise', threads: 1 };
/** About three features per piece, so that every fault lies across pieces. */
const TINY: PieceSizes = { vertices: 15, mostCopies: Infinity };
const UNCUT: PieceSizes = { vertices: Infinity, mostCopies: 1 };
const SMALL_LAYERS = trials(60);
const LAYERS_TO_COMPARE = trials(40);
const MEDIUM_LAYERS = trials(1);

describe('a layer that is cut into pieces', () => {
  it('keeps every promise', async () => {
    const failures: string[] = [];
    const kernel = kernelWith(TINY);
    for (let seed = 20_001; seed <= 20_000 + SMALL_LAYERS && failures.length === 0; seed++) {
      const { shapes, options, family } = dirtyLayer(seed);
      for (const { promise, message } of (await judge(kernel, shapes, options)).slice(0, 1)) {
        const small = await shrinkFailure(kernel, shapes, options, promise, 300);
        failures.push(`seed ${seed} (${family}, ${JSON.stringify(options)}) breaks ${promise}: ${message}\n  smallest: [${sourceOf(small)}]`);
      }
    }
    expect(failures.join('\n')).toBe('');
  });

  it('keeps every promise with some hundred features', async () => {
    const failures: string[] = [];
    for (let seed = 25; seed < 25 + MEDIUM_LAYERS; seed++) {
      const { shapes, options, family } = mediumLayer(seed);
      for (const { promise, message } of await judge(kernelWith({ vertices: 150, mostCopies: Infinity }), shapes, options)) failures.push(`medium seed ${seed} (${family}) breaks ${promise}: ${message}`);
    }
    expect(failures.join('\n')).toBe('');
  });

  it('comes out as it would in one piece, bit for bit', () => {
    const compare = ({ shapes, options }: DirtyLayer, sizes: PieceSizes): boolean => {
      if (options.overlaps === 'keep' || options.gaps === 'keep') return false;
      const [cut, whole] = [sizes, UNCUT].map((size) => repairNow(layerOf(shapes), options, size));
      expect(shapesOf(cut.layer)).toEqual(shapesOf(whole.layer));
      expect(cut.openVoids).toEqual(whole.openVoids);
      return cut.patch !== null;
    };
    let compared = 0;
    for (let seed = 30_001; seed <= 30_000 + LAYERS_TO_COMPARE; seed++) if (compare(dirtyLayer(seed), TINY)) compared++;
    for (let seed = 101; seed < 101 + MEDIUM_LAYERS; seed++) if (compare(mediumLayer(seed), { vertices: 100, mostCopies: Infinity })) compared++;
    expect(compared).toBeGreaterThan(LAYERS_TO_COMPARE / 3);
  });

  it('has no land lost where two pieces give it to the feature of the other', async () => {
    const { shapes, options } = mediumLayer(20_400_436);
    expect(await judge(kernelWith(TINY), shapes, options)).toEqual([]);
  });

  it('has gaps closed that no piece sees whole', () => {
    const rows = Array.from({ length: 20 }, (_, y) => [polygon(box(9, y, 10, y + 1)), polygon(box(10.01, y, 11, y + 1))]).flat();
    const layer = layerOf([polygon(box(9, -1, 11, 0)), ...rows, polygon(box(9, 20, 11, 21))]);
    const { patch, findings, isSettled } = repairNow(layer, OPTIONS, TINY);
    expect(isSettled).toBe(true);
    expect(countByKind(findings).get('gap')).toBeGreaterThan(0);
    const repaired = patch === null ? layer : applyPatch(layer, patch);
    expect(shapesOf(repaired).reduce((sum, shape) => sum + areaOf(shape), 0)).toBeCloseTo(2 * 22, 9);
    expect(validateNow(repaired, OPTIONS).findings.count).toBe(0);
  });

  it('has a lake left open that no piece sees whole', () => {
    const rows = Array.from({ length: 20 }, (_, y) => [polygon(box(9, y, 10, y + 1)), polygon(box(10.5, y, 11, y + 1))]).flat();
    const layer = layerOf([polygon(box(9, -1, 11, 0)), ...rows, polygon(box(9, 20, 11, 21))]);
    const { findings, layer: repaired, openVoids } = repairNow(layer, OPTIONS, TINY);
    expect([...countByKind(findings).keys()]).toEqual(['unmatched-vertex']);
    expect(openVoids.map(({ x, y, width, features }) => [x, y, width, features.length])).toEqual([[10, 0, 0.5, 42]]);
    expect(shapesOf(repaired).map(areaOf)).toEqual(shapesOf(layer).map(areaOf));
  });

  it('is examined whole when its features meet too many others', () => {
    const crowd = layerOf(Array.from({ length: 12 }, (_, i) => polygon(box(i / 100, i / 100, 5 + i / 100, 5 + i / 100))));
    const cut = repairNow(crowd, OPTIONS, { vertices: 15, mostCopies: 1.5 });
    expect(cut).toEqual(repairNow(crowd, OPTIONS, { vertices: Infinity, mostCopies: 1.5 }));
  });

  it('is not cut where most features meet a hundred others', () => {
    const none = { snapDistance: 0, maxGapWidth: 0, unit: 'metre' } as const;
    const isCrowded = (count: number, step: number): boolean => {
      const layer = layerOf(Array.from({ length: count }, (_, i) => polygon(box(i * step, 0, i * step + 1, 1))));
      return new FeatureExtents(featureExtents(layer), none, new Ground(OPTIONS.units)).isCrowded();
    };
    expect(isCrowded(150, 0)).toBe(true);
    expect(isCrowded(150, 1)).toBe(false);
  });

  it('comes out the same in whatever order its features stand', () => {
    let compared = 0;
    for (let seed = 40; seed < 60 && compared < 2; seed++) {
      const { shapes, options, family } = mediumLayer(seed);
      // Only if no two borders or areas tie, so that no rule depends on the order.
      if (!/^large (coverage|fat borders)/.test(family) || options.overlaps === 'keep') continue;
      const order = shuffled(shapes.length, seed);
      const sizes = { vertices: 150, mostCopies: Infinity };
      const straight = shapesOf(repairNow(layerOf(shapes), options, sizes).layer).map(wktOf);
      const mixed = shapesOf(repairNow(layerOf(order.map((feature) => at(shapes, feature))), options, sizes).layer).map(wktOf);
      expect(mixed).toEqual(order.map((feature) => at(straight, feature)));
      compared++;
    }
    expect(compared).toBe(2);
  });
});

describe('worker threads', () => {
  const started: PieceWorkers[] = [];
  const start = (threads: number): PieceWorkers => {
    const workers = startWorkers(threads);
    started.push(workers);
    return workers;
  };
  afterEach(() => {
    for (const workers of started.splice(0)) workers.stop();
  });

  it('change nothing about the result', async () => {
    const { shapes, options } = mediumLayer(1);
    const fix = { ...options, overlaps: 'fix', gaps: 'fix' } as const;
    const sizes = { vertices: 200, mostCopies: Infinity };
    const alone = repairNow(layerOf(shapes), fix, sizes);
    for (const threads of [1, 3]) {
      const result = await repair(layerOf(shapes), { ...fix, threads, startWorkers: start }, sizes);
      expect(result).toEqual(alone);
    }
    expect(started.map(({ count }) => count)).toEqual([1, 3]);
  });

  it('say when a layer is too tangled, and end', async () => {
    let stops = 0;
    const stop = (): void => {
      stops++;
    };
    const tangled: PieceWorkers = { count: 1, run: () => Promise.reject(new TooTangledError(7)), stop };
    const { shapes, options } = mediumLayer(2);
    const running = repair(layerOf(shapes), { ...options, overlaps: 'fix', gaps: 'fix', threads: 2, startWorkers: () => tangled }, { vertices: 200, mostCopies: Infinity });
    await expect(running).rejects.toBeInstanceOf(TooTangledError);
    expect(stops).toBe(1);
  });

  it('that are stopped leave nobody waiting', async () => {
    const { layer } = repairNow(layerOf([polygon(box(0, 0, 1, 1))]), OPTIONS);
    const workers = start(1);
    const task = { layer, roles: new Uint8Array(1), options: OPTIONS, tolerances: { snapDistance: 0, maxGapWidth: 0, unit: 'metre' } } as const;
    const running = workers.run({ ...task, options: { units: OPTIONS.units, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise' } });
    workers.stop();
    await expect(running).rejects.toThrow('stopped');
  });
});
