import { describe, expect, test } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { groupRings, signedArea } from '../../src/shapefile/ring-groups.ts';

type Ring = readonly (readonly [number, number])[];

/** A closed square, clockwise unless reversed. */
const square = (x: number, y: number, size: number): Ring => [[x, y], [x, y + size], [x + size, y + size], [x + size, y], [x, y]];
const turned = (ring: Ring): Ring => ring.toReversed();

interface Rings {
  readonly xy: Float64Array;
  readonly bounds: Int32Array;
}

function recordOf(rings: readonly Ring[]): Rings {
  const bounds = new Int32Array(rings.length + 1);
  rings.forEach((ring, at) => (bounds[at + 1] = bounds[at] + ring.length));
  return { xy: Float64Array.from(rings.flat(2)), bounds };
}

/** Groups as lists of ring numbers, each shell followed by its holes. */
function groupsIn({ xy, bounds }: Rings): number[][] {
  const { order, beginsPart } = groupRings(xy, bounds);
  const groups: number[][] = [];
  beginsPart.forEach((begins, at) => {
    const ring = order === null ? at : order[at];
    if (begins === 1) groups.push([ring]);
    else groups.at(-1)?.push(ring);
  });
  return groups;
}

const groupsOf = (rings: readonly Ring[]): number[][] => groupsIn(recordOf(rings));

describe('clockwise rings are shells, the others holes', () => {
  test('of the only shell, wherever it stands in the record and wherever they lie', () => {
    expect(groupsOf([square(0, 0, 9), turned(square(1, 1, 1)), turned(square(3, 3, 1))])).toEqual([[0, 1, 2]]);
    expect(groupsOf([turned(square(1, 1, 1)), square(0, 0, 9), turned(square(50, 50, 1))])).toEqual([[1, 0, 2]]);
  });

  test('of the smallest shell around them', () => {
    const rings = [square(0, 0, 90), turned(square(10, 10, 30)), square(20, 20, 9), turned(square(21, 21, 2)), turned(square(60, 60, 5))];
    expect(groupsOf(rings)).toEqual([[0, 1, 4], [2, 3]]);
    expect(groupsOf([rings[3], rings[4], rings[2], rings[1], rings[0]])).toEqual([[2, 0], [4, 1, 3]]);
  });

  test('of a shell whose box contains another one, where only the border decides', () => {
    const hook: Ring = [[0, 0], [0, 100], [100, 100], [100, 90], [10, 90], [10, 0], [0, 0]];
    expect(groupsOf([square(20, 20, 30), hook, turned(square(22, 22, 2)), turned(square(2, 2, 4))])).toEqual([[0, 2], [1, 3]]);
  });

  test('of a shell that they touch in a vertex, or are equal to', () => {
    expect(groupsOf([square(0, 0, 9), square(20, 0, 9), turned(square(20, 0, 3)), turned(square(0, 0, 9))])).toEqual([[0, 3], [1, 2]]);
  });

  test('of the shell before them if they lie in none', () => {
    expect(groupsOf([square(0, 0, 9), square(20, 0, 9), turned(square(50, 50, 3))])).toEqual([[0], [1, 2]]);
    expect(groupsOf([turned(square(50, 50, 3)), square(0, 0, 9), square(20, 0, 9)])).toEqual([[1, 0], [2]]);
    const main = turned(square(100, 100, 500));
    expect(groupsOf([square(0, 0, 9), main])).toEqual([[0, 1]]);
  });
});

test('a ring as thin as rounding has the direction that GDAL sees, also where that is wrong', () => {
  // Clockwise by exact arithmetic; GDAL 3.6 reads it as a hole that lies outside its shell.
  const needle: Ring = [[130.78000366004676, 42.220007813203225], [130.78000485358513, 42.22001036108258], [130.77999999999997, 42.22000000000014], [130.78000366004676, 42.220007813203225]];
  const shell = square(125, 38, 3);
  expect(groupsOf([needle, shell])).toEqual([[1, 0]]);
  expect(groupsOf([needle])).toEqual([[0]]);
});

