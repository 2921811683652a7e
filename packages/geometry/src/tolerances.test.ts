import { describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { diceOf, shuffled } from '../test/dice.ts';
import { at, box, layerOf, polygon } from '../test/layers.ts';
import type { Shape } from '../test/layers.ts';
import { road, streets } from '../test/roads.ts';
import { countByKind } from './layer/finding-list.ts';
import { PartKind } from './layer/layer.ts';
import type { Layer } from './layer/layer.ts';
import { repair } from './repair.ts';
import { plannedTolerances } from './settling/planned-tolerances.ts';
import { autoTolerances } from './tolerances.ts';

const PLANAR = { kind: 'planar' } as const;
const plain = (shapes: readonly Shape[]): ReturnType<typeof autoTolerances> => autoTolerances(layerOf(shapes), PLANAR);
/** Offset by centimetres, as in a file with centimetres, so that the coordinates do not count as rounded to metres. */
const inCentimetres = (shapes: readonly Shape[]): Shape[] => shapes.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]) => [x + 0.13, y + 0.27])) })));
const twoLenses = (side: number, noise: number): Shape[] => inCentimetres([
  polygon([[0, 0], [side, 0], [side - noise, side / 2], [side, side], [0, side], [0, 0]]),
  polygon([[side, 0], [2 * side, 0], [2 * side, side], [side, side], [side, 0]]),
]);

/** Rectangles of some 500 m in all directions, 200 on 100 square kilometres. */
function farmsAtRandom(seed: number): Shape[] {
  const dice = diceOf(seed);
  return Array.from({ length: 200 }, () => {
    const [x, y, width, height, angle] = [10_000 * dice.share(), 10_000 * dice.share(), 250 + 500 * dice.share(), 250 + 500 * dice.share(), (dice.share() * Math.PI) / 2];
    const corner = (u: number, v: number): [number, number] => [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)];
    return polygon([corner(0, 0), corner(width, 0), corner(width, height), corner(0, height), corner(0, 0)]);
  });
}

/** Squares of 700 m, 196 side by side, each corner of each of them somewhere within `noise` of where it belongs. */
function surveyedApart(seed: number, noise: number): Shape[] {
  const dice = diceOf(seed);
  return Array.from({ length: 196 }, (_, i) => {
    const [x, y] = [700 * (i % 14), 700 * Math.floor(i / 14)];
    const off = (): number => noise * (2 * dice.share() - 1);
    const corner = (u: number, v: number): [number, number] => [x + u + off(), y + v + off()];
    const first = corner(0, 0);
    return polygon([first, corner(700, 0), corner(700, 700), corner(0, 700), first]);
  });
}

/** Squares of 2 km, 36 side by side with common corners. Of each border between two of them both have their own three vertices, off by up to `noise`. */
function drawnTwice(seed: number, noise: number): Shape[] {
  const dice = diceOf(seed);
  const off = (): number => noise * (2 * dice.share() - 1);
  const side = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): [number, number][] => [[ax, ay], ...[0.25, 0.5, 0.75].map((share): [number, number] => [ax + share * (bx - ax) + off(), ay + share * (by - ay) + off()])];
  return Array.from({ length: 36 }, (_, i) => {
    const [x, y] = [2000 * (i % 6), 2000 * Math.floor(i / 6)];
    const corners = [[x, y], [x + 2000, y], [x + 2000, y + 2000], [x, y + 2000]] as const;
    return polygon([...corners.flatMap((corner, k) => side(corner, at(corners, (k + 1) % 4))), [x, y]]);
  });
}

