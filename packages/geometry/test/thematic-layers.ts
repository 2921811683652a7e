import { diceOf } from './dice.ts';
import type { Dice } from './dice.ts';
import type { DirtyLayer } from './dirty-layers.ts';
import { box, multiPolygon, polygon } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { place } from './places.ts';

const FAMILIES = ['bands', 'classes', 'buildings', 'cells around sites', 'two surveys', 'blocks', 'reserves', 'archipelago', 'one fault each', 'pivots'] as const;
const AUTO = { snapDistance: 'auto', maxGapWidth: 'auto' } as const;
const NONE = { snapDistance: 0, maxGapWidth: 0 } as const;

/** A small layer as thematic maps have it, in metres. It has seeds of its own. The same seed always gives the same layer. */
export function thematicLayer(seed: number): DirtyLayer {
  const dice = diceOf(seed ^ 0x51ed270b);
  const family = dice.pick(FAMILIES);
  const size = dice.pick([0.01, 1, 1, 100]);
  const shapes = shapesOf(dice, family).map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [x * size, y * size])) })));
  const options = { ...PLANAR, ...dice.pick([AUTO, AUTO, NONE, { snapDistance: 0.02 * size, maxGapWidth: 0.05 * size }, { snapDistance: 0.3 * size, maxGapWidth: 0.5 * size }]) };
  return place(dice, { family, shapes, options });
}

function shapesOf(dice: Dice, family: (typeof FAMILIES)[number]): Shape[] {
  switch (family) {
    case 'bands':
      return bands(dice);
    case 'classes':
      return classes(dice);
    case 'buildings':
      return buildings(dice);
    case 'cells around sites':
      return cellsAroundSites(dice);
    case 'two surveys':
      return twoSurveys(dice);
    case 'blocks':
      return blocks(dice);
    case 'reserves':
      return reserves(dice);
    case 'archipelago':
      return archipelago(dice);
    case 'one fault each':
      return oneFaultEach(dice);
    case 'pivots':
      return pivots(dice);
  }
}

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];
const either = (dice: Dice): number => 2 * dice.share() - 1;
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const roundedRing = (ring: Ring, decimals: number): Ring => ring.map(([x = 0, y = 0]) => [rounded(x, decimals), rounded(y, decimals)]);
const near = (dice: Dice, ring: Ring, off: number): Ring => ring.map(([x = 0, y = 0]) => [x + off * either(dice), y + off * either(dice)]);
const turned = ([x = 0, y = 0]: Position, angle: number): Position => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];

function blob(dice: Dice, corners: number, radius: number, wobble: number): Position[] {
  const phase = 6 * dice.share();
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const far = radius * (1 + wobble * Math.sin(3 * angle + phase) + 0.3 * wobble * either(dice));
    return [far * Math.cos(angle), far * Math.sin(angle)];
  });
}

/** Isobands: each has the next one as its hole, drawn by itself, thinned, or not at all. */
function bands(dice: Dice): Shape[] {
  const off = dice.pick([0, 0, 1e-6, 0.05, 0.3]);
  const decimals = dice.pick([0, 1, 3, 12]);
  const rims = Array.from({ length: 2 + dice.below(4) }, (_, i) => blob(dice, 6 + dice.below(18), 20 / (i + 1), dice.pick([0, 0.1, 0.3])));
  const again = (rim: Position[]): Ring => {
    const thinned = dice.chance(0.3) && rim.length > 6 ? rim.filter((_, i) => i % 2 === 0) : rim;
    return closed(roundedRing(near(dice, thinned, off), decimals));
  };
  const shapes = rims.map((rim, i) => {
    const inner = rims.at(i + 1);
    return inner === undefined || dice.chance(0.1) ? polygon(again(rim)) : polygon(again(rim), dice.chance(0.3) ? again(inner) : again(inner).toReversed());
  });
  return dice.chance(0.3) ? shapes.toReversed() : shapes;
}

