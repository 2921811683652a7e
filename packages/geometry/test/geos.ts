import openGeos from 'geos-wasm';
import { PartKind } from '../src/layer/layer.ts';
import { at, polygonParts } from './layers.ts';
import type { Ring, Shape } from './layers.ts';

const library = await openGeos({ errorHandler: () => undefined, noticeHandler: () => undefined });
const memory = library.Module;

const POLYGON = 3;
const MULTI_POINT = 4;
const MULTI_LINE = 5;
const MULTI_POLYGON = 6;
const COLLECTION = 7;
/** Per quarter circle. */
const ARC_SEGMENTS = 8;

/** Every pointer passed to `use` is freed when the work ends. What a collection took over must not be passed to it. */
function scope<Result>(work: (use: (pointer: number) => number) => Result): Result {
  const pointers: number[] = [];
  try {
    return work((pointer) => {
      if (pointer !== 0) pointers.push(pointer);
      return pointer;
    });
  } finally {
    for (const pointer of pointers) library.GEOSGeom_destroy(pointer);
  }
}

function sequence(ring: Ring): number {
  const pointer = memory._malloc(Math.max(16, ring.length * 16));
  ring.forEach((position, i) => {
    memory.HEAPF64[pointer / 8 + 2 * i] = at(position, 0);
    memory.HEAPF64[pointer / 8 + 2 * i + 1] = at(position, 1);
  });
  const result = library.GEOSCoordSeq_copyFromBuffer(pointer, ring.length, 0, 0);
  memory._free(pointer);
  return result;
}

function linearRing(ring: Ring): number {
  return library.GEOSGeom_createLinearRing(sequence(ring));
}

function withPointers<Result>(pointers: readonly number[], work: (array: number) => Result): Result {
  const array = memory._malloc(Math.max(4, pointers.length * 4));
  pointers.forEach((pointer, i) => (memory.HEAPU32[array / 4 + i] = pointer));
  const result = work(array);
  memory._free(array);
  return result;
}

function collection(type: number, members: readonly number[]): number {
  return withPointers(members, (array) => library.GEOSGeom_createCollection(type, array, members.length));
}

/** A pointer that the caller frees, or null if a ring is not even a closed ring of four points. */
function multiPolygonPointer(shape: Shape): number | null {
  const parts: number[] = [];
  for (const part of polygonParts(shape)) {
    const rings = part.rings.map(linearRing);
    const [shell, holes] = [rings.at(0), rings.slice(1)];
    if (shell === undefined || rings.includes(0)) {
      for (const ring of rings) if (ring !== 0) library.GEOSGeom_destroy(ring);
      for (const done of parts) library.GEOSGeom_destroy(done);
      return null;
    }
    parts.push(withPointers(holes, (array) => library.GEOSGeom_createPolygon(shell, array, holes.length)));
  }
  return collection(MULTI_POLYGON, parts);
}

function textOf(pointer: number): string {
  const text = memory.UTF8ToString(pointer);
  library.GEOSFree(pointer);
  return text;
}

/** Null if GEOS finds the polygons of the shape valid, else its reason with the location. */
export function invalidReason(shape: Shape): string | null {
  for (const part of polygonParts(shape)) {
    for (const ring of part.rings) {
      if (ring.length < 4) return `ring of ${ring.length} points`;
      const [first, last] = [at(ring, 0), at(ring, ring.length - 1)];
      if (first[0] !== last[0] || first[1] !== last[1]) return 'ring not closed';
    }
    if (part.rings.length === 0) return 'part without rings';
  }
  return scope((use) => {
    const pointer = multiPolygonPointer(shape);
    if (pointer === null) return 'not a ring';
    use(pointer);
    return library.GEOSisValid(pointer) === 1 ? null : textOf(library.GEOSisValidReason(pointer));
  });
}