describe('autoTolerances', () => {
  it('stays below the space between houses beside parcels that were drawn twice', async () => {
    const parcels = drawnTwice(1, 4);
    const houses = (count: number, apart: number): Shape[] => Array.from({ length: count }, (_, i) => polygon(box(20_000 + i * (3 + apart), 0, 20_003 + i * (3 + apart), 3)));
    const beside = (some: readonly Shape[]): Shape[] => inCentimetres([...parcels, ...some]);
    const { snapDistance } = plain(inCentimetres(parcels));
    expect(snapDistance).toBeGreaterThanOrEqual(3);
    const layer = layerOf(beside(houses(10, 2)));
    expect(autoTolerances(layer, PLANAR).snapDistance).toBe(1.5);
    const { changes } = await repair(layer, { units: PLANAR, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 });
    expect(Array.from(changes?.features ?? []).filter((feature) => feature >= parcels.length)).toEqual([]);
    // Three say nothing of the layer, nor do houses that are as near as borders drawn twice may be.
    for (const few of [houses(3, 2), houses(10, 0.5)]) expect(plain(beside(few)).snapDistance).toBe(snapDistance);
  });

  it('is half a metre and a metre where no sliver speaks for more, whatever the size of the plots', () => {
    for (const width of [60, 300, 3000, 30_000]) expect(plain(inCentimetres(road({ width, depth: width, road: 20 }).shapes)), String(width)).toMatchObject({ snapDistance: 0.5, maxGapWidth: 1, unit: 'coordinate unit' });
  });

  it('is a little more where coordinates are rounded to metres, and less than a road', () => {
    expect(plain([polygon(box(0, 0, 1000, 1000)), polygon(box(1000, 0, 2000, 1000))])).toMatchObject({ snapDistance: 1, maxGapWidth: 1.5, unit: 'coordinate unit' });
  });

  /** Parcels of some 300 m in degrees, the first of them once more with five decimals, of which a step is 1.1 m. */
  const exactAndRounded = (copies: number): Shape[] => {
    const dice = diceOf(5);
    const place = (i: number, j: number): [number, number] => [-47.2 + 0.003 * (i + 0.2 * dice.share()), -15.3 + 0.003 * (j + 0.2 * dice.share())];
    const corners = Array.from({ length: 9 }, (_, i) => Array.from({ length: 5 }, (__, j) => place(i, j)));
    const rings = Array.from({ length: 32 }, (_, i) => [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]].map(([u = 0, v = 0]) => at(at(corners, Math.floor(i / 4) + u), (i % 4) + v)));
    const rounded = rings.slice(0, copies).map((ring) => ring.map((corner) => corner.map((degrees) => Number(degrees.toFixed(5)))));
    return [...rings, ...rounded].map((ring) => polygon(ring));
  };

  it('is as much in degrees where a quarter of the coordinates are rounded to such steps, so that copies are told from the exact parcels', async () => {
    const options = { units: { kind: 'geographic' }, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise', threads: 1 } as const;
    const layer = layerOf(exactAndRounded(12));
    expect(autoTolerances(layer, options.units)).toMatchObject({ snapDistance: 1, maxGapWidth: 1.5 });
    const { findings, emptied } = await repair(layer, options);
    expect([...countByKind(findings)]).toEqual([['duplicate-feature', 12], ['emptied', 12]]);
    expect(emptied).toEqual(Int32Array.from({ length: 12 }, (_, i) => 32 + i));
    // Fewer may lie on round degrees by chance, such as the corners of map sheets.
    expect(autoTolerances(layerOf(exactAndRounded(2)), options.units)).toMatchObject({ snapDistance: 0.5, maxGapWidth: 1 });
  });

  it('is not taken from a single corner that lies on round degrees', () => {
    const field = polygon([[-47, -15], [-46.987654321, -15.000000001], [-46.987654322, -15.012345679], [-47.000000001, -15.012345678], [-47, -15]]);
    const { snapDistance, maxGapWidth, evidence } = autoTolerances(layerOf([field]), { kind: 'geographic' });
    expect([snapDistance, maxGapWidth]).toEqual([0.5, 1]);
    expect(evidence.coordinateStep).toBeLessThan(0.001);
  });

  it('says what it was taken from', () => {
    const slivers = twoLenses(10_000, 19);
    const beside = inCentimetres([polygon(box(0, -9000, 10_000, -3)), polygon(box(10_000, -9000, 20_000, -3))]);
    const { evidence } = plain([...slivers, ...beside]);
    expect(evidence.coordinateStep).toBe(0.01);
    expect(evidence.corridor).toBeCloseTo(3, 1);
    expect(evidence.slivers).toBeGreaterThan(15);
    expect(evidence.slivers).toBeLessThanOrEqual(19);
    const roads = plain(inCentimetres(road({ width: 300, depth: 500, road: 20 }).shapes)).evidence;
    expect(roads).toMatchObject({ slivers: 0, edgeLength: 300 });
    expect(roads.corridor).toBeCloseTo(20, 1);
  });

  it('is what closes the slivers that are there', () => {
    expect(plain(twoLenses(10_000, 3.2))).toMatchObject({ snapDistance: 5, maxGapWidth: 5, unit: 'coordinate unit' });
    expect(plain(twoLenses(10_000, 19))).toMatchObject({ snapDistance: 20, maxGapWidth: 30, unit: 'coordinate unit' });
  });

  it('takes the depth of overlaps that taper for noise as well', () => {
    expect(plain(twoLenses(10_000, -19))).toMatchObject({ snapDistance: 20, maxGapWidth: 30, unit: 'coordinate unit' });
  });

  it('is bounded by the vertex spacing and the extent, whatever speaks for more', () => {
    // s is 1,000 and e 2,236: no more than e/500 and e/50.
    expect(plain(twoLenses(1000, 25))).toMatchObject({ snapDistance: 3, maxGapWidth: 30, unit: 'coordinate unit' });
  });

  it('does not take a wedge that grows out of reach for a sliver', () => {
    const shapes = inCentimetres([polygon([[0, 0], [1000, 0], [800, 1000], [0, 1000], [0, 0]]), polygon([[1000, 0], [2000, 0], [2000, 1000], [1000, 1000], [1000, 0]])]);
    expect(plain(shapes)).toMatchObject({ snapDistance: 0.5, maxGapWidth: 1, unit: 'coordinate unit' });
  });

  it('does not take the narrow wedges between farms that overlap at random for slivers, which would fill land up to 70 m wide', async () => {
    for (const seed of [1, 2, 3]) {
      const layer = layerOf(inCentimetres(farmsAtRandom(seed)));
      const options = { units: PLANAR, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise', threads: 1 } as const;
      expect(autoTolerances(layer, PLANAR), String(seed)).toMatchObject({ snapDistance: 0.5, maxGapWidth: 1, evidence: { slivers: 0 } });
      // Nor does a repair that has given the overlaps away.
      expect((await repair(layer, options)).tolerances, String(seed)).toMatchObject({ snapDistance: 0.5, maxGapWidth: 1 });
    }
  });

  it('takes slivers of neighbours that were surveyed apart, among a few farms that overlap at random', () => {
    const surveyed = inCentimetres(surveyedApart(1, 8));
    const { evidence, maxGapWidth } = plain([...surveyed, ...inCentimetres(farmsAtRandom(1).slice(0, 12))]);
    expect(evidence.slivers).toBeGreaterThan(8);
    expect(maxGapWidth).toBeGreaterThanOrEqual(15);
  });

  it('takes no border that crosses those of a row of lots at a small angle for one digitised twice', () => {
    // A reserve drawn over the lots: its lower border leaves theirs at seven degrees, its upper one at four.
    const lots = Array.from({ length: 14 }, (_, i) => polygon([[70 * i, 0], [70 * i + 70, 0], [70 * i + 90, 400], [70 * i + 20, 400], [70 * i, 0]]));
    const reserve = polygon([[33, -50], [900, 60], [1020, 370], [200, 420], [33, -50]]);
    expect(plain(inCentimetres([...lots, reserve]))).toMatchObject({ maxGapWidth: 1, evidence: { slivers: 0 } });
    expect(plain(inCentimetres([reserve, ...lots.toReversed()]))).toMatchObject({ maxGapWidth: 1, evidence: { slivers: 0 } });
    // Lots that were digitised apart, up to two metres, still show.
    const apart = lots.map((lot, i) => (i === 10 ? polygon([[700, 0], [770, 0], [778, 200], [790, 400], [720, 400], [700, 0]]) : lot));
    const { evidence } = plain(inCentimetres([...apart, reserve]));
    expect(evidence.slivers).toBeGreaterThan(1.9);
    expect(evidence.slivers).toBeLessThan(2.1);
  });

  /** Two rows of six parcels of 1,000 m; what lies between the rows is as wide as `widthAt` says from 0 to 1. The parcels of one row may begin elsewhere. */
  const rows = (widthAt: (share: number) => number, shift = 0): Shape[] => inCentimetres([0, shift].flatMap((offset, row) => Array.from({ length: 6 }, (_, i) => {
    const xs = [i === 0 ? 0 : 1000 * i + offset, 1000 * i + 400 + offset, i === 5 ? 6000 : 1000 * (i + 1) + offset];
    const bank = xs.map((x): [number, number] => [x, row === 0 ? 0 : widthAt(x / 6000)]);
    const [from, to] = [at(xs, 0), at(xs, 2)];
    return row === 0 ? polygon([[from, -900], [to, -900], ...bank.toReversed(), [from, -900]]) : polygon([...bank, [to, 900], [from, 900], at(bank, 0)]);
  })));

  it('takes the end of a road that tapers for no sliver, where each parcel along it has a piece of it', () => {
    for (const wide of [3, 8, 12]) {
      for (const taper of [0.2, 0.3, 0.45]) {
        for (const shift of [0, 300]) expect(plain(rows((share) => wide * Math.min(1, (1 - share) / taper), shift)), `${wide} m, ${taper}, ${shift}`).toMatchObject({ snapDistance: 0.5, maxGapWidth: 1, evidence: { slivers: 0 } });
      }
    }
  });

  it('takes the pieces of a sliver along several parcels for slivers', () => {
    for (const shift of [0, 300]) {
      expect(plain(rows((share) => 8 * 4 * share * (1 - share), shift)).evidence.slivers, `an arc, ${shift}`).toBeGreaterThan(3);
      expect(plain(rows((share) => 8 * (1 - share), shift)).evidence.slivers, `a wedge, ${shift}`).toBeGreaterThan(0.8);
    }
  });

  it('keeps the snap distance below the narrowest road', () => {
    const slivers = twoLenses(10_000, 19);
    const beside = inCentimetres([polygon(box(0, -9000, 10_000, -3)), polygon(box(10_000, -9000, 20_000, -3))]);
    expect(plain([...slivers, ...beside])).toMatchObject({ snapDistance: 2, maxGapWidth: 30, unit: 'coordinate unit' });
  });

  it('is in metres for geographic coordinates', () => {
    const degrees = twoLenses(1, 0.000_2);
    expect(autoTolerances(layerOf(degrees), { kind: 'geographic' })).toMatchObject({ snapDistance: 30, maxGapWidth: 30, unit: 'metre' });
  });

  it('is the same in a large layer in whatever order the features stand, and finds slivers in its windows', () => {
    const made = inCentimetres(streets({ width: 300, depth: 500, road: 10, noise: 1.6 }).shapes);
    const shapes = Array.from({ length: 300 }, (_, i) => made.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]) => [x + 4000 * (i % 20), y + 4000 * Math.floor(i / 20)])) })))).flat();
    const straight = plain(shapes);
    expect(straight).toMatchObject({ snapDistance: 2, maxGapWidth: 2, unit: 'coordinate unit' });
    expect(layerOf(shapes).xy.length / 2).toBeGreaterThan(60_000);
    expect(plain(shuffled(shapes.length, 7).map((i) => at(shapes, i)))).toEqual(straight);
  });

  it('is the same in a large layer with edges of all lengths, in whatever order its features stand and wherever their rings begin', () => {
    const dice = diceOf(5);
    // One feature in ten has a tenth of the vertex spacing of the others, and one feature a tenth of all vertices.
    const field = (corners: number, i: number): [number, number][] => Array.from({ length: corners }, (_, k) => {
      const [angle, radius] = [(2 * Math.PI * k) / corners, (i % 10 === 0 ? 40 : 400) * (0.7 + 0.3 * dice.share())];
      return [1000 * (i % 50) + radius * Math.cos(angle), 1000 * Math.floor(i / 50) + radius * Math.sin(angle)];
    });
    const rings = Array.from({ length: 2500 }, (_, i) => field(i === 7 ? 10_000 : 4 + dice.below(64), i));
    const ofRings = (all: readonly [number, number][][]): ReturnType<typeof autoTolerances> => plain(all.map((ring) => polygon([...ring, ...ring.slice(0, 1)])));
    const straight = ofRings(rings);
    for (let seed = 1; seed <= trials(1); seed++) expect(ofRings(shuffled(rings.length, seed).map((i) => at(rings, i)))).toEqual(straight);
    const turned = rings.map((ring) => [...ring.slice(3), ...ring.slice(0, 3)].toReversed());
    expect(ofRings(turned).evidence.edgeLength).toBe(straight.evidence.edgeLength);
    // The lower quartile of all of them, to within one in fifty.
    const lengths = rings.flatMap((ring) => ring.map(([x, y], i) => { const [u, v] = at(ring, (i + 1) % ring.length); return Math.hypot(u - x, v - y); })).sort((p, q) => p - q);
    expect(Math.abs(straight.evidence.edgeLength / at(lengths, Math.floor(lengths.length / 4)) - 1)).toBeLessThan(0.02);
  });

  it('is the same for a mirrored layer, wherever the rings begin and end in it', () => {
    const different: string[] = [];
    for (let seed = 1; seed <= 40; seed++) {
      // A few parcels: most rings are open all around, and one sliver more or less is enough.
      const parcels = surveyedApart(seed, 5 * seed).slice(0, 12 + (seed % 30));
      const mirrored = parcels.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [-x, y])) })));
      const [{ snapDistance, maxGapWidth }, other] = [plain(parcels), plain(mirrored)];
      if (snapDistance !== other.snapDistance || maxGapWidth !== other.maxGapWidth) different.push(`seed ${seed}: ${snapDistance} and ${maxGapWidth}, mirrored ${other.snapDistance} and ${other.maxGapWidth}`);
    }
    expect(different).toEqual([]);
  });

  it('is the same in a large layer wherever its rings begin', () => {
    const different: string[] = [];
    for (const seed of [1, 2, 3]) {
      const dice = diceOf(seed);
      // Two rows of large parcels of 1,500 vertices each: a ring lies in several windows and beside them.
      const wide = 15_000;
      const bank = (noise: number) => Array.from({ length: 22 * 700 }, (_, i): [number, number] => [(wide * i) / 699, noise * dice.share()]);
      const [low, high] = [bank(0), bank(4)];
      const parcel = (line: [number, number][], i: number, far: number) => [...line.slice(699 * i, 699 * (i + 1) + 1), ...Array.from({ length: 700 }, (_, k): [number, number] => [wide * (i + 1) - (wide * k) / 699, far])];
      const rings = Array.from({ length: 44 }, (_, i) => parcel(i < 22 ? low : high, i % 22, i < 22 ? -9000 : 9000));
      const turned = (ring: [number, number][], by: number) => [...ring.slice(by), ...ring.slice(0, by + 1)];
      const evidence = (by: () => number) => plain(rings.map((ring) => polygon(turned(ring, by())))).evidence;
      const straight = evidence(() => 0);
      for (let i = 0; i < trials(2); i++) {
        const other = evidence(() => dice.below(700));
        if (other.slivers !== straight.slivers || other.corridor !== straight.corridor) different.push(`seed ${seed}: ${JSON.stringify(straight)} and ${JSON.stringify(other)}`);
      }
    }
    expect(different).toEqual([]);
  });

  it('is the same wherever a ring begins that runs along an edge of a neighbour for a part of it', () => {
    // Two fields in holes and one beside them, in degrees of five decimals: one corner of a hole is a metre off, on the line of an edge of the field.
    const rings = [
      [[-51.2, -30], [-51.19948, -30], [-51.19948, -29.99955], [-51.2, -29.99955]],
      [[-51.19979, -29.99973], [-51.19948, -29.99982], [-51.2, -29.99991]],
      [[-51.19979, -29.99982], [-51.19964, -29.99978], [-51.19959, -29.99993], [-51.19979, -29.99996]],
    ];
    const fields = [[[-51.19948, -30], [-51.19907, -30], [-51.19907, -29.99955], [-51.19948, -29.99955]], [[-51.2, -29.99991], [-51.19948, -29.99982], [-51.19979, -29.99973]], [[-51.19979, -29.99995], [-51.19959, -29.99993], [-51.19964, -29.99978], [-51.19979, -29.99982]]];
    const closed = (ring: readonly number[][], start = 0): number[][] => [...ring.slice(start), ...ring.slice(0, start + 1)];
    const from = (start: number): ReturnType<typeof autoTolerances> => autoTolerances(layerOf([polygon(...rings.map((ring) => closed(ring, start))), ...fields.map((ring) => polygon(closed(ring)))]), { kind: 'geographic' });
    for (const start of [1, 2]) expect(from(start), `from corner ${start}`).toEqual(from(0));
  });

  it('counts no border that runs along a longer one as a sliver', () => {
    // Rows of farms, each shifted by half a farm: all their borders meet between the corners of others. One of thirty was digitised twice.
    const farms = Array.from({ length: 100 }, (_, i) => {
      const [x, y] = [400 * (i % 10) + 200 * (Math.floor(i / 10) % 2), 300 * Math.floor(i / 10)];
      const bend = i % 30 === 1 ? [[x + 397.5, y + 150]] : [];
      return polygon([[x, y], [x + 400, y], ...bend, [x + 400, y + 300], [x, y + 300], [x, y]]);
    });
    const { evidence, ...tolerances } = plain(farms);
    expect(evidence.slivers).toBeCloseTo(2.19, 1);
    expect(tolerances).toMatchObject({ snapDistance: 3, maxGapWidth: 3 });
  });

  it('is nil for a layer without edges', () => {
    const empty: Layer = {
      xy: new Float64Array(0), z: null, m: null,
      ringOffsets: Int32Array.of(0, 0), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1),
      partKinds: Uint8Array.of(PartKind.Polygon),
    };
    expect(autoTolerances(empty, PLANAR)).toMatchObject({ snapDistance: 0, maxGapWidth: 0, unit: 'coordinate unit' });
  });
});

describe('plannedTolerances', () => {
  it('are those of the repair: copies, which hide slivers, are set aside first', async () => {
    const slivers = twoLenses(10_000, 19);
    const layer = layerOf([...slivers, ...slivers]);
    const options = { units: PLANAR, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise', threads: 1 } as const;
    expect(autoTolerances(layer, PLANAR)).toMatchObject({ maxGapWidth: 1 });
    const planned = plannedTolerances(layer, options);
    expect(planned).toMatchObject({ snapDistance: 20, maxGapWidth: 30, evidence: { corridor: Infinity } });
    expect(planned.evidence?.slivers).toBeGreaterThan(15);
    expect((await repair(layer, options)).tolerances).toEqual(planned);
  });
});