describe('nesting decides', () => {
  test('if no ring is clockwise', () => {
    const rings = [square(0, 0, 90), square(10, 10, 30), square(20, 20, 9), square(200, 0, 9), square(21, 21, 2)].map(turned);
    expect(groupsOf(rings)).toEqual([[0, 1], [2, 4], [3]]);
    expect(groupsOf([turned(square(0, 0, 9)), turned(square(20, 0, 9))])).toEqual([[0], [1]]);
  });

  test('if every ring has the wrong direction', () => {
    expect(groupsOf([turned(square(0, 0, 90)), square(10, 10, 30), turned(square(200, 0, 9))])).toEqual([[0, 1], [2]]);
  });

  test('and rings of the wrong direction are turned if there are holes; shells alone are shells for every program', () => {
    const wrongWays = (rings: readonly Ring[]): readonly number[] => groupRings(Float64Array.from(rings.flat(2)), Int32Array.from({ length: rings.length + 1 }, (_, at) => 5 * at)).turned;
    expect(wrongWays([square(10, 10, 30), turned(square(0, 0, 90)), turned(square(200, 0, 9))])).toEqual([0, 1, 2]);
    expect(wrongWays([turned(square(0, 0, 90)), turned(square(10, 10, 30)), turned(square(200, 0, 9))])).toEqual([0, 2]);
    expect(wrongWays([turned(square(0, 0, 9)), turned(square(20, 0, 9))])).toEqual([]);
    expect(wrongWays([square(0, 0, 90), turned(square(10, 10, 30))])).toEqual([]);
  });

  test('and equal rings are two shells, which overlap', () => {
    expect(groupsOf([turned(square(0, 0, 9)), turned(square(0, 0, 9))])).toEqual([[0], [1]]);
  });
});

test('rings without area, without vertices or with unusual coordinates do no harm', () => {
  const flat: Ring = [[1, 1], [2, 2], [1, 1]];
  expect(groupsOf([square(0, 0, 9), flat, []])).toEqual([[0, 1, 2]]);
  expect(groupsOf([flat, flat])).toEqual([[0], [1]]);
  const broken: Ring = [[0, 0], [0, 9], [NaN, 3], [Infinity, 9], [9, 9], [9, 0], [0, 0]];
  expect(groupsOf([broken, turned(square(1, 1, 1)), square(20, 0, 9)])).toEqual([[0, 1], [2]]);
  expect(groupsOf([[[NaN, NaN]], [[1e308, -1e308], [-1e308, 1e308], [1e308, 1e308], [-1e308, -1e308]]])).toHaveLength(2);
});

test('an area keeps its digits far from the origin', () => {
  const far = square(7_000_000.25, 9_000_000.5, 0.125);
  expect(signedArea(Float64Array.from(far.flat()), 0, 5)).toBe(-0.015625);
});

describe('many rings in one record', () => {
  const rows = 120;
  const islands: Ring[] = [];
  const lakes: Ring[] = [];
  for (let at = 0; at < rows * rows; at++) {
    const [x, y] = [10 * (at % rows), 10 * Math.floor(at / rows)];
    islands.push(square(x, y, 9));
    lakes.push(turned(square(x + 3, y + 3, 2)));
  }

  test('each find their shell', () => {
    const groups = groupsOf([...islands, ...lakes.toReversed()]);
    expect(groups).toHaveLength(rows * rows);
    expect(groups.findIndex((group, at) => group.length !== 2 || group[0] !== at || group[1] !== 2 * rows * rows - 1 - at)).toBe(-1);
  });

  test('find it inside a frame around all of them', () => {
    const frame = square(-10, -10, 10 * rows + 20);
    const groups = groupsOf([frame, turned(square(-5, -5, 10 * rows + 10)), ...islands, ...lakes]);
    expect(groups[0]).toEqual([0, 1]);
    expect(groups[1000]).toEqual([1001, 1001 + rows * rows]);
  });

  test('that are nested are assigned without comparing every pair', () => {
    const rings = Array.from({ length: 20_000 }, (_, at) => turned(square(at, at, 100_000 - 2 * at)));
    const groups = groupsOf(rings);
    expect(groups).toHaveLength(10_000);
    expect(groups[77]).toEqual([154, 155]);
  });
});

