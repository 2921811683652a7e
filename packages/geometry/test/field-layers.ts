import { diceOf } from './dice.ts';
import type { Dice } from './dice.ts';
import type { DirtyLayer } from './dirty-layers.ts';
import { polygon } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { place } from './places.ts';
import { DEGREES, PLAIN, inFile, road, roadWithEnds, stream, streets } from './roads.ts';
import { swathsOf } from './swaths.ts';

/** A layer as it comes from the field or another program. It has seeds of its own, so that those of `dirtyLayer` keep their layers. */
export interface FieldLayer extends DirtyLayer {
  /** If roads and rivers must stay open: the area of the slivers, which is all that a repair may close. Coordinates are metres. */
  readonly slivers?: number;
}

const FAMILIES = ['swaths', 'near-duplicates', 'fan', 'parent with its parts', 'two precisions', 'projected', 'river', 'roads', 'star'] as const;
const METRES_PER_DEGREE = 111_195;

/** A small layer of a kind that users have. The same seed always gives the same layer. */
export function fieldLayer(seed: number): FieldLayer {
  const dice = diceOf(seed ^ 0x2545f491);
  const family = dice.pick(FAMILIES);
  const made = (shapes: readonly Shape[], tolerances: { snapDistance: number | 'auto'; maxGapWidth: number | 'auto' } = AUTO): DirtyLayer => ({ family, shapes: [...shapes], options: { ...PLANAR, ...tolerances } });
  switch (family) {
    case 'swaths':
      return made(swaths(dice), dice.chance(0.7) ? AUTO : NONE);
    case 'near-duplicates':
      return place(dice, made(nearDuplicates(dice), dice.pick([AUTO, NONE, { snapDistance: 0.05, maxGapWidth: 0.1 }])));
    case 'fan':
      return place(dice, made(fan(dice), dice.pick([AUTO, NONE, { snapDistance: 0.02, maxGapWidth: 0.05 }])));
    case 'parent with its parts':
      return place(dice, made(parentWithParts(dice), dice.pick([AUTO, NONE, { snapDistance: 0.05, maxGapWidth: 0.1 }])));
    case 'two precisions':
      return made(twoPrecisions(dice));
    case 'projected':
      return { family, shapes: projected(dice), options: { ...PLANAR, units: { kind: 'geographic' } } };
    case 'river':
      return made(river(dice));
    case 'roads':
      return roads(dice, family);
    case 'star':
      return place(dice, made(stars(dice), dice.pick([AUTO, NONE])));
  }
}

const AUTO = { snapDistance: 'auto', maxGapWidth: 'auto' } as const;
const NONE = { snapDistance: 0, maxGapWidth: 0 } as const;

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
/** A number between minus one and one. */
const either = (dice: Dice): number => 2 * dice.share() - 1;

/** The ground that a machine covers between two logged positions; sometimes it turns and comes back next to its own track. */
function swaths(dice: Dice): Shape[] {
  const step = dice.pick([0.2, 1, 4]);
  const track = {
    quads: 3 + dice.below(dice.chance(0.05) ? 40 : 9),
    width: dice.pick([3, 12, 30]),
    step,
    length: step * dice.pick([1, 2, 5]),
    turn: dice.pick([0, 1e-6, 0.001, 0.05, 0.3]),
    braking: dice.pick([1, 0.9, 0.6]),
    ...(dice.chance(0.5) ? { decimals: dice.pick([1, 2, 3]) } : {}),
  };
  const [x, y] = dice.pick([[0, 0], [500_000, 7_500_000]] as const);
  const seed = dice.below(1_000_000);
  const there = swathsOf({ ...track, start: [x, y] }, seed);
  if (dice.chance(0.5)) return there;
  const beside = track.width * dice.pick([0.9, 1, 1.02]);
  return [...there, ...swathsOf({ ...track, start: [x - beside * Math.sin(0.3), y + beside * Math.cos(0.3)] }, dice.chance(0.5) ? seed : seed + 1)];
}

function starRing(dice: Dice, corners: number, radius: number, [x = 0, y = 0]: Position): Ring {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.8 * dice.share()) / corners) * 2 * Math.PI;
    const far = radius * (0.5 + 0.5 * dice.share());
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
}

/** One region several times, slightly off, with more or fewer vertices, between two neighbours. */
function nearDuplicates(dice: Dice): Shape[] {
  const ring = starRing(dice, 4 + dice.below(9), 5, [0, 0]);
  const off = dice.pick([1e-9, 1e-4, 0.01, 0.04, 0.3]);
  const copy = (): Shape => {
    const moved = ring.map(([x = 0, y = 0]): Position => (dice.chance(0.6) ? [x + off * either(dice), y + off * either(dice)] : [x, y]));
    const thinned = moved.length > 4 && dice.chance(0.3) ? moved.toSpliced(dice.below(moved.length), 1) : moved;
    const denser = dice.chance(0.4) ? thinned.flatMap((p, i): Position[] => [p, between(p, thinned[(i + 1) % thinned.length] ?? p, dice.share())]) : thinned;
    const from = dice.below(denser.length);
    const turned = [...denser.slice(from), ...denser.slice(0, from)];
    return polygon(closed(dice.chance(0.3) ? turned.toReversed() : turned));
  };
  const beside = Array.from({ length: dice.below(3) }, () => polygon(closed(starRing(dice, 5, 5, [6 * either(dice), 6 * either(dice)]))));
  return [...beside, ...Array.from({ length: 2 + dice.below(3) }, copy)];
}

