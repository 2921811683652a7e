import { extentOf } from '@geoinsights/formats';
import { GeosError, GeosScope, polygonsOf, type Rings } from '../geos.ts';

type Axis = 0 | 1;

/** How far a vertex may lie beside the straight line that was cut there, as a share of the coordinates. */
const ROUNDING = 1e-14;
/** The minimum side of a tile, as a share of the coordinates: a millimetre in those of a UTM zone. */
const FINEST_TILE = 1e-10;

/**
 * The union of polygons that cross each other everywhere, such as a grid of long strips, where splitting them into two groups separates nothing: they
 * are cut along the lines of a grid and united tile by tile. The tiles are joined again by the edges that they share, so that nothing is arranged
 * twice.
 * @param perSide how many tiles there are from west to east, and from south to north
 * @returns null if the tiles do not fit together, or if borders touch in a point on a seam: where one ring ends and another begins is not known there
 */
export function unitedInTiles(polygons: readonly Rings[], perSide: number): Rings[] | null {
  const columnLines = linesBetween(polygons, 0, perSide);
  const rowLines = linesBetween(polygons, 1, perSide);
  if (columnLines === null || rowLines === null) return null;
  const [columns, rows] = [new Set(columnLines), new Set(rowLines)];
  try {
    const whole: Rings[] = [];
    const atSeams: Rings[] = [];
    for (const column of cutAlong(polygons, columnLines, 0)) {
      for (const tile of cutAlong(column, rowLines, 1)) for (const rings of united(tile)) (hasSeam(rings[0], columns, rows) ? atSeams : whole).push(rings);
    }
    const joined = joinedAtSeams(atSeams);
    if (joined === null || joined.some((rings) => rings.some((ring) => hasSeam(ring, columns, rows)))) return null;
    return [...whole, ...joined].map((rings) => rings.map((ring) => withoutCuts(ring, columns, rows)));
  } catch (error) {
    if (error instanceof GeosError) return null;
    throw error;
  }
}

/**
 * A hole lies in one tile, unless it is open to a seam. So only shells are joined, and the holes go with them.
 * @returns null if a border touches another one, or itself, in a point
 * @throws GeosError
 */
function joinedAtSeams(polygons: readonly Rings[]): Rings[] | null {
  const shells = GeosScope.with((scope) => polygonsOf(scope.coverageUnion(polygons.map(([shell]) => scope.polygon([shell])))));
  const vertices = new Vertices();
  if (shells.some((rings) => rings.some((ring) => !vertices.addAll(ring)))) return null;
  if (polygons.some(([, ...holes]) => holes.some((hole) => vertices.hasAny(hole)))) return null;
  const joined = shells.map((rings) => ({ rings, extent: extentOf(rings[0]), holes: [...rings.slice(1)] }));
  for (const [, ...holes] of polygons) {
    if (holes.length === 0) continue;
    const [x, y] = holes[0];
    const around = joined.filter(({ extent: { minX, minY, maxX, maxY } }) => minX <= x && x <= maxX && minY <= y && y <= maxY);
    const owner = around.length === 1 ? around[0] : around.find(({ rings: [shell, ...others] }) => isInside(shell, x, y) && !others.some((other) => isInside(other, x, y)));
    if (owner === undefined) throw new GeosError('a hole lies in no polygon');
    for (const hole of holes) owner.holes.push(hole);
  }
  return joined.map(({ rings: [shell], holes }) => [shell, ...holes]);
}

/** The vertices of rings. */
class Vertices {
  readonly #byX = new Map<number, number[]>();

  /** @returns false if there already was one */
  addAll(ring: Float64Array): boolean {
    for (let at = 2; at < ring.length; at += 2) {
      const column = this.#byX.get(ring[at]);
      if (column === undefined) this.#byX.set(ring[at], [ring[at + 1]]);
      else if (column.includes(ring[at + 1])) return false;
      else column.push(ring[at + 1]);
    }
    return true;
  }

  hasAny(ring: Float64Array): boolean {
    for (let at = 2; at < ring.length; at += 2) if (this.#byX.get(ring[at])?.includes(ring[at + 1]) === true) return true;
    return false;
  }
}

function isInside(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 2; at < ring.length; at += 2) {
    const [x1, y1, x2, y2] = [ring[at - 2], ring[at - 1], ring[at], ring[at + 1]];
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) inside = !inside;
  }
  return inside;
}

function united(polygons: readonly Rings[]): Rings[] {
  if (polygons.length < 2) return [...polygons];
  return GeosScope.with((scope) => polygonsOf(scope.unionOfClusters(polygons.map((rings) => scope.polygon(rings)))));
}

/**
 * The inner lines of a grid. No vertex of the polygons lies on one, so every vertex that does later was made by cutting.
 * @returns null if a tile would be so small compared to the coordinates that inserting a vertex on a line visibly bends a border
 */
