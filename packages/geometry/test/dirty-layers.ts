import type { RepairOptions } from '../src/repair-options.ts';
import { diceOf } from './dice.ts';
import type { Dice } from './dice.ts';
import { box, multiPolygon, polygon, shapeOf } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { place } from './places.ts';

/** A layer generated from a known seed, and how to repair it. */
export interface DirtyLayer {
  readonly family: string;
  readonly shapes: Shape[];
  readonly options: RepairOptions;
}

const FAMILIES = ['grid rings', 'grid rings', 'grid boxes', 'grid boxes', 'cells', 'jittered coverage', 'fat borders', 'mixed faults', 'digitised twice', 'void among many'] as const;

/** A small layer that probably has a fault. The same seed always gives the same layer. */
export function dirtyLayer(seed: number): DirtyLayer {
  const dice = diceOf(seed);
  const family = dice.pick(FAMILIES);
  const options: RepairOptions = {
    ...PLANAR,
    ...tolerancesOf(dice, family),
    ...(dice.chance(0.05) ? { overlaps: 'keep' as const } : {}),
    ...(dice.chance(0.05) ? { gaps: 'keep' as const } : {}),
  };
  return place(dice, { family, shapes: shapesOf(dice, family), options });
}

function tolerancesOf(dice: Dice, family: (typeof FAMILIES)[number]): Pick<RepairOptions, 'snapDistance' | 'maxGapWidth'> {
  const none = { snapDistance: 0, maxGapWidth: 0 };
  switch (family) {
    case 'grid rings':
      return dice.chance(0.8) ? none : { snapDistance: 0, maxGapWidth: dice.pick([0.3, 0.6, 1.1]) };
    case 'grid boxes':
      return dice.chance(0.7) ? none : { snapDistance: 0, maxGapWidth: dice.pick([0.6, 1.1]) };
    case 'cells':
      return dice.chance(0.6) ? none : { snapDistance: 0, maxGapWidth: dice.pick([0.6, 1.1]) };
    case 'jittered coverage':
      return none;
    case 'fat borders':
      return { snapDistance: 0.05, maxGapWidth: 0.1 };
    case 'digitised twice':
      return { snapDistance: 'auto', maxGapWidth: 'auto' };
    case 'mixed faults':
      return dice.chance(0.5) ? { snapDistance: 'auto', maxGapWidth: 'auto' } : none;
    case 'void among many':
      return { snapDistance: dice.pick([0, 0, 0.01]), maxGapWidth: dice.pick([0.1, 0.5, 2, 20]) };
  }
}

function shapesOf(dice: Dice, family: (typeof FAMILIES)[number]): Shape[] {
  switch (family) {
    case 'grid rings':
      return soil(dice, gridRings(dice, 2 + dice.below(6), 1 + dice.below(4)));
    case 'grid boxes':
      return soil(dice, gridBoxes(dice, 3 + dice.below(4), 2 + dice.below(4)));
    case 'cells':
      return soil(dice, cells(dice, 2 + dice.below(3), 2 + dice.below(3), 2 + dice.below(3)));
    case 'jittered coverage':
      return coverage(dice, dice.pick([1e-6, 0.01, 0.2, 0.45]), 1 + dice.below(3), 1 + dice.below(3));
    case 'fat borders':
      return coverage(dice, dice.pick([0.001, 0.01]), 1 + dice.below(3), 1 + dice.below(3));
    case 'digitised twice':
      return digitisedTwice(dice);
    case 'mixed faults':
      return soil(dice, coverage(dice, dice.pick([0, 0, 0.1]), 1 + dice.below(3), 1 + dice.below(3)));
    case 'void among many':
      return voidAmongMany(dice);
  }
}

const MEDIUM_FAMILIES = ['many rings', 'many boxes', 'many cells', 'large coverage', 'large coverage', 'large fat borders', 'large mixed faults', 'many strips'] as const;

/** A layer of a few hundred features, like `dirtyLayer`. */
export function mediumLayer(seed: number): DirtyLayer {
  const dice = diceOf(seed ^ 0x5bd1e995);
  const family = dice.pick(MEDIUM_FAMILIES);
  const none = { snapDistance: 0, maxGapWidth: 0 };
  const [side, other] = [12 + dice.below(8), 12 + dice.below(8)];
  const made = (shapes: Shape[], tolerances: Pick<RepairOptions, 'snapDistance' | 'maxGapWidth'>): DirtyLayer => place(dice, { family, shapes, options: { ...PLANAR, ...tolerances } });
  switch (family) {
    case 'many rings':
      return made(soil(dice, gridRings(dice, 40, 100)), none);
    case 'many boxes':
      return made(soil(dice, gridBoxes(dice, 30, 120)), dice.chance(0.5) ? none : { snapDistance: 0, maxGapWidth: 1.1 });
    case 'many cells':
      return made(soil(dice, cells(dice, side, other, 100)), dice.chance(0.5) ? none : { snapDistance: 0, maxGapWidth: 1.1 });
    case 'large coverage':
      return made(coverage(dice, dice.pick([1e-6, 0.01, 0.2]), side, other), none);
    case 'large fat borders':
      return made(coverage(dice, dice.pick([0.001, 0.01]), side, other), { snapDistance: 0.05, maxGapWidth: 0.1 });
    case 'large mixed faults':
      return made(soil(dice, coverage(dice, dice.pick([0, 0, 0.01, 0.1]), side, other)), dice.chance(0.5) ? { snapDistance: 'auto', maxGapWidth: 'auto' } : none);
    case 'many strips':
      return made(Array.from({ length: 25 }, (_, i) => digitisedTwice(dice).map((shape) => shifted(shape, 20_000 * (i % 5), 60_000 * Math.floor(i / 5)))).flat(), { snapDistance: 'auto', maxGapWidth: 'auto' });
  }
}