const between = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position, share: number): Position => [ax + share * (bx - ax), ay + share * (by - ay)];

/** Thin triangles around one point, which each of them rounds on its own, or which all share. */
function fan(dice: Dice): Shape[] {
  const blades = 3 + dice.below(dice.chance(0.1) ? 40 : 10);
  const spread = dice.pick([2 * Math.PI, Math.PI / 2, 0.1]);
  const decimals = dice.pick([1, 2, 4, 15]);
  const off = dice.pick([0, 0, 1e-6, 0.01]);
  const rim = Array.from({ length: blades + 1 }, (_, i): Position => {
    const angle = (spread * Math.min(blades, i + (dice.chance(0.2) ? 0.9 * dice.share() : 0))) / blades;
    return [rounded(10 * Math.cos(angle), decimals), rounded(10 * Math.sin(angle), decimals)];
  });
  return Array.from({ length: blades }, (_, i) => {
    const apex: Position = [off * either(dice), off * either(dice)];
    const [from, to] = [rim[i] ?? [0, 0], rim[i + 1] ?? [0, 0]];
    // Some overlap the next blade, or leave a gap before it.
    return polygon(closed([apex, from, dice.chance(0.15) ? between(from, to, 0.7 + 0.6 * dice.share()) : to]));
  });
}

/** A parcel beside the parts it was divided into, and sometimes parts of these. */
function parentWithParts(dice: Dice): Shape[] {
  const off = dice.pick([0, 0, 1e-7, 0.01, 0.2]);
  const shifted = (ring: Ring): Ring => ring.map(([x = 0, y = 0]): Position => [x + off * either(dice), y + off * either(dice)]);
  const divide = (ring: Ring, deep: number): Ring[] => {
    const count = ring.length;
    const [a, b] = [dice.below(count), 2 + dice.below(count - 2)];
    const turned = [...ring.slice(a), ...ring.slice(0, a)];
    const cut = between(turned[b - 1] ?? [0, 0], turned[b] ?? [0, 0], dice.pick([0, 0.5, dice.share()]));
    const halves = [[...turned.slice(0, b), cut], [turned[0] ?? [0, 0], cut, ...turned.slice(b)]].filter((half) => half.length > 2);
    return deep === 0 ? halves : halves.flatMap((half) => (dice.chance(0.5) ? divide(half, deep - 1) : [half]));
  };
  const parent = starRing(dice, 4 + dice.below(5), 8, [0, 0]);
  const parts = divide(parent, dice.below(3)).filter(() => !dice.chance(0.1));
  const shapes = [parent, ...parts].map((ring) => polygon(closed(shifted(ring))));
  return dice.chance(0.5) ? shapes.toReversed() : shapes;
}

/** Quadrilaterals of a grid with randomly moved corners. `own` may give each feature its own version of a corner. */
function grid(dice: Dice, columns: number, rows: number, size: number, own: (corner: Position, feature: number) => Position): Shape[] {
  const corners = Array.from({ length: (columns + 1) * (rows + 1) }, (_, i): Position => [size * ((i % (columns + 1)) + 0.25 * either(dice)), size * (Math.floor(i / (columns + 1)) + 0.25 * either(dice))]);
  const corner = (column: number, row: number): Position => corners[row * (columns + 1) + column] ?? [0, 0];
  const middles = new Map<string, Position | null>();
  /** Vertices of a border between its ends, if it has any; usually both sides have them, sometimes only one. */
  const side = (from: readonly [number, number], to: readonly [number, number]): Position[] => {
    const name = [from, to].map(String).sort().join(' ');
    if (!middles.has(name)) middles.set(name, dice.chance(0.6) ? between(corner(...from), corner(...to), dice.share()) : null);
    const middle = middles.get(name) ?? null;
    return middle === null || dice.chance(0.3) ? [corner(...from)] : [corner(...from), middle];
  };
  return Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const ring = [...side([column, row], [column + 1, row]), ...side([column + 1, row], [column + 1, row + 1]), ...side([column + 1, row + 1], [column, row + 1]), ...side([column, row + 1], [column, row])];
    return polygon(closed(ring.map((position) => own(position, i))));
  });
}