/**
 * For each shape, whether GEOS finds it a faulty member of the coverage (overlaps, or borders that do not match). GEOS 3.13
 * also reports a hole that touches its shell in a vertex of a neighbour, which is not a fault: confirm with `coverage.ts`.
 *
 * @param gapWidth borders that face another's closer than this without matching it are faults, too.
 */
export function coverageFaults(shapes: readonly Shape[], gapWidth = 0): boolean[] {
  return scope((use) => {
    const members = shapes.map((shape) => multiPolygonPointer(shape));
    const layer = use(collection(COLLECTION, members.map((member) => member ?? library.GEOSGeom_createEmptyPolygon())));
    const answer = memory._malloc(4);
    memory.HEAPU32[answer / 4] = 0;
    const valid = library.GEOSCoverageIsValid(layer, gapWidth, answer);
    const edges = use(memory.HEAPU32[answer / 4] ?? 0);
    memory._free(answer);
    if (valid === 2) throw new Error('GEOS could not judge the coverage');
    return shapes.map((_, i) => members[i] === null || (edges !== 0 && valid === 0 && library.GEOSisEmpty(library.GEOSGetGeometryN(edges, i)) === 0));
  });
}

/** Whether the interiors of two valid shapes intersect. */
export function insidesMeet(a: Shape, b: Shape): boolean {
  return scope((use) => {
    const [first, second] = [multiPolygonPointer(a), multiPolygonPointer(b)];
    if (first === null || second === null) return false;
    return textOf(library.GEOSRelate(use(first), use(second))).startsWith('2');
  });
}

function coordinatesOf(ring: number): Ring {
  const from = library.GEOSGeom_getCoordSeq(ring);
  const count = library.GEOSGetNumCoordinates(ring);
  const pointer = memory._malloc(Math.max(16, count * 16));
  library.GEOSCoordSeq_copyToBuffer(from, pointer, 0, 0);
  const start = pointer / 8;
  const positions: [number, number][] = [];
  for (let i = 0; i < count; i++) positions.push([memory.HEAPF64[start + 2 * i] ?? Number.NaN, memory.HEAPF64[start + 2 * i + 1] ?? Number.NaN]);
  memory._free(pointer);
  return positions;
}

export interface EnclosedFace {
  /** The shell, then the holes. */
  readonly rings: readonly Ring[];
  /** A point well inside, chosen by GEOS. */
  readonly point: Ring[number];
}

/**
 * Nodes chains of edges against one another and returns every enclosed face. Edges that two faces share have the same
 * two positions in both. Null if GEOS cannot node them.
 */
export function facesOf(chains: readonly Ring[]): EnclosedFace[] | null {
  return scope((use) => {
    const lines = use(collection(MULTI_LINE, chains.map((chain) => library.GEOSGeom_createLineString(sequence(chain)))));
    const noded = use(library.GEOSUnaryUnion(lines));
    if (noded === 0) return null;
    const faces = use(withPointers([noded], (array) => library.GEOSPolygonize(array, 1)));
    if (faces === 0) return null;
    return Array.from({ length: library.GEOSGetNumGeometries(faces) }, (_, i) => {
      const face = library.GEOSGetGeometryN(faces, i);
      const inside = library.GEOSPointOnSurface(face);
      const point = at(coordinatesOf(inside), 0);
      library.GEOSGeom_destroy(inside);
      return { rings: ringsOf(face), point };
    });
  });
}

/** The union of some regions, which may overlap. Null if GEOS cannot compute it. */
export function unionOf(shapes: readonly Shape[]): Shape | null {
  return scope((use) => {
    const parts = multiPolygonPointer(shapes.flat());
    return parts === null ? null : polygonsOf(use(library.GEOSUnaryUnion(use(parts))));
  });
}

/** What one valid shape covers and another does not. Null if GEOS cannot compute it. */
export function differenceOf(shape: Shape, taken: Shape): Shape | null {
  return scope((use) => {
    const [first, second] = [multiPolygonPointer(shape), multiPolygonPointer(taken)];
    for (const pointer of [first, second]) use(pointer ?? 0);
    return first === null || second === null ? null : polygonsOf(use(library.GEOSDifference(first, second)));
  });
}

