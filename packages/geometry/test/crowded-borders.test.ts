import { describe, expect, it } from 'vitest';
import { Int32List } from '../src/arrays/growable.ts';
import { internRings } from '../src/edges/intern-rings.ts';
import { prepare } from '../src/edges/prepare.ts';
import { unmatched } from '../src/edges/topology.ts';
import { Ground } from '../src/ground.ts';
import { applyPatch, countByKind, repairNow, validateNow } from '../src/index.ts';
import type { Layer } from '../src/index.ts';
import { FindingList } from '../src/layer/finding-list.ts';
import { MatchingCandidates } from '../src/matching/candidates.ts';
import { PairChoice } from '../src/matching/near-pairs.ts';
import { OpenBorders } from '../src/matching/open-borders.ts';
import { Sight } from '../src/matching/sight.ts';
import { diceOf } from './dice.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';

/** Two parcels on both sides of a strip of a metre. Their banks have a vertex every `step`, up to `rough` off the line. */
function banks(vertices: number, step: number, rough: number): Layer {
  const dice = diceOf(7);
  const width = (vertices - 1) * step;
  const bank = (y: number): [number, number][] => Array.from({ length: vertices }, (_, i) => [i * step, y + rough * (dice.share() - 0.5)]);
  const [lower, upper] = [bank(0), bank(1).reverse()];
  return layerOf([polygon([...lower, [width, -50], [0, -50], lower[0]]), polygon([...upper, [0, 50], [width, 50], upper[0]])]);
}

const WIDE = { ...PLANAR, snapDistance: 3, maxGapWidth: 6 };

describe('two banks with hundreds of vertices within the snap distance of each', () => {
  it('are matched, and a second look finds nothing', () => {
    const layer = banks(1200, 0.01, 0.005);
    const { patch, isSettled, remaining } = repairNow(layer, WIDE);
    if (patch === null) throw new Error('nothing was repaired');
    expect([...countByKind(remaining)]).toEqual([]);
    expect(isSettled).toBe(true);
    expect(validateNow(applyPatch(layer, patch), WIDE).findings.count).toBe(0);
  });
});

describe('two banks with so many vertices within the snap distance that they cannot be matched', () => {
  const layer = banks(16_000, 0.0001, 0.00001);

  it('stay as they are, and what is near is reported', () => {
    const { isSettled, patch, remaining } = repairNow(layer, WIDE);
    expect(patch).toBeNull();
    expect([...countByKind(remaining)]).toEqual([['near-edge', 2]]);
    expect([...remaining.feature]).toEqual([0, 1]);
    expect([...remaining.other]).toEqual([1, 0]);
    expect(isSettled).toBe(false);
  });

  it('are reported by a check', () => {
    expect([...countByKind(validateNow(layer, WIDE).findings)]).toEqual([['near-edge', 2]]);
  });
});

describe('the ways to search a crowd', () => {
  it.each(Array.from({ length: 30 }, (_, i) => 48_100_000 + i))('find what the others find (seed %i)', (seed) => {
    const { shapes, options } = dirtyLayer(seed);
    const xs = shapes.flat().flatMap(({ rings }) => rings.flat().flatMap(([x = 0]) => x));
    const distance = 0.3 * (Math.max(...xs) - Math.min(...xs));
    const prepared = prepare(layerOf(shapes), new FindingList());
    const { vertices, edges, vertexOf } = internRings(prepared);
    const matched = unmatched({ prepared, vertices, edges, vertexOf, ground: new Ground(options.units.kind === 'planar' ? options.units : PLANAR.units) });
    const borders = new OpenBorders(matched, distance, null);
    const candidates = new MatchingCandidates(matched, borders).all();
    const isFrozen = new Uint8Array(shapes.length);
    const onBorder = new Int32List();
    for (const vertex of candidates.toArray()) if (borders.isOnBorder(vertex)) onBorder.push(vertex);
    const [plain, crowded] = [Infinity, 0].map((crowd) => {
      const sight = new Sight(matched, borders, crowd);
      const near = new Int32List();
      const seen: boolean[] = [];
      for (const from of onBorder.toArray()) {
        borders.findNear(from, near);
        for (const edge of near.toArray()) {
          const to = edges.a[edge];
          const [x, y] = [(vertices.x[to] + vertices.x[edges.b[edge]]) / 2, (vertices.y[to] + vertices.y[edges.b[edge]]) / 2];
          seen.push(sight.isFree({ from, to, x: vertices.x[to], y: vertices.y[to] }), sight.isFreeTo(edge, { from, to: -1, x, y }));
        }
      }
      const pairs = new PairChoice(matched, borders, sight, { distance, isFrozen, crowd }).choose(onBorder);
      const inOrder = Array.from(pairs.from, (from, i) => [from, pairs.to[i], pairs.apart[i]]).sort((a, b) => a[0] - b[0]);
      return { seen, inOrder };
    });
    expect(crowded).toEqual(plain);
  });
});

describe('a vertex in which hundreds of borders meet', () => {
  /** Wedges with a corner in common, and land between each two. */
  const count = 600;
  const at = (i: number): [number, number] => [1000 * Math.cos((Math.PI * i) / count), 1000 * Math.sin((Math.PI * i) / count)];
  const wedges = Array.from({ length: count }, (_, i) => polygon([[0, 0], at(2 * i), at(2 * i + 1), [0, 0]]));

  it('is searched around once when it has changed many times, and not for all borders along each', () => {
    const prepared = prepare(layerOf(wedges), new FindingList());
    const { vertices, edges, vertexOf } = internRings(prepared);
    const matched = unmatched({ prepared, vertices, edges, vertexOf, ground: new Ground(PLANAR.units) });
    const mostVisits = 3_000_000;
    const candidates = new MatchingCandidates(matched, new OpenBorders(matched, 0.5, null, mostVisits));
    candidates.all();
    const changed = new Int32List();
    for (let i = 0; i < count; i++) changed.push(vertices.intern(0, 0));
    // All tips are at the ends of its edges.
    expect(candidates.around(changed).length).toBe(0);
  });
});