/** Half of the features come from a file with fewer decimals. */
function twoPrecisions(dice: Dice): Shape[] {
  const size = dice.pick([5, 50, 500]);
  const [coarse, fine] = dice.pick([[0, 3], [1, 4], [2, 10]] as const);
  const [x0, y0] = dice.pick([[0, 0], [512_345.678, 7_512_345.678]] as const);
  const isCoarse = Array.from({ length: 16 }, () => dice.chance(0.5));
  return grid(dice, 1 + dice.below(3), 1 + dice.below(3), size, ([x = 0, y = 0], feature) => {
    const decimals = (isCoarse[feature] ?? false) ? coarse : fine;
    return [rounded(x0 + x, decimals), rounded(y0 + y, decimals)];
  });
}

/** A coverage in metres, rotated by the meridian convergence and rounded to decimals of degrees. What lay on a straight border no longer does. */
function projected(dice: Dice): Shape[] {
  const size = dice.pick([3, 20, 200, 2000]);
  const turn = 0.02 * either(dice);
  const decimals = dice.pick([5, 6, 6, 7]);
  const [lon, lat] = dice.pick([[-47.9, -15.8], [13.4, 52.5], [25, 69]] as const);
  const metresEast = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const toFile = ([x = 0, y = 0]: Position): Position => [rounded(lon + (x - turn * y + 1e-7 * x * y) / metresEast, decimals), rounded(lat + (y + turn * x - 1e-7 * x * x) / METRES_PER_DEGREE, decimals)];
  return grid(dice, 1 + dice.below(3), 1 + dice.below(3), size, toFile);
}

/** A river between parcels, digitised separately: its banks are slightly off the ends of the parcels. */
function river(dice: Dice): Shape[] {
  const length = 60 + 200 * dice.share();
  const wide = 6 + 20 * dice.share();
  const off = dice.pick([0, 0.02, 0.3, 1]);
  const bends = 3 + dice.below(6);
  const decimals = dice.pick([2, 3, 12]);
  const bank = (side: number): Position[] => Array.from({ length: bends + 1 }, (_, i) => [(i * length) / bends, 0.08 * length * Math.sin((2.5 * i) / bends) + (side * wide * (0.9 + 0.2 * dice.share())) / 2]);
  const [left, right] = [bank(-1), bank(1)];
  const near = (places: readonly Position[]): Position[] => places.map(([x = 0, y = 0]) => [rounded(x + off * either(dice), decimals), rounded(y + off * either(dice), decimals)]);
  const shapes = dice.chance(0.8) ? [polygon(closed([...near(left), ...near(right).toReversed()]))] : [];
  for (const places of [left, right]) {
    const far = places === left ? -length / 2 : length / 2;
    const cuts = [0, 1 + dice.below(bends - 1), bends];
    for (const [i, from] of cuts.slice(0, -1).entries()) {
      const part = near(places.slice(from, (cuts[i + 1] ?? bends) + 1));
      shapes.push(polygon(closed([...part, [part.at(-1)?.[0] ?? 0, far], [part[0]?.[0] ?? 0, far]])));
    }
  }
  return shapes;
}

/** Roads and streams of 5 to 10 m between parcels, with slivers between the parcels themselves. */
function roads(dice: Dice, family: string): FieldLayer {
  const width = 30 * 20 ** dice.share();
  const plots = { width, depth: width * (1 + dice.share()), road: 5 + 5 * dice.share(), noise: dice.chance(0.6) ? dice.share() * Math.min(1.6, width / 150) : 0 };
  const lay = dice.chance(0.03) ? streets : dice.pick([road, (of: typeof plots) => roadWithEnds(of, 1), (of: typeof plots) => roadWithEnds(of, 2), (of: typeof plots) => stream(of, dice.below(1000))]);
  const layer = lay(plots);
  if (dice.chance(0.3)) return { family: `${family}, degrees`, shapes: inFile(layer, DEGREES), options: { ...PLANAR, units: { kind: 'geographic' } } };
  return { family, shapes: inFile(layer, PLAIN), options: PLANAR, slivers: layer.slivers };
}

/** Rings that cross themselves everywhere, like a scribble; at most a few thousand times. */
function stars(dice: Dice): Shape[] {
  const large = dice.chance(0.004);
  return Array.from({ length: large ? 1 : 1 + dice.below(2) }, () => {
    const corners = large ? 101 : 5 + 2 * dice.below(10);
    const step = dice.chance(0.5) ? Math.floor(corners / 2) : 1 + dice.below(corners - 1);
    const jitter = dice.pick([0, 1e-9, 0.05, 1]);
    const [x, y] = [dice.below(4), dice.below(4)];
    return polygon(closed(Array.from({ length: corners }, (_, i): Position => {
      const angle = (2 * Math.PI * ((i * step) % corners)) / corners;
      return [x + 5 * Math.cos(angle) + jitter * either(dice), y + 5 * Math.sin(angle) + jitter * either(dice)];
    })));
  });
}