function linesBetween(polygons: readonly Rings[], axis: Axis, parts: number): number[] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const [shell] of polygons) {
    for (let at: number = axis; at < shell.length; at += 2) {
      low = Math.min(low, shell[at]);
      high = Math.max(high, shell[at]);
    }
  }
  const step = (high - low) / parts;
  if (step < FINEST_TILE * Math.max(Math.abs(low), Math.abs(high))) return null;
  const lines = Array.from({ length: parts - 1 }, (_, index) => low + step * (index + 1));
  for (let onLine = vertexOn(lines, polygons, axis); onLine !== undefined; onLine = vertexOn(lines, polygons, axis)) {
    lines[lines.indexOf(onLine)] = onLine + step / 1009;
  }
  return lines;
}

function vertexOn(lines: readonly number[], polygons: readonly Rings[], axis: Axis): number | undefined {
  const all = new Set(lines);
  for (const ring of polygons.flat()) for (let at: number = axis; at < ring.length; at += 2) if (all.has(ring[at])) return ring[at];
  return undefined;
}

/** The polygons of each strip between two lines. */
function cutAlong(polygons: readonly Rings[], lines: readonly number[], axis: Axis): Rings[][] {
  const strips = Array.from({ length: lines.length + 1 }, (): Rings[] => []);
  for (const rings of polygons) {
    const { minX, minY, maxX, maxY } = extentOf(rings[0]);
    const [low, high] = axis === 0 ? [minX, maxX] : [minY, maxY];
    const [first, last] = [stripOf(lines, low), stripOf(lines, high)];
    if (first === last) {
      strips[first].push(rings);
      continue;
    }
    // Both sides of a line must have the same vertices on it: GEOS would compute them from either end of an edge.
    const withVertices = rings.map((ring) => withCuts(ring, lines, axis));
    GeosScope.with((scope) => {
      const whole = scope.polygon(withVertices);
      for (let strip = first; strip <= last; strip++) {
        const [from, to] = [strip === first ? low - 1 : lines[strip - 1], strip === last ? high + 1 : lines[strip]];
        const clipped = axis === 0 ? scope.clip(whole, from, minY - 1, to, maxY + 1) : scope.clip(whole, minX - 1, from, maxX + 1, to);
        for (const polygon of polygonsOf(clipped)) strips[strip].push(polygon);
      }
    });
  }
  return strips;
}

function stripOf(lines: readonly number[], value: number): number {
  const next = lines.findIndex((line) => line > value);
  return next === -1 ? lines.length : next;
}

/** A ring with a vertex wherever an edge crosses a line. */
function withCuts(ring: Float64Array, lines: readonly number[], axis: Axis): Float64Array {
  const cut: number[] = [ring[0], ring[1]];
  for (let at = 2; at < ring.length; at += 2) {
    const [from, to] = [ring[at - 2 + axis], ring[at + axis]];
    const [otherFrom, otherTo] = [ring[at - 1 - axis], ring[at + 1 - axis]];
    const [low, high] = [stripOf(lines, Math.min(from, to)), stripOf(lines, Math.max(from, to))];
    for (let step = 0; step < high - low; step++) {
      const line = lines[from < to ? low + step : high - 1 - step];
      if (line === from || line === to) continue;
      const other = from < to ? between(line, from, otherFrom, to, otherTo) : between(line, to, otherTo, from, otherFrom);
      if (axis === 0) cut.push(line, other);
      else cut.push(other, line);
    }
    cut.push(ring[at], ring[at + 1]);
  }
  return Float64Array.from(cut);
}

function between(line: number, low: number, otherLow: number, high: number, otherHigh: number): number {
  return otherLow === otherHigh ? otherLow : otherLow + ((otherHigh - otherLow) * (line - low)) / (high - low);
}

/** Whether an edge runs along a line. After joining, such an edge is one that the neighbouring tile does not share. */
function hasSeam(ring: Float64Array, columns: ReadonlySet<number>, rows: ReadonlySet<number>): boolean {
  for (let at = 2; at < ring.length; at += 2) if ((ring[at] === ring[at - 2] && columns.has(ring[at])) || (ring[at + 1] === ring[at - 1] && rows.has(ring[at + 1]))) return true;
  return false;
}

/** A ring without the vertices that cutting made. Where two borders cross on a line the ring turns, and its vertex stays. */
function withoutCuts(ring: Float64Array, columns: ReadonlySet<number>, rows: ReadonlySet<number>): Float64Array {
  const kept: number[] = [];
  const last = ring.length / 2 - 1;
  for (let vertex = 0; vertex < last; vertex++) {
    const [x, y] = [ring[2 * vertex], ring[2 * vertex + 1]];
    if ((columns.has(x) || rows.has(y)) && isStraight(ring, vertex === 0 ? last - 1 : vertex - 1, vertex, vertex + 1)) continue;
    kept.push(x, y);
  }
  kept.push(kept[0], kept[1]);
  return kept.length === ring.length ? ring : Float64Array.from(kept);
}

function isStraight(ring: Float64Array, before: number, vertex: number, after: number): boolean {
  const [x, y] = [ring[2 * vertex], ring[2 * vertex + 1]];
  const [dx, dy] = [ring[2 * after] - ring[2 * before], ring[2 * after + 1] - ring[2 * before + 1]];
  const aside = dx * (y - ring[2 * before + 1]) - dy * (x - ring[2 * before]);
  return Math.abs(aside) <= ROUNDING * Math.max(Math.abs(x), Math.abs(y)) * (Math.abs(dx) + Math.abs(dy));
}
