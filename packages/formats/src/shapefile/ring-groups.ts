import { boxOf, Containment } from './containment.ts';
import { directionForGdal } from './direction.ts';

/** How the rings of a polygon record belong together. */
interface RingGroups {
  /** The rings in the order shell, its holes, next shell …; null if the record has this order already. */
  readonly order: Int32Array | null;
  /** For each ring in that order: 1 for a shell, 0 for a hole of the shell before it. */
  readonly beginsPart: Uint8Array;
  /** Positions in the record of the rings that run the wrong way, where other readers take holes for shells or shells for holes. */
  readonly turned: readonly number[];
}

/** The owner of ring i: itself for a shell, else the shell whose hole it is. */
type Owners = Int32Array;

/**
 * Groups the rings of one record as the ESRI specification means them: a clockwise ring is a shell, a counter-clockwise one a
 * hole, here of the smallest shell that contains it. The direction is the one GDAL determines, so that what we repair, and check
 * after writing, is what others read. A hole in no shell stays with the shell before it (or the first one), so that the fault
 * remains visible to a check for holes outside their shells.
 *
 * Three habits of writers are read as intended, by nesting (even depth is a shell): records without any clockwise ring, records
 * in which all directions are reversed (as RFC 7946 has them), and clockwise rings inside a shell. GDAL writes the holes of a
 * sloping polygon like the last; ArcGIS corrects them as "incorrect ring ordering". Where such a record has holes, GDAL takes
 * them for shells and shells for holes.
 *
 * A counter-clockwise ring that is larger than all clockwise ones can be a hole of none. If it runs over one of them, it is a shell as well: GDAL
 * writes it so if another ring covers the middle of its first segment. As a hole it would take nearly all land with it.
 *
 * @param bounds first vertex of each ring, and the end of the last one.
 */
export function groupRings(xy: Float64Array, bounds: Int32Array): RingGroups {
  const count = bounds.length - 1;
  const areas = new Float64Array(count);
  let shells = 0;
  let largest = 0;
  for (let ring = 0; ring < count; ring++) {
    areas[ring] = directedArea(xy, bounds[ring], bounds[ring + 1], count);
    if (areas[ring] < 0) shells++;
    if (Math.abs(areas[ring]) > Math.abs(areas[largest])) largest = ring;
  }
  if (count === 1) return grouped(Int32Array.of(0));
  if (shells === 0) return groupedByNesting(ownersByNesting(xy, bounds, areas), areas);
  let turnedShell = false;
  if (areas[largest] > 0) {
    const nested = nesting(xy, bounds, areas);
    const reversed = ownersIfReversed(areas, nested);
    if (reversed !== null) return groupedByNesting(reversed, areas);
    turnedShell = doesMeetShell(xy, bounds, areas, nested, largest);
  }
  if (turnedShell) areas[largest] = -areas[largest];
  const turnedHoles = shells === 1 && !turnedShell ? NONE : clockwiseHoles(xy, bounds, areas);
  return { ...grouped(ownersByWinding(xy, bounds, areas, turnedHoles)), turned: [...(turnedShell ? [largest] : []), ...turnedHoles].sort((a, b) => a - b) };
}

/** Whether the box of a ring meets that of a clockwise one that lies in no other. */
function doesMeetShell(xy: Float64Array, bounds: Int32Array, areas: Float64Array, { depths }: Nesting, ring: number): boolean {
  const box = boxOf(xy, bounds[ring], bounds[ring + 1]);
  return areas.some((area, shell) => {
    if (area >= 0 || depths[shell] > 0) return false;
    const other = boxOf(xy, bounds[shell], bounds[shell + 1]);
    return other.minX <= box.maxX && box.minX <= other.maxX && other.minY <= box.maxY && box.minY <= other.maxY;
  });
}

/** Shells alone are shells for everybody, whichever way they run. */
function groupedByNesting(owners: Owners, areas: Float64Array): RingGroups {
  const groups = grouped(owners);
  if (owners.every((owner, ring) => owner === ring)) return groups;
  return { ...groups, turned: [...areas.keys()].filter((ring) => (owners[ring] === ring ? areas[ring] > 0 : areas[ring] < 0)) };
}

const NONE: ReadonlySet<number> = new Set();

/** Area of a ring, negative if GDAL considers it clockwise. That only matters if the record has several rings: `count` of them. */
export function directedArea(xy: Float64Array, start: number, end: number, count: number): number {
  const area = signedArea(xy, start, end);
  if (count === 1 || area === 0) return area;
  const direction = directionForGdal(xy, start, end);
  return direction === 0 ? area : direction * Math.abs(area);
}

/**
 * Area of a ring, negative if clockwise. Measured from the ring's first usable vertex, so that large coordinates lose no
 * precision; vertices that are not finite are ignored.
 */