describe('clockwise rings inside a shell', () => {
  const groupingOf = (rings: readonly Ring[]): readonly number[] => {
    const bounds = new Int32Array(rings.length + 1);
    rings.forEach((ring, at) => (bounds[at + 1] = bounds[at] + ring.length));
    return groupRings(Float64Array.from(rings.flat(2)), bounds).turned;
  };

  test('are its holes, and to be turned', () => {
    const rings = [square(0, 0, 90), square(10, 10, 30), turned(square(50, 50, 9)), square(200, 0, 9)];
    expect(groupsOf(rings)).toEqual([[0, 1, 2], [3]]);
    expect(groupingOf(rings)).toEqual([1]);
    expect(groupsOf([square(10, 10, 30), square(0, 0, 90)])).toEqual([[1, 0]]);
  });

  test('are islands again inside such a hole, or inside one with the right direction', () => {
    const rings = [square(0, 0, 90), square(10, 10, 60), square(20, 20, 30), square(25, 25, 5)];
    expect(groupsOf(rings)).toEqual([[0, 1], [2, 3]]);
    expect(groupingOf(rings)).toEqual([1, 3]);
    expect(groupingOf([square(0, 0, 90), turned(square(10, 10, 60)), square(20, 20, 30)])).toEqual([]);
  });

  test('are shells if they reach outside, touch along an edge or are equal: parts that overlap', () => {
    for (const other of [square(80, 80, 30), square(0, 10, 20), square(0, 0, 90)]) {
      expect(groupsOf([square(0, 0, 90), other])).toEqual([[0], [1]]);
      expect(groupingOf([square(0, 0, 90), other])).toEqual([]);
    }
  });
});

describe('a counter-clockwise ring that is larger than all clockwise ones', () => {
  const field = turned(square(0, 0, 100));
  const overBorder = square(-10, 40, 20);

  test('is a shell if it runs over one: as a hole it would take nearly all land', () => {
    expect(groupsOf([field, overBorder])).toEqual([[0], [1]]);
    expect(groupRings(Float64Array.from([field, overBorder].flat(2)), Int32Array.of(0, 5, 10)).turned).toEqual([0]);
  });

  test('keeps its holes of either direction', () => {
    const rings = [field, overBorder, square(50, 50, 5), turned(square(70, 70, 5))];
    expect(groupsOf(rings)).toEqual([[0, 2, 3], [1]]);
    expect(groupRings(Float64Array.from(rings.flat(2)), Int32Array.of(0, 5, 10, 15, 20)).turned).toEqual([0, 2]);
  });

  test('stays a hole, which is a fault to be found, if it is far from all of them or around one beside others', () => {
    expect(groupsOf([turned(square(300, 0, 100)), overBorder])).toEqual([[1, 0]]);
    expect(groupsOf([square(20, 20, 20), field, square(200, 0, 50)])).toEqual([[0, 1], [2]]);
  });
});

describe('a record of very many rings', () => {
  const MANY = 100_000;

  /** How many times as much grouping `MANY` rings takes as a quarter of them, and their groups. They are made beforehand: the garbage of that was up to half of what was measured. */
  async function grouping(ringsFor: (count: number) => Ring[]): Promise<{ growth: number; groups: number[][] }> {
    const [few, all] = [MANY / 4, MANY].map((count) => recordOf(ringsFor(count)));
    const growth = await growthOf((share) => groupsIn(share < 1 ? few : all));
    return { growth, groups: groupsIn(all) };
  }

  test('that lie close together, with one far away, takes as long as without that one', async () => {
    const { growth, groups } = await grouping((count) => {
      const rings = Array.from({ length: count }, (_, at) => square((at % 300) * 10, Math.floor(at / 300) * 10, 5 + (at % 7) / 2));
      rings.push(square(1e9, 1e9, 1), ...Array.from({ length: 9 }, (_, at) => turned(square(at * 10 + 1, 1, 1))));
      return rings;
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
    expect(groups.filter((group) => group.length > 1)).toEqual(Array.from({ length: 9 }, (_, at) => [at, MANY + 1 + at]));
  });

  test('that all reach over the corner of the next one takes no time for each pair of them', async () => {
    const { growth, groups } = await grouping((count) => Array.from({ length: count }, (_, at) => square(at, at, 2 * count - at / 2)));
    expect(growth).toBeLessThan(IN_PROPORTION);
    expect(groups).toHaveLength(MANY);
  });
});