/** Cells of a raster traced by class: parts that touch at corners, one ring through them or several. */
function classes(dice: Dice): Shape[] {
  const [columns, rows, count] = [2 + dice.below(5), 2 + dice.below(5), 2 + dice.below(2)];
  const cell = Array.from({ length: columns * rows }, () => dice.below(count));
  const smooth = dice.pick([0, 0, 0.2]);
  const turn = dice.pick([0, 0.3]);
  const decimals = dice.pick([1, 3, 12]);
  return Array.from({ length: count }, (_, k) => {
    const rings = outlines(cell.map((value) => value === k), columns, rows, dice.chance(0.5));
    const drawn = rings.map((ring) => {
      const corners = smooth === 0 || dice.chance(0.2) ? ring : ring.flatMap((p, i): Position[] => {
        const [a, b] = [ring.at(i - 1) ?? p, ring[(i + 1) % ring.length] ?? p];
        return [[(p[0] ?? 0) + smooth * ((a[0] ?? 0) - (p[0] ?? 0)), (p[1] ?? 0) + smooth * ((a[1] ?? 0) - (p[1] ?? 0))], [(p[0] ?? 0) + smooth * ((b[0] ?? 0) - (p[0] ?? 0)), (p[1] ?? 0) + smooth * ((b[1] ?? 0) - (p[1] ?? 0))]];
      });
      return closed(roundedRing(corners.map((p) => turned(p, turn)), decimals));
    });
    return dice.chance(0.5) ? multiPolygon(...drawn.map((ring) => [ring])) : polygon(...drawn);
  });
}

/** The outlines of marked cells, each edge with its cell to the left. Where two cells touch at a corner a ring turns, or goes on. */
function outlines(marked: readonly boolean[], columns: number, rows: number, isTurning: boolean): Position[][] {
  const has = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < columns && y < rows && (marked[y * columns + x] ?? false);
  const edges = new Map<string, [number, number][]>();
  const add = (x: number, y: number, to: [number, number]): void => void edges.set(`${x} ${y}`, [...(edges.get(`${x} ${y}`) ?? []), to]);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!has(x, y)) continue;
      if (!has(x, y - 1)) add(x, y, [x + 1, y]);
      if (!has(x + 1, y)) add(x + 1, y, [x + 1, y + 1]);
      if (!has(x, y + 1)) add(x + 1, y + 1, [x, y + 1]);
      if (!has(x - 1, y)) add(x, y + 1, [x, y]);
    }
  }
  const rings: Position[][] = [];
  for (const [name, ends] of edges) {
    while (ends.length > 0) {
      const [x0 = 0, y0 = 0] = name.split(' ').map(Number);
      const ring: Position[] = [];
      let [x, y] = [x0, y0];
      do {
        const out = edges.get(`${x} ${y}`) ?? [];
        const next = isTurning ? out.shift() : out.pop();
        if (next === undefined) break;
        ring.push([x * 10, y * 10]);
        [x, y] = next;
      } while (x !== x0 || y !== y0);
      rings.push(ring);
    }
  }
  return rings;
}

/** Houses in a row, whose common walls were measured twice, with yards; some of them in the file twice. */
function buildings(dice: Dice): Shape[] {
  const off = dice.pick([0, 0.001, 0.02, 0.1]);
  const angle = dice.share();
  const decimals = dice.pick([2, 3, 12]);
  const shapes: Shape[] = [];
  let x = 0;
  for (let i = 0; i < 2 + dice.below(5); i++) {
    const [width, depth] = [4 + 6 * dice.share(), dice.pick([8, 8, 8 + 4 * dice.share()])];
    const ring = (corners: Ring): Ring => {
      const open = corners.slice(0, -1).map((p) => turned(p, angle));
      return closed(roundedRing(near(dice, open, off), decimals));
    };
    const shell = dice.chance(0.3) ? closed([[x, 0], [x + width / 2, 0], [x + width / 2, 3], [x + width, 3], [x + width, depth], [x, depth]]) : box(x, 0, x + width, depth);
    const shape = dice.chance(0.3) ? polygon(ring(shell), ring(box(x + 1, 4, x + width - dice.pick([1, 1, 0]), 6)).toReversed()) : polygon(ring(shell));
    shapes.push(shape);
    if (dice.chance(0.15)) shapes.push(shape);
    if (dice.chance(0.3)) shapes.push(polygon(ring(box(x, depth, x + width * dice.pick([1, 0.5]), depth + 3))));
    x += width + dice.pick([0, 0, 0, 0.05, 1]);
  }
  return shapes;
}

