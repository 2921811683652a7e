import { diceOf } from './dice.ts';
import type { Dice } from './dice.ts';
import { areaOf, polygon } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';

/** Parcels along roads, in metres, and the area between borders that were digitised twice. */
export interface RoadLayer {
  readonly shapes: Shape[];
  /** Area of the slivers between parcels, which a repair closes. All other voids are road. */
  readonly slivers: number;
}

export interface Plots {
  readonly width: number;
  readonly depth: number;
  readonly road: number;
  /** The distance of the second digitising of a common border from the first; 0: both have the same chain. */
  readonly noise?: number;
}

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

/** Converts a point on the ground to the coordinates of the file. */
export type ToFile = (position: Position) => Position;
export const PLAIN: ToFile = (position) => position;
/** Degrees with six decimals, as in most files, south of Brasília. */
export const DEGREES: ToFile = ([x = 0, y = 0]) => {
  const metres = (Math.PI / 180) * 6378137;
  const [lon, lat] = [-47.9 + x / (metres * Math.cos((-15.9 * Math.PI) / 180)), -15.9 + y / metres];
  return [Number(lon.toFixed(6)), Number(lat.toFixed(6))];
};

export function inFile(layer: RoadLayer, toFile: ToFile): Shape[] {
  return layer.shapes.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(toFile)) })));
}

/**
 * A block of parcels side by side, in two rows back to back. Each common border of neighbours in a row has two vertices
 * between its ends; in the middle of these, the left parcel has one of its own, off by the noise.
 */
function block({ width, depth, noise = 0 }: Plots, x0: number, y0: number, count: number): RoadLayer {
  const shapes: Shape[] = [];
  let slivers = 0;
  for (let row = 0; row < 2; row++) {
    const [low, high] = [y0 + row * depth, y0 + (row + 1) * depth];
    for (let i = 0; i < count; i++) {
      const [left, right] = [x0 + i * width, x0 + (i + 1) * width];
      const hasSliver = noise > 0 && i + 1 < count;
      // The right one of two neighbours runs straight; the left one stays behind it.
      const bend: Ring = hasSliver ? [[right - noise, (low + high) / 2]] : [];
      if (hasSliver) slivers += (noise * depth) / 2;
      shapes.push(polygon(closed([[left, low], [right, low], ...bend, [right, high], [left, high]])));
    }
  }
  return { shapes, slivers };
}

function together(...layers: readonly RoadLayer[]): RoadLayer {
  return { shapes: layers.flatMap(({ shapes }) => shapes), slivers: layers.reduce((sum, { slivers }) => sum + slivers, 0) };
}

/** Streets between blocks, along and across, open where they leave the layer. */
export function streets(plots: Plots): RoadLayer {
  const [stepX, stepY] = [3 * plots.width + plots.road, 2 * plots.depth + plots.road];
  return together(...[0, 1, 2].flatMap((i) => [0, 1, 2].map((k) => block(plots, i * stepX, k * stepY, 3))));
}

/** One road between two blocks, open at both ends. */
export function road(plots: Plots): RoadLayer {
  return together(block(plots, 0, 0, 4), block(plots, 0, 2 * plots.depth + plots.road, 4));
}

/** Like `road`, with a parcel across one or both ends. */
export function roadWithEnds(plots: Plots, ends: 1 | 2): RoadLayer {
  const { width, depth, road: wide } = plots;
  const [low, high] = [2 * depth, 2 * depth + wide];
  const across = (x: number, to: number): Shape => polygon(closed([[x, low], [to, low], [to, high], [x, high]]));
  const caps = [across(-width, 0), across(4 * width, 5 * width)].slice(0, ends);
  // The parcels on either side of an end have the same corners as the end.
  const corners = together(...[0, 1].slice(0, ends).flatMap((end) => [block({ ...plots, noise: 0 }, end === 0 ? -width : 4 * width, 0, 1), block({ ...plots, noise: 0 }, end === 0 ? -width : 4 * width, high, 1)]));
  return together(road(plots), corners, { shapes: caps, slivers: 0 });
}