export function signedArea(xy: Float64Array, start: number, end: number): number {
  let first = start;
  while (first < end && !isUsable(xy, first)) first++;
  if (first >= end) return 0;
  const originX = xy[2 * first];
  const originY = xy[2 * first + 1];
  let beforeX = 0;
  let beforeY = 0;
  let twice = 0;
  for (let vertex = first + 1; vertex < end; vertex++) {
    const x = xy[2 * vertex] - originX;
    const y = xy[2 * vertex + 1] - originY;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    twice += beforeX * y - x * beforeY;
    beforeX = x;
    beforeY = y;
  }
  // Products of huge coordinates may overflow to NaN.
  return Number.isNaN(twice) ? 0 : twice / 2;
}

function isUsable(xy: Float64Array, vertex: number): boolean {
  return Number.isFinite(xy[2 * vertex]) && Number.isFinite(xy[2 * vertex + 1]);
}

function ownersByWinding(xy: Float64Array, bounds: Int32Array, areas: Float64Array, turnedHoles: ReadonlySet<number>): Owners {
  const owners = new Int32Array(areas.length);
  const isShell = (ring: number): boolean => areas[ring] < 0 && !turnedHoles.has(ring);
  const shells = [...areas.keys()].filter(isShell);
  const [first] = shells;
  if (shells.length === 1) return owners.fill(first);
  const containment = new Containment(xy, bounds, areas, isShell);
  let before = first;
  for (let ring = 0; ring < areas.length; ring++) {
    if (isShell(ring)) before = ring;
    const container = isShell(ring) ? ring : containment.smallestAround(ring, 'or equal');
    owners[ring] = container < 0 ? before : container;
  }
  return owners;
}

/** Clockwise rings inside a shell, with no hole in between: no part of a polygon can be there. */
function clockwiseHoles(xy: Float64Array, bounds: Int32Array, areas: Float64Array): ReadonlySet<number> {
  const shells = new Containment(xy, bounds, areas, (ring) => areas[ring] < 0);
  const inside = shells.byArea.filter((ring) => shells.smallestAround(ring, 'larger') >= 0);
  if (inside.length === 0) return NONE;
  const rings = new Containment(xy, bounds, areas, (ring) => areas[ring] !== 0);
  const holes = new Set<number>();
  // A surrounding ring is larger, so it has already been decided whether it is a hole.
  for (const ring of inside.toReversed()) {
    const around = rings.smallestAround(ring, 'larger');
    if (around >= 0 && areas[around] < 0 && !holes.has(around) && rings.liesInside(around, ring)) holes.add(ring);
  }
  return holes;
}

/** Depth and parent of every ring: the parent is the smallest ring around it, -1 if there is none. */
interface Nesting {
  readonly parents: Int32Array;
  readonly depths: Int32Array;
}

function nesting(xy: Float64Array, bounds: Int32Array, areas: Float64Array): Nesting {
  const containment = new Containment(xy, bounds, areas, () => true);
  const parents = new Int32Array(areas.length);
  const depths = new Int32Array(areas.length);
  // A parent is always larger, so its depth is already known.
  for (const ring of containment.byArea.toReversed()) {
    parents[ring] = containment.smallestAround(ring, 'larger');
    depths[ring] = parents[ring] < 0 ? 0 : depths[parents[ring]] + 1;
  }
  return { parents, depths };
}

function ownersByNesting(xy: Float64Array, bounds: Int32Array, areas: Float64Array): Owners {
  const { parents, depths } = nesting(xy, bounds, areas);
  return parents.map((parent, ring) => (depths[ring] % 2 === 0 ? ring : parent));
}

/** Null unless every counter-clockwise ring is at an even depth and every clockwise one at an odd depth. */
function ownersIfReversed(areas: Float64Array, { parents, depths }: Nesting): Owners | null {
  if (!areas.every((area, ring) => area === 0 || area > 0 === (depths[ring] % 2 === 0))) return null;
  return parents.map((parent, ring) => (depths[ring] % 2 === 0 ? ring : parent));
}

/** Puts each shell's holes after it; shells and holes keep their relative order. */
function grouped(owners: Owners): RingGroups {
  const count = owners.length;
  const holes = new Int32Array(count);
  for (let ring = 0; ring < count; ring++) if (owners[ring] !== ring) holes[owners[ring]]++;
  const beginsPart = new Uint8Array(count);
  const firstPlace = new Int32Array(count);
  const nextHole = new Int32Array(count);
  let at = 0;
  for (let ring = 0; ring < count; ring++) {
    if (owners[ring] !== ring) continue;
    beginsPart[at] = 1;
    firstPlace[ring] = at;
    nextHole[ring] = at + 1;
    at += 1 + holes[ring];
  }
  const order = new Int32Array(count);
  let inOrder = true;
  for (let ring = 0; ring < count; ring++) {
    const owner = owners[ring];
    const place = owner === ring ? firstPlace[ring] : nextHole[owner]++;
    order[place] = ring;
    if (place !== ring) inOrder = false;
  }
  return { order: inOrder ? null : order, beginsPart, turned: [] };
}
