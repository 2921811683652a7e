import { diceOf } from './dice.ts';
import { box, multiPolygon, polygon } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';

/** Layers of one kind each, of about as many vertices as asked for. A repair of most of them takes time in proportion to that. */
export const GROWING_LAYERS: Readonly<Record<string, (vertices: number) => Shape[]>> = {
  'one ring': (n) => [polygon(circle(1000, n))],
  'a ring off by noise': (n) => {
    const dice = diceOf(1);
    return [polygon(closed(circle(n / 20, n).slice(1).map(([x = 0, y = 0]): Position => [x + 0.3 * dice.share(), y + 0.3 * dice.share()])))];
  },
  'parts apart': (n) => [multiPolygon(...boxes(n / 4, 3, 2).map((ring) => [ring]))],
  'parts that touch': (n) => [multiPolygon(...boxes(n / 4, 2, 2).map((ring) => [ring]))],
  'parts over each other': (n) => [multiPolygon(...boxes(n / 4, 2, 2.5).map((ring) => [ring]))],
  'holes': (n) => [polygon(box(-10, -10, 1e4, 1e4), ...boxes(n / 4, 3, 2))],
  'holes that touch': (n) => [polygon(box(-10, -10, 1e4, 1e4), ...boxes(n / 4, 2, 2))],
  'holes outside': (n) => [polygon(box(-10, -10, -1, -1), ...boxes(n / 4, 3, 2))],
  'holes with features': (n) => [polygon(box(-10, -10, 1e4, 1e4), ...boxes(n / 8, 3, 2)), ...boxes(n / 8, 3, 2).map((ring) => polygon(ring))],
  'one feature over all others': (n) => [polygon(box(-10, -10, 1e4, 1e4)), ...boxes(n / 4, 3, 2).map((ring) => polygon(ring))],
  'duplicates': (n) => Array.from({ length: n / 40 }, () => polygon(circle(100, 40))),
  'copies of a ring': (n) => [polygon(...Array.from({ length: n / 5 }, () => box(0, 0, 100, 100)))],
  'copies of two parts that cross': (n) => [multiPolygon(...Array.from({ length: n / 10 }, () => [[box(0, 0, 100, 100)], [box(50, 50, 150, 150)]]).flat())],
  'copies of a feature without land': (n) => Array.from({ length: n / 4 }, () => polygon([[0, 0], [100, 100], [50, 50], [0, 0]])),
  'parts with a corner in common': (n) => [multiPolygon(...Array.from({ length: n / 50 }, (_, i) => [box(0, 0, 10 * i + 10, 10 * i + 10)]))],
  'strips across all of the layer': (n) => Array.from({ length: n / 5 }, (_, i) => polygon(closed([[10 * i, 0], [10 * i + 3, 0], [10 * i + 3 + 2 * n, 2 * n], [10 * i + 2 * n, 2 * n]]))),
  'a fan': (n) => blades(n / 3, 1),
  'a fan of blades over each other': (n) => blades(n / 3, 1.2),
  'rings within each other': (n) => [polygon(...nested(n / 20).reverse())],
  'rings within each other, outside the first': (n) => [polygon(box(-1e6, -1e6, -1e6 + 1, -1e6 + 1), ...nested(n / 20))],
  'parts within each other': (n) => [multiPolygon(...nested(n / 20).map((ring) => [ring]))],
  'features within each other': (n) => nested(n / 20).map((ring) => polygon(ring)),
  'bands': (n) => nested(n / 40).map((ring, i, rings) => (i === 0 ? polygon(ring) : polygon(ring, rings[i - 1] ?? []))),
  'strips off by centimetres': (n) => {
    const dice = diceOf(3);
    const off = (): number => 0.02 * dice.share();
    return Array.from({ length: n / 4 }, (_, i) => polygon(closed([[10 * i + off(), 0], [10 * i + 10 + off(), 0], [10 * i + 10 + off(), 500], [10 * i + off(), 500]])));
  },
  'corners on one edge': (n) => [polygon(box(0, -100, (10 * n) / 4, 0)), ...Array.from({ length: n / 4 }, (_, i) => polygon(box(10 * i, 0, 10 * i + 10, 50)))],
  'corners beside one edge': (n) => {
    const dice = diceOf(4);
    return [polygon(box(0, -100, (10 * n) / 4, 0)), ...Array.from({ length: n / 4 }, (_, i) => polygon(box(10 * i, 0.05 * dice.share(), 10 * i + 10, 50)))];
  },
  'spikes': (n) => [polygon(closed(circle(1e5, n / 3).slice(1).flatMap(([x = 0, y = 0]): Position[] => [[x, y], [1.01 * x, 1.01 * y], [x, y]])))],
  'repeated vertices': (n) => [polygon(circle(1e5, n / 10).flatMap((position) => Array.from({ length: 10 }, () => position)))],
  'vertices on a common straight border': (n) => {
    const along = Array.from({ length: n / 2 }, (_, i): Position => [i, 0]);
    return [polygon(closed([...along, [n / 2, 50], [0, 50]])), polygon(closed([[0, 0], [0, -50], [n / 2, -50], ...along.map(([x = 0]): Position => [n / 2 - x - 0.5, 0])]))];
  },
  'a spiral': (n) => [spiral(n, 6)],
  'a spiral over itself': (n) => [spiral(n, 13)],
  'a chessboard': (n) => [0, 1].map((colour) => multiPolygon(...Array.from({ length: n / 8 }, (_, k) => [box(...square(k, colour))]))),
  'gaps between rows': (n) => boxes(n / 4, 20, 19.9).map((ring) => polygon(ring)),
  'triangles anywhere': (n) => {
    const dice = diceOf(5);
    return Array.from({ length: n / 3 }, () => {
      const [x, y] = [30 * Math.sqrt(n) * dice.share(), 30 * Math.sqrt(n) * dice.share()];
      return polygon(closed([[x, y], [x + 20 * dice.share(), y], [x, y + 20 * dice.share()]]));
    });
  },
  'one feature across all others': (n) => [...Array.from({ length: n / 4 }, (_, i) => polygon(box(10 * i, 0, 10 * i + 9, 50))), polygon(box(-5, 20, 3 * n, 21))],
};

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