/** What lies nearer to a site than to the others, within a frame; each cell rounded by itself. */
function cellsAroundSites(dice: Dice): Shape[] {
  const onGrid = dice.chance(0.3);
  const sites = Array.from({ length: 3 + dice.below(8) }, (): Position => (onGrid ? [10 * dice.below(5) + 5, 10 * dice.below(5) + 5] : [50 * dice.share(), 50 * dice.share()]));
  const decimals = dice.pick([0, 1, 2, 12]);
  const shapes: Shape[] = [];
  for (const [i, [x = 0, y = 0]] of sites.entries()) {
    let ring: Position[] = [[0, 0], [50, 0], [50, 50], [0, 50]];
    for (const [k, [u = 0, v = 0]] of sites.entries()) {
      if (k === i || (u === x && v === y)) continue;
      const side = ([px = 0, py = 0]: Position): number => (px - (x + u) / 2) * (u - x) + (py - (y + v) / 2) * (v - y);
      ring = ring.flatMap((p, n): Position[] => {
        const q = ring[(n + 1) % ring.length] ?? p;
        const [a, b] = [side(p), side(q)];
        const cut: Position[] = a < 0 !== b < 0 ? [[(p[0] ?? 0) + (a / (a - b)) * ((q[0] ?? 0) - (p[0] ?? 0)), (p[1] ?? 0) + (a / (a - b)) * ((q[1] ?? 0) - (p[1] ?? 0))]] : [];
        return a < 0 ? [p, ...cut] : cut;
      });
    }
    if (ring.length > 2) shapes.push(polygon(closed(roundedRing(ring, dice.chance(0.2) ? 1 : decimals))));
  }
  return shapes;
}

/** Parcels as an old survey has them and as a new one does, in one file. */
function twoSurveys(dice: Dice): Shape[] {
  const [columns, rows] = [1 + dice.below(3), 1 + dice.below(2)];
  const shift: Position = [dice.pick([0, 0.3, 2]) * either(dice), dice.pick([0, 0.3, 2]) * either(dice)];
  const off = dice.pick([0, 0.01, 0.2]);
  const parcels = (dx: number, dy: number, merges: boolean): Shape[] => {
    const list: Shape[] = [];
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) {
      const wide = merges && x + 1 < columns && dice.chance(0.3) ? 2 : 1;
      list.push(polygon(closed(near(dice, [[20 * x + dx, 30 * y + dy], [20 * (x + wide) + dx, 30 * y + dy], [20 * (x + wide) + dx, 30 * (y + 1) + dy], [20 * x + dx, 30 * (y + 1) + dy]], off))));
      x += wide - 1;
    }
    return list;
  };
  const [older, newer] = [parcels(0, 0, false), parcels(shift[0] ?? 0, shift[1] ?? 0, true)];
  return dice.chance(0.5) ? [...older, ...newer] : older.flatMap((shape, i) => [shape, ...newer.slice(i, i + 1)]);
}

/** Streets as one feature with a hole for each block, and the blocks' parcels in the holes. */
function blocks(dice: Dice): Shape[] {
  const [columns, rows] = [1 + dice.below(3), 1 + dice.below(3)];
  const off = dice.pick([0, 0, 0.01, 0.2]);
  const holes: Ring[] = [];
  const parcels: Shape[] = [];
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) {
    const [x0, y0, x1, y1] = [30 * x, 40 * y, 30 * x + 22, 40 * y + 32];
    holes.push(closed(near(dice, [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], off)).toReversed());
    const cut = x0 + 22 * (0.2 + 0.6 * dice.share());
    if (dice.chance(0.9)) parcels.push(polygon(closed(near(dice, [[x0, y0], [cut, y0], [cut, y1], [x0, y1]], off))));
    if (dice.chance(0.9)) parcels.push(polygon(closed(near(dice, [[cut, y0], [x1, y0], [x1, y1], [cut, y1]], off))));
  }
  const streets = polygon(box(-8, -8, 30 * columns, 40 * rows), ...(dice.chance(0.2) ? holes.map((hole) => hole.toReversed()) : holes));
  return dice.chance(0.5) ? [streets, ...parcels] : [...parcels, streets];
}

