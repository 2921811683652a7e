import { ProblemError } from '@geoinsights/contract/errors';
import type { Layer } from '@geoinsights/geometry';
import { PartKind, PIECE_SIZES } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { bytesFor, WorkBudget } from './work-bound.ts';

const MEMORY = 4 * 1024 ** 3;

/** Bars across bars: each crosses every one of the other direction four times. */
function bars(count: number): Layer {
  const xy = Array.from({ length: count }, (_, i) => [0, 4 * i, 9000, 4 * i, 9000, 4 * i + 1, 0, 4 * i + 1, 4 * i + 1, -9, 4 * i + 2, -9, 4 * i + 2, 9999, 4 * i + 1, 9999]).flat();
  const byRing = Int32Array.from({ length: 2 * count + 1 }, (_, ring) => ring);
  return { xy: Float64Array.from(xy), z: null, m: null, ringOffsets: byRing.map((ring) => 4 * ring), partOffsets: byRing, featureOffsets: byRing, partKinds: new Uint8Array(2 * count).fill(PartKind.Polygon) };
}

/** Squares, each in all that follow. */
function stack(count: number): Layer {
  const xy = Array.from({ length: count }, (_, i) => [-i - 1, -i - 1, i + 1, -i - 1, i + 1, i + 1, -i - 1, i + 1]).flat();
  const byRing = Int32Array.from({ length: count + 1 }, (_, ring) => ring);
  return { xy: Float64Array.from(xy), z: null, m: null, ringOffsets: byRing.map((ring) => 4 * ring), partOffsets: byRing, featureOffsets: byRing, partKinds: new Uint8Array(count).fill(PartKind.Polygon) };
}