function circle(radius: number, corners: number): Ring {
  return closed(Array.from({ length: corners }, (_, i): Position => [radius * Math.cos((2 * Math.PI * i) / corners), radius * Math.sin((2 * Math.PI * i) / corners)]));
}

/** Squares in rows of 300. */
function boxes(count: number, apart: number, side: number): Ring[] {
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [apart * (i % 300), apart * Math.floor(i / 300)];
    return box(x, y, x + side, y + side);
  });
}

/** Rings of 20 vertices around one point, the innermost first. */
function nested(count: number): Ring[] {
  return Array.from({ length: count }, (_, i) => circle(10 * (i + 1), 20));
}

/** Triangles around one point. @param width 1: each ends where the next begins. */
function blades(count: number, width: number): Shape[] {
  const rim = (i: number): Position => [1e6 * Math.cos((2 * Math.PI * i) / count), 1e6 * Math.sin((2 * Math.PI * i) / count)];
  return Array.from({ length: count }, (_, i) => polygon(closed([[0, 0], rim(i), rim(i + width)])));
}

/** A strip around itself, with 12.6 from turn to turn. */
function spiral(vertices: number, width: number): Shape {
  const side = (radius: number): Position[] => Array.from({ length: vertices / 2 }, (_, i) => [(radius + i / 10) * Math.cos(i / 20), (radius + i / 10) * Math.sin(i / 20)]);
  return polygon(closed([...side(10 + width), ...side(10).reverse()]));
}

function square(number: number, colour: number): [number, number, number, number] {
  const row = Math.floor(number / 200);
  const x = 2 * (number % 200) + ((row + colour) % 2);
  return [x, row, x + 1, row + 1];
}
