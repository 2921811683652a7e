import { box, multiPolygon, polygon, shapeOf } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';

/** Numbers that a seed fixes (a 32-bit multiplicative mix of a counter). */
export interface Dice {
  /** In [0, 1). */
  share(): number;
  /** A whole number in [0, count). */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (let i = 0; i < 4; i++) next();
  const below = (count: number) => Math.floor(next() * count);
  return {
    share: next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
  };
}

export interface DirtyLayer {
  readonly family: string;
  readonly shapes: Shape[];
  readonly snapDistance: number | 'auto';
  readonly maxGapWidth: number | 'auto';
}

/** A small layer in which something is probably wrong. The same seed always gives the same layer. */
export function dirtyLayer(seed: number): DirtyLayer {
  const dice = diceOf(seed);
  const family = dice.pick(['grid rings', 'grid rings', 'grid boxes', 'grid boxes', 'cells', 'jittered coverage', 'fat borders', 'mixed faults', 'digitised twice'] as const);
  const none = { snapDistance: 0, maxGapWidth: 0 };
  switch (family) {
    case 'grid rings':
      return { family, shapes: soil(dice, gridRings(dice)), ...(dice.chance(0.8) ? none : { snapDistance: 0, maxGapWidth: dice.pick([0.3, 0.6, 1.1]) }) };
    case 'grid boxes':
      return { family, shapes: soil(dice, gridBoxes(dice)), ...(dice.chance(0.7) ? none : { snapDistance: 0, maxGapWidth: dice.pick([0.6, 1.1]) }) };
    case 'cells':
      return { family, shapes: soil(dice, cells(dice)), ...(dice.chance(0.6) ? none : { snapDistance: 0, maxGapWidth: dice.pick([0.6, 1.1]) }) };
    case 'jittered coverage':
      return { family, shapes: coverage(dice, dice.pick([1e-6, 0.01, 0.2, 0.45])), ...none };
    case 'fat borders':
      return { family, shapes: coverage(dice, dice.pick([0.001, 0.01])), snapDistance: 0.05, maxGapWidth: 0.1 };
    case 'digitised twice':
      return { family, shapes: digitisedTwice(dice), snapDistance: 'auto', maxGapWidth: 'auto' };
    case 'mixed faults':
      return { family, shapes: soil(dice, coverage(dice, dice.pick([0, 0, 0.1]))), ...(dice.chance(0.5) ? { snapDistance: 'auto', maxGapWidth: 'auto' } : none) };
  }
}

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

/** Rings through random points of a tiny grid: every degeneracy happens. */
function gridRings(dice: Dice): Shape[] {
  const size = 2 + dice.below(6);
  const point = (): Position => [dice.below(size + 1), dice.below(size + 1)];
  const ring = (): Ring => closed(Array.from({ length: 3 + dice.below(dice.chance(0.3) ? 6 : 3) }, point));
  const part = (): Ring[] => Array.from({ length: dice.chance(0.75) ? 1 : 2 + dice.below(2) }, ring);
  return Array.from({ length: 1 + dice.below(4) }, () => multiPolygon(...Array.from({ length: dice.chance(0.8) ? 1 : 2 + dice.below(2) }, part)));
}

/** Boxes on a tiny grid, with holes anywhere: shared edges, containment, duplicates. */
function gridBoxes(dice: Dice): Shape[] {
  const size = 3 + dice.below(4);
  const rectangle = (): Ring => {
    const [x, y] = [dice.below(size), dice.below(size)];
    const corners = box(x, y, x + 1 + dice.below(size - x), y + 1 + dice.below(size - y));
    return dice.chance(0.2) ? corners.toReversed() : corners;
  };
  const part = (): Ring[] => Array.from({ length: dice.chance(0.7) ? 1 : 2 + dice.below(2) }, rectangle);
  return Array.from({ length: 2 + dice.below(4) }, () => multiPolygon(...Array.from({ length: dice.chance(0.8) ? 1 : 2 }, part)));
}

/** Unit cells dealt out to features, some to nobody or to two: every cell stays a part of its own. */
function cells(dice: Dice): Shape[] {
  const [width, height] = [2 + dice.below(3), 2 + dice.below(3)];
  const parts = Array.from({ length: 2 + dice.below(3) }, (): Ring[][] => []);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      if (dice.chance(0.15)) continue;
      dice.pick(parts).push([box(x, y, x + 1, y + 1)]);
      if (dice.chance(0.1)) dice.pick(parts).push([box(x, y, x + 1, y + 1)]);
    }
  }
  return parts.map((list) => multiPolygon(...list));
}

/** A coverage of quadrilaterals or triangles whose every corner each feature places by itself, off by `jitter`. */
function coverage(dice: Dice, jitter: number): Shape[] {
  const [width, height] = [1 + dice.below(3), 1 + dice.below(3)];
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

/** Strips side by side whose common borders are drawn twice: vertices in other places, a hundredth of their spacing apart. */
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

/** Adds what people's files have: repeated and broken vertices, spikes, open rings, duplicates, stray holes, ordinates. */
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

/** The smallest layer that still fails: features, parts, rings and vertices go as long as the failure stays. */
export async function shrink(shapes: readonly Shape[], fails: (shapes: Shape[]) => Promise<boolean>, tries = 3000): Promise<Shape[]> {
  let best = [...shapes];
  let left = tries;
  const attempt = async (candidate: Shape[]): Promise<boolean> => {
    if (left-- <= 0 || !(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let again = true; again && left > 0; ) {
    again = false;
    for (const candidate of smaller(best)) {
      if (await attempt(candidate)) {
        again = true;
        break;
      }
      if (left <= 0) break;
    }
  }
  return best;
}

/** Every layer with one thing less or one coordinate simpler, largest steps first. */
function* smaller(shapes: readonly Shape[]): Generator<Shape[]> {
  for (let f = 0; f < shapes.length; f++) yield shapes.toSpliced(f, 1);
  const each = function* (): Generator<[number, number, Shape]> {
    for (const [f, shape] of shapes.entries()) for (let p = 0; p < shape.length; p++) yield [f, p, shape];
  };
  for (const [f, p, shape] of each()) yield shapes.with(f, shape.toSpliced(p, 1));
  for (const [f, p, shape] of each()) {
    const part = shape.at(p);
    if (part === undefined) continue;
    const withRings = (rings: readonly Ring[]) => shapes.with(f, shape.with(p, { kind: part.kind, rings }));
    for (let r = 0; r < part.rings.length; r++) if (part.rings.length > 1) yield withRings(part.rings.toSpliced(r, 1));
    for (const [r, ring] of part.rings.entries()) {
      const isClosed = ring.length > 1 && ring.at(0)?.[0] === ring.at(-1)?.[0] && ring.at(0)?.[1] === ring.at(-1)?.[1];
      const body = isClosed ? ring.slice(0, -1) : ring;
      const made = (vertices: Ring) => withRings(part.rings.with(r, isClosed ? closed(vertices) : vertices));
      for (let v = 0; v < body.length; v++) yield made(body.toSpliced(v, 1));
      for (const [v, position] of body.entries()) {
        if (position.length > 2) yield made(body.with(v, position.slice(0, 2)));
        for (const digits of [0, 1, 2, 3, 5]) {
          const round = position.map((value, k) => (k > 1 || !Number.isFinite(value) ? value : Number(value.toFixed(digits))));
          if (round.some((value, k) => value !== position[k] && Number.isFinite(value))) yield made(body.with(v, round));
        }
      }
    }
  }
}