function refusalOf(spend: () => unknown): ProblemError | null {
  try {
    spend();
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

describe('WorkBudget', () => {
  it('accepts what costs less, and refuses what costs more with a sentence that says what was counted and what to do', () => {
    const budget = new WorkBudget({ seconds: 3, mostSeconds: 3600, memoryBytes: MEMORY });
    expect(refusalOf(() => budget.spend(bars(50), 'few'))).toBeNull();
    const refusal = refusalOf(() => budget.spend(bars(400), 'many'));
    expect(refusal?.toProblem()).toMatchObject({ code: 'task-too-costly', status: 422, file: 'many' });
    expect(refusal?.message).toMatch(/^In "many", borders cross or touch in about 640,000 places, .* about 1 features overlap\. Repairing and reporting that would take about \d+ seconds of CPU time, .* may take 4\.\d\. Split .*command line/);
    // A refused layer is not counted against the rest.
    expect(refusalOf(() => budget.spend(bars(50), 'few'))).toBeNull();
  });

  it('says of borders that run over each other, with nothing around the places where that begins, that one feature is there', () => {
    const fromOneCorner: Layer = { ...stack(600), xy: Float64Array.from(Array.from({ length: 600 }, (_, i) => [0, 0, i + 1, 0, i + 1, i + 1, 0, i + 1]).flat()) };
    expect(refusalOf(() => new WorkBudget({ seconds: 1, mostSeconds: 3600, memoryBytes: MEMORY }).spend(fromOneCorner, 'corner'))?.message).toMatch(/in each of them about 1 features overlap/);
  });

  it('adds up the layers of a task', () => {
    const budget = new WorkBudget({ seconds: 1.6, mostSeconds: 3600, memoryBytes: MEMORY });
    const refusals = Array.from({ length: 4 }, () => refusalOf(() => budget.spend(bars(50), 'again')));
    expect(refusals.map((refusal) => refusal?.code ?? null)).toEqual([null, null, 'task-too-costly', 'task-too-costly']);
  });

  it('allows more for a file with many vertices', () => {
    const many = bars(400);
    const seconds = 47;
    const alone = new WorkBudget({ seconds: seconds / 1.7, mostSeconds: 3600, memoryBytes: MEMORY });
    expect(refusalOf(() => alone.spend(many, 'alone'))?.code).toBe('task-too-costly');
    const beside = new WorkBudget({ seconds: seconds / 1.7, mostSeconds: 3600, memoryBytes: MEMORY });
    beside.spend(withoutCrossings(20_000), 'quiet');
    expect(refusalOf(() => beside.spend(many, 'beside'))).toBeNull();
  });

  it('refuses what would take longer than a task may, whatever the size of the file', () => {
    const large = { seconds: 90, memoryBytes: MEMORY };
    expect(refusalOf(() => new WorkBudget({ ...large, mostSeconds: 3600 }).spend(bars(400), 'many'))).toBeNull();
    expect(refusalOf(() => new WorkBudget({ ...large, mostSeconds: 40 }).spend(bars(400), 'many'))?.message).toMatch(/may take 40\./);
  });

  it('counts rings within each other in one feature, which cost less than features, and copies of a feature once', () => {
    const asRings = (layer: Layer): Layer => ({ ...layer, partOffsets: Int32Array.of(0, layer.ringOffsets.length - 1), featureOffsets: Int32Array.of(0, 1), partKinds: new Uint8Array([PartKind.Polygon]) });
    const bound = { seconds: 0.1, mostSeconds: 3600, memoryBytes: MEMORY };
    const message = refusalOf(() => new WorkBudget(bound).spend(asRings(stack(2000)), 'rings'))?.message;
    expect(message).toMatch(/^In "rings", rings lie within other rings of their feature about 4,000,000 times\. Repairing and reporting that would take about 0\.8\d? seconds/);
    expect(refusalOf(() => new WorkBudget({ ...bound, seconds: 5 }).spend(asRings(stack(2000)), 'rings'))).toBeNull();
    expect(refusalOf(() => new WorkBudget({ ...bound, seconds: 5, memoryBytes: 2 ** 25 }).spend(asRings(stack(2000)), 'rings'))?.message).toMatch(/GiB of memory/);
    const one = stack(1);
    const copies = { ...stack(5000), xy: Float64Array.from({ length: 5000 * one.xy.length }, (_, i) => one.xy[i % one.xy.length] ?? Number.NaN) };
    expect(refusalOf(() => new WorkBudget({ ...bound, seconds: 1 }).spend(copies, 'copies'))).toBeNull();
  });

  it('counts features on top of each other that cross nowhere', () => {
    const message = refusalOf(() => new WorkBudget({ seconds: 5, mostSeconds: 3600, memoryBytes: MEMORY }).spend(stack(1000), 'stack'))?.message;
    expect(message).toMatch(/^In "stack", features lie on top of each other about 1,000,000 times\. Repairing and reporting that would take about 25 seconds of CPU time/);
  });

  it('refuses what needs more memory than available', () => {
    const budget = new WorkBudget({ seconds: 1000, mostSeconds: 3600, memoryBytes: 64 * 1024 ** 2 });
    expect(refusalOf(() => budget.spend(bars(400), 'many'))?.message).toContain('GiB of memory');
  });

  it('counts a layer that is cut as its coordinates plus one piece', () => {
    const [uncut, cut, large] = [8_000_000, 8_000_001, 50_000_000].map((vertices) => bytesFor({ vertices, intersections: vertices / 20, depth: 1, stacked: 0, nested: 0 }));
    expect(cut).toBeLessThan(uncut / 2);
    expect(large).toBeLessThan(1.75 * 1024 ** 3);
  });

  it('has a layer cut only if it would not fit into memory otherwise', () => {
    const quiet = withoutCrossings(1_300_000);
    const sizesWith = (mebibytes: number) => new WorkBudget({ seconds: 1000, mostSeconds: 3600, memoryBytes: mebibytes * 1024 ** 2 }).spend(quiet, 'quiet').smallestLayer;
    expect(sizesWith(1024)).toBe(PIECE_SIZES.smallestLayer);
    expect(sizesWith(200)).toBeLessThan(1_300_000);
    expect(refusalOf(() => new WorkBudget({ seconds: 1000, mostSeconds: 3600, memoryBytes: 64 * 1024 ** 2 }).spend(quiet, 'quiet'))?.message).toContain('GiB of memory');
    const small = withoutCrossings(700_000);
    expect(refusalOf(() => new WorkBudget({ seconds: 1000, mostSeconds: 3600, memoryBytes: 64 * 1024 ** 2 }).spend(small, 'small'))?.message).toContain('GiB of memory');
  });

  it('refuses nothing without a limit', () => {
    expect(refusalOf(() => new WorkBudget(null).spend(bars(400), 'many'))).toBeNull();
  });
});

/** Squares in a row that touch nowhere. */
function withoutCrossings(vertices: number): Layer {
  const rings = vertices / 4;
  const square = [0, 0, 1, 0, 1, 1, 0, 1];
  // In loops: `from` calls a function for each number that it cannot know beforehand, which takes a second here.
  const xy = new Float64Array(8 * rings);
  for (let at = 0; at < xy.length; at++) xy[at] = square[at % 8] + (at % 2 === 0 ? 2 * Math.floor(at / 8) : 0);
  const byRing = new Int32Array(rings + 1);
  for (let ring = 0; ring <= rings; ring++) byRing[ring] = ring;
  return { xy, z: null, m: null, ringOffsets: byRing.map((ring) => 4 * ring), partOffsets: byRing, featureOffsets: byRing, partKinds: new Uint8Array(rings).fill(PartKind.Polygon) };
}