/** What two valid shapes both cover. Null if GEOS cannot compute it. */
export function intersectionOf(shape: Shape, other: Shape): Shape | null {
  return scope((use) => {
    const [first, second] = [multiPolygonPointer(shape), multiPolygonPointer(other)];
    for (const pointer of [first, second]) use(pointer ?? 0);
    return first === null || second === null ? null : polygonsOf(use(library.GEOSIntersection(first, second)));
  });
}

/** The length of a line inside a valid shape; NaN if GEOS cannot compute it. */
export function lengthInside(chain: Ring, shape: Shape): number {
  return scope((use) => {
    const [line, polygons] = [use(library.GEOSGeom_createLineString(sequence(chain))), use(multiPolygonPointer(shape) ?? 0)];
    const inside = polygons === 0 ? 0 : use(library.GEOSIntersection(line, polygons));
    return inside === 0 ? Number.NaN : measure((geometry, answer) => library.GEOSLength(geometry, answer), inside);
  });
}

/** The polygons of a GEOS result, without lines and points. Null if there is no result. */
function polygonsOf(geometry: number): Shape | null {
  if (geometry === 0) return null;
  const type = library.GEOSGeomTypeId(geometry);
  if (type === POLYGON) return library.GEOSisEmpty(geometry) === 1 ? [] : [{ kind: PartKind.Polygon, rings: ringsOf(geometry) }];
  if (type < MULTI_POINT) return [];
  return Array.from({ length: library.GEOSGetNumGeometries(geometry) }, (_, i) => polygonsOf(library.GEOSGetGeometryN(geometry, i)) ?? []).flat();
}

function ringsOf(polygon: number): Ring[] {
  const holes = Array.from({ length: library.GEOSGetNumInteriorRings(polygon) }, (_, k) => coordinatesOf(library.GEOSGetInteriorRingN(polygon, k)));
  return [coordinatesOf(library.GEOSGetExteriorRing(polygon)), ...holes];
}

/** The part of a valid shape that is further than a distance from its border. Null if GEOS cannot compute it. */
export function erode(shape: Shape, distance: number): Shape | null {
  return scope((use) => {
    const pointer = multiPolygonPointer(shape);
    return pointer === null ? null : polygonsOf(use(library.GEOSBuffer(use(pointer), -distance, ARC_SEGMENTS)));
  });
}

/**
 * The diameter of the largest circle that fits into the union of some faces, to a relative precision; NaN if GEOS cannot
 * compute it.
 */
export function largestCircle(faces: readonly (readonly Ring[])[], share: number): number {
  return scope((use) => {
    const shape: Shape = faces.map((rings) => ({ kind: PartKind.Polygon, rings }));
    const parts = multiPolygonPointer(shape);
    if (parts === null) return Number.NaN;
    const union = use(library.GEOSUnaryUnion(use(parts)));
    if (union === 0) return Number.NaN;
    const size = Math.sqrt(measure((geometry, answer) => library.GEOSArea(geometry, answer), union));
    // The first answer determines how precise the second must be.
    const rough = radiusIn(union, size / 100);
    return 2 * radiusIn(union, Math.max(rough * share, 1e-12 * size));
  });
}

function measure(by: (geometry: number, answer: number) => number, geometry: number): number {
  const answer = memory._malloc(8);
  const done = by(geometry, answer);
  const value = done === 1 ? (memory.HEAPF64[answer / 8] ?? Number.NaN) : Number.NaN;
  memory._free(answer);
  return value;
}

function radiusIn(polygon: number, tolerance: number): number {
  const line = library.GEOSMaximumInscribedCircle(polygon, tolerance);
  if (line === 0) return Number.NaN;
  const length = measure((geometry, answer) => library.GEOSLength(geometry, answer), line);
  library.GEOSGeom_destroy(line);
  return length;
}