/**
 * A coverage of quadrilaterals and triangles in which each feature places its corners independently, matched within 0.05. No two borders or
 * areas tie.
 */
export function largeCoverage(seed: number, width: number, height: number): DirtyLayer {
  const dice = diceOf(seed);
  return { family: 'large fat borders', shapes: coverage(dice, 0.01, width, height), options: { ...PLANAR, snapDistance: 0.05, maxGapWidth: 0.1 } };
}

function shifted(shape: Shape, dx: number, dy: number): Shape {
  return shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0, ...rest]) => [x + dx, y + dy, ...rest])) }));
}

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

/** Rings through random points of a tiny grid: every degeneracy occurs. */
function gridRings(dice: Dice, extent: number, count: number): Shape[] {
  const size = Math.min(extent, 8);
  const [shiftX, shiftY] = [() => dice.below(extent - size + 1), () => dice.below(extent - size + 1)];
  let [left, low] = [0, 0];
  const point = (): Position => [left + dice.below(size + 1), low + dice.below(size + 1)];
  const ring = (): Ring => closed(Array.from({ length: 3 + dice.below(dice.chance(0.3) ? 6 : 3) }, point));
  const part = (): Ring[] => Array.from({ length: dice.chance(0.75) ? 1 : 2 + dice.below(2) }, ring);
  return Array.from({ length: count }, () => {
    [left, low] = [shiftX(), shiftY()];
    return multiPolygon(...Array.from({ length: dice.chance(0.8) ? 1 : 2 + dice.below(2) }, part));
  });
}

/** Boxes on a tiny grid, with holes anywhere: shared edges, containment, duplicates. */
function gridBoxes(dice: Dice, size: number, count: number): Shape[] {
  const rectangle = (): Ring => {
    const [x, y] = [dice.below(size), dice.below(size)];
    const corners = box(x, y, x + 1 + dice.below(Math.min(6, size - x)), y + 1 + dice.below(Math.min(6, size - y)));
    return dice.chance(0.2) ? corners.toReversed() : corners;
  };
  const part = (): Ring[] => Array.from({ length: dice.chance(0.7) ? 1 : 2 + dice.below(2) }, rectangle);
  return Array.from({ length: count }, () => multiPolygon(...Array.from({ length: dice.chance(0.8) ? 1 : 2 }, part)));
}

/** Unit cells dealt out to features, some to none or to two. Every cell stays a part of its own. */
function cells(dice: Dice, width: number, height: number, count: number): Shape[] {
  const parts = Array.from({ length: count }, (): Ring[][] => []);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      if (dice.chance(0.15)) continue;
      dice.pick(parts).push([box(x, y, x + 1, y + 1)]);
      if (dice.chance(0.1)) dice.pick(parts).push([box(x, y, x + 1, y + 1)]);
    }
  }
  return parts.map((list) => multiPolygon(...list));
}

/** A coverage of quadrilaterals or triangles in which each feature places every corner independently, off by `jitter`. */
function coverage(dice: Dice, jitter: number, width: number, height: number): Shape[] {
  const corner = Array.from({ length: (width + 1) * (height + 1) }, (_, i): Position => [(i % (width + 1)) + 0.3 * dice.share(), Math.floor(i / (width + 1)) + 0.3 * dice.share()]);
  const near = (x: number, y: number): Position => {
    const [px = 0, py = 0] = corner[y * (width + 1) + x] ?? [];
    return dice.chance(0.5) ? [px, py] : [px + jitter * (dice.share() - 0.5), py + jitter * (dice.share() - 0.5)];
  };
  const shapes: Shape[] = [];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const [a, b, c, d] = [near(x, y), near(x + 1, y), near(x + 1, y + 1), near(x, y + 1)];
      if (dice.chance(0.3)) shapes.push(polygon(closed([a, b, c])), polygon(closed([near(x, y), near(x + 1, y + 1), d])));
      else shapes.push(polygon(closed([a, b, c, d])));
    }
  }
  return shapes;
}