/** Properties, their reserves along a border, and the banks of a stream across all of them, in one layer. */
function reserves(dice: Dice): Shape[] {
  const off = dice.pick([0, 0.05, 0.5]);
  const properties = [0, 1, 2].slice(0, 1 + dice.below(3)).map((i): Ring => [[60 * i, 0], [60 * i + 60, 0], [60 * i + 60, 80], [60 * i, 80]]);
  const shapes = properties.map((ring) => polygon(closed(near(dice, ring, off))));
  for (const [[x = 0] = []] of properties) {
    if (dice.chance(0.6)) shapes.push(polygon(closed(near(dice, [[x, 0], [x + 15 + 10 * dice.share(), 0], [x + 20, 80 * dice.share()], [x + 20, 80], [x, 80]], off))));
  }
  if (dice.chance(0.6)) {
    const middle = Array.from({ length: 8 }, (_, i): Position => [30 * i - 10, 40 + 15 * Math.sin(i)]);
    const side = (d: number): Position[] => middle.map(([x = 0, y = 0]) => [x, y + d]);
    shapes.push(polygon(closed([...side(-4), ...side(4).toReversed()])));
  }
  return shapes;
}

/** Islands of one feature, some in lakes of its own, some over each other, and a neighbour on them. */
function archipelago(dice: Dice): Shape[] {
  const island = (): Ring[] => {
    const [x, y, r] = [30 * dice.share(), 30 * dice.share(), 3 + 8 * dice.share()];
    const ring = (radius: number): Ring => closed(blob(dice, 5 + dice.below(8), radius, 0.2).map(([px = 0, py = 0]) => [rounded(x + px, 1), rounded(y + py, 1)]));
    const list = [ring(r)];
    if (dice.chance(0.5)) list.push(ring(0.6 * r).toReversed());
    if (dice.chance(0.3)) list.push(ring(0.3 * r));
    return list;
  };
  const feature = (): Shape => multiPolygon(...Array.from({ length: 1 + dice.below(4) }, island));
  return Array.from({ length: 1 + dice.below(3) }, feature);
}

/** A coverage in which each feature has a fault of its own: a spike, a bow tie, a repeated stretch, a hole outside. */
function oneFaultEach(dice: Dice): Shape[] {
  const [columns, rows] = [2 + dice.below(2), 1 + dice.below(3)];
  const shapes: Shape[] = [];
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) {
    const ring: Position[] = [[10 * x, 10 * y], [10 * x + 5, 10 * y], [10 * x + 10, 10 * y], [10 * x + 10, 10 * y + 10], [10 * x, 10 * y + 10]];
    const at = dice.below(ring.length);
    const here = ring[at] ?? [0, 0];
    const far: Position = [(here[0] ?? 0) + 6 * either(dice), (here[1] ?? 0) + 6 * either(dice)];
    switch (dice.below(7)) {
      case 0:
        shapes.push(polygon(closed(ring.toSpliced(at, 1, here, far, here))));
        break;
      case 1:
        shapes.push(polygon(closed(ring.toSpliced(at, 2, ...ring.slice(at, at + 2).toReversed()))));
        break;
      case 2:
        shapes.push(polygon(closed(ring.toSpliced(at, 0, ...ring.slice(at, at + 3), ...ring.slice(at, at + 2).toReversed()))));
        break;
      case 3:
        shapes.push(polygon(closed(ring), closed(blob(dice, 5, 2, 0).map(([px = 0, py = 0]) => [(far[0] ?? 0) + px, (far[1] ?? 0) + py]))));
        break;
      case 4:
        shapes.push(polygon(closed(ring.toSpliced(at, 1, far))));
        break;
      case 5:
        shapes.push(polygon(ring));
        break;
      default:
        shapes.push(polygon(closed(ring)));
    }
  }
  return shapes;
}

/** Round fields under irrigation in square parcels, touching them and each other, cut out of them or not. */
function pivots(dice: Dice): Shape[] {
  const corners = dice.pick([8, 32, 64]);
  const decimals = dice.pick([1, 2, 12]);
  const circle = (x: number, y: number, r: number): Ring => closed(roundedRing(Array.from({ length: corners }, (_, i): Position => [x + r * Math.cos((2 * Math.PI * i) / corners), y + r * Math.sin((2 * Math.PI * i) / corners)]), decimals));
  const shapes: Shape[] = [];
  for (let i = 0; i < 1 + dice.below(4); i++) {
    const [x, y] = [100 * (i % 2), 100 * Math.floor(i / 2)];
    const r = dice.pick([50, 49.9, 45, 50.2]);
    const frame = box(x - 50, y - 50, x + 50, y + 50);
    shapes.push(dice.chance(0.6) ? polygon(frame, circle(x, y, dice.pick([r, r, r - 0.1])).toReversed()) : polygon(frame));
    if (dice.chance(0.8)) shapes.push(polygon(circle(x, y, r)));
  }
  return shapes;
}