/** Streets like `streets`, surrounded by a belt of parcels, so that every road is enclosed. */
export function enclosedStreets(plots: Plots): RoadLayer {
  const inner = streets(plots);
  const { width, depth, road: wide } = plots;
  const [right, top] = [9 * width + 3 * wide, 6 * depth + 3 * wide];
  const [x0, y0] = [-wide, -wide];
  const belt = [
    polygon(closed([[x0, y0 - depth], [right, y0 - depth], [right, y0], [x0, y0]])),
    polygon(closed([[x0, top], [right, top], [right, top + depth], [x0, top + depth]])),
    polygon(closed([[x0 - width, y0], [x0, y0], [x0, top], [x0 - width, top]])),
    polygon(closed([[right, y0], [right + width, y0], [right + width, top], [right, top]])),
  ];
  return together(inner, { shapes: belt, slivers: 0 });
}

/** A stream of nearly constant width that winds between parcels of `width`. Vertices of its banks do not face each other. */
export function stream({ width, depth, road: wide, noise = 0 }: Plots, seed = 1): RoadLayer {
  const dice = diceOf(seed);
  const length = 8 * width;
  const middle = (x: number): number => (width / 6) * Math.sin((2 * Math.PI * x) / (4 * width));
  const bank = (side: number): Position[] => {
    const places: Position[] = [[0, (side * wide) / 2]];
    for (let x = step(dice, width, wide); x < length - width / 20; x += step(dice, width, wide)) places.push([x, middle(x) + (side * wide * (0.94 + 0.12 * dice.share())) / 2]);
    return [...places, [length, (side * wide) / 2]];
  };
  const shapes: Shape[] = [];
  let slivers = 0;
  for (const side of [-1, 1]) {
    const places = bank(side);
    // Each parcel has some of the vertices. Neighbours share the one between them and the border from there outwards.
    const cuts = [0, 1, 2, 3].map((i) => Math.floor((i * (places.length - 1)) / 3));
    for (let i = 0; i < 3; i++) {
      const part = places.slice(cuts[i], (cuts[i + 1] ?? 0) + 1);
      const [first, last] = [part[0] ?? [0, 0], part[part.length - 1] ?? [0, 0]];
      const far = side * depth;
      const hasSliver = noise > 0 && i < 2;
      const bend: Ring = hasSliver ? [[(last[0] ?? 0) - noise, ((last[1] ?? 0) + far) / 2]] : [];
      if (hasSliver) slivers += (noise * Math.abs(far - (last[1] ?? 0))) / 2;
      shapes.push(polygon(closed([...part, ...bend, [last[0] ?? 0, far], [first[0] ?? 0, far]])));
    }
  }
  return { shapes, slivers };
}

/** Like `stream`, with a parcel across either end. */
export function enclosedStream(plots: Plots): RoadLayer {
  const { width, depth, road: wide } = plots;
  const ends = [[-width, 0], [8 * width, 9 * width]].map(([from = 0, to = 0]) => {
    const [near, far] = from < 0 ? [to, from] : [from, to];
    return polygon(closed([[near, -depth], [near, -wide / 2], [near, wide / 2], [near, depth], [far, depth], [far, -depth]]));
  });
  return together(stream(plots), { shapes: ends, slivers: 0 });
}

/**
 * Vertices along a stream are closer than the parcels are wide, and close enough that its bends are nearly as wide as the rest.
 */
function step(dice: Dice, width: number, wide: number): number {
  return Math.min(0.16 * width, Math.sqrt(wide * width)) * (0.5 + 0.5 * dice.share());
}

/**
 * Parcels, roads and slivers of any size. They have seeds of their own, so that the families of `dirty-layers.ts` keep their
 * layers.
 */
export function anyRoads(seed: number): { readonly layer: RoadLayer; readonly plots: Plots } {
  const dice = diceOf(seed);
  const width = 30 * 100 ** dice.share();
  const plots = { width, depth: width * (1 + dice.share()), road: 2 * 10 ** dice.share(), noise: dice.chance(0.6) ? dice.share() * Math.min(1.6, width / 150) : 0 };
  const lay = dice.pick([road, (of: Plots) => roadWithEnds(of, 1), (of: Plots) => roadWithEnds(of, 2), streets, enclosedStreets, stream, enclosedStream]);
  return { layer: lay(plots), plots };
}

export const landOf = (shapes: readonly Shape[]): number => shapes.reduce((sum, shape) => sum + areaOf(shape), 0);