/**
 * Strips side by side whose common borders are drawn twice: with vertices in different places, a hundredth of their spacing
 * apart.
 */
function digitisedTwice(dice: Dice): Shape[] {
  const count = 2 + dice.below(3);
  const steps = 3 + dice.below(6);
  const [bend, apart, spacing] = [dice.share(), dice.pick([0.002, 0.01, 0.02]), dice.pick([1, 100, 5000])];
  const border = (x: number): Position[] => {
    const heights = Array.from({ length: steps - 1 }, (_, i) => i + 1 + (dice.share() - 0.5) * 0.8);
    return [0, ...heights, steps].map((y) => [spacing * (x * 3 + bend * Math.sin(y + x) + apart * (dice.share() - 0.5)), spacing * y]);
  };
  return Array.from({ length: count }, (_, x) => polygon(closed([...border(x).reverse(), ...border(x + 1)])));
}

/** A void, round, long or branching, among up to seven neighbours that share its corners; sometimes something stands in it. */
function voidAmongMany(dice: Dice): Shape[] {
  const corners = 4 + dice.below(dice.chance(0.02) ? 500 : 30);
  const long = dice.pick([1, 1, 5, 40]);
  const arms = dice.pick([0, 0, 3, 5]);
  const angles = Array.from({ length: corners }, (_, i) => ((i + 0.8 * dice.share()) / corners) * 2 * Math.PI);
  const rim = angles.map((angle): Position => {
    const radius = arms > 0 ? 0.15 + 0.85 * Math.abs(Math.cos((arms * angle) / 2)) ** 6 : 0.3 + 0.7 * dice.share();
    return [long * radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const far = angles.map((angle): Position => [3 * long * Math.cos(angle), 3 * Math.sin(angle)]);
  const neighbours = Math.min(corners, 2 + dice.below(6));
  const starts = Array.from({ length: neighbours }, (_, i) => Math.floor((i * corners) / neighbours));
  const shapes = starts.map((from, i) => {
    const to = i + 1 < neighbours ? (starts[i + 1] ?? corners) : corners;
    const outer = [...far.slice(from, to), ...far.slice(to % corners, (to % corners) + 1)];
    const inner = [...rim.slice(from, to), ...rim.slice(to % corners, (to % corners) + 1)];
    return polygon(closed([...outer, ...inner.reverse()]));
  });
  const within = (share: number, dx: number): Ring => closed(rim.map(([x = 0, y = 0]): Position => [share * x + dx, share * y]));
  if (dice.chance(0.25)) shapes.push(polygon(within(0.6, 0)));
  else if (dice.chance(0.15)) shapes.push(polygon(within(0.05, 0.06 * long)), polygon(within(0.05, -0.06 * long)));
  else if (dice.chance(0.2)) return [...shapes.slice(0, -1), [...(shapes.at(-1) ?? []), ...polygon(within(0.1, 0))]];
  return shapes;
}

/** Adds what real files contain: repeated and broken vertices, spikes, open rings, duplicates, stray holes, ordinates. */
function soil(dice: Dice, shapes: readonly Shape[]): Shape[] {
  const dirty: Shape[] = shapes.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => (dice.chance(0.15) ? soilRing(dice, ring) : ring)) })));
  if (dice.chance(0.1)) dirty.push(dice.pick(dirty));
  if (dice.chance(0.1)) dirty.push(dice.pick(dirty).map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.toReversed()) })));
  if (dice.chance(0.05)) dirty.splice(dice.below(dirty.length), 0, []);
  if (dice.chance(0.05)) dirty.push([...shapeOf({ type: 'LineString', coordinates: [[0, 0], [1, 1], [1, 1], [2, 0]] })]);
  if (!dice.chance(0.15)) return dirty;
  return dirty.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => {
    const heights = ring.map((position) => [...position, dice.below(100)]);
    const [first, last] = [ring.at(0), ring.at(-1)];
    const start = heights.at(0);
    return start !== undefined && ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? [...heights.slice(0, -1), start] : heights;
  }) })));
}

function soilRing(dice: Dice, ring: Ring): Ring {
  const place = dice.below(Math.max(1, ring.length));
  const here = ring.at(place);
  if (here === undefined) return ring;
  const [x = 0, y = 0] = here;
  const aside: Position = [x + dice.below(5) - 2, y + dice.below(5) - 2];
  switch (dice.below(6)) {
    case 0:
      return ring.toSpliced(place, 0, here);
    case 1:
      return ring.toSpliced(place, 0, [dice.pick([Number.NaN, Infinity, -Infinity]), y]);
    case 2:
      return ring.toSpliced(place + 1, 0, aside, here);
    case 3:
      return ring.slice(0, -1);
    case 4:
      return ring.toSpliced(place + 1, 0, aside);
    default:
      return [...ring, ...ring.slice(1)];
  }
}
