import openGeos from 'geos-wasm';
import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import { ringsOfPart } from './rings-of-part.ts';

/** GEOS in WebAssembly, one instance per process. It reports errors by returning 0. */
const library = await openGeos({ errorHandler: () => undefined, noticeHandler: () => undefined });
const memory = library.Module;

const POINT = 0;
const POLYGON = 3;
const MULTI_POLYGON = 6;
const COLLECTION = 7;
const CAP_STYLES = { round: 1, flat: 2 } as const;
const JOIN_STYLES = { round: 1, mitre: 2, bevel: 3 } as const;
/** A corner that sticks out by more than this many distances is cut off. */
const MITRE_LIMIT = 5;
/**
 * Per quarter circle. The corners lie on the circle, so the polygon is smaller than the circle: by 0.04 % with this number, by
 * 2.5 % with the usual eight.
 */
const ARC_SEGMENTS = 32;

/** Rings whose buffer is drawn at once: among n outlines that do not meet, GEOS looks for those within others n² times. */
const MOST_BUFFERED_AT_ONCE = 250;

export type Joins = keyof typeof JOIN_STYLES;
/** How the zone of a line ends. */
export type Caps = keyof typeof CAP_STYLES;

/** GEOS failed on a geometry. */
export class GeosError extends Error {}

/** A geometry in the memory of GEOS, freed by its scope. */
export type Geometry = number;

/** Rings of a polygon, shell first: x, y pairs, closed. */
export type Rings = readonly Float64Array[];

/** Frees its geometries together when the work ends. */
export class GeosScope {
  readonly #geometries = new Set<Geometry>();

  static with<Result>(work: (scope: GeosScope) => Result): Result {
    const scope = new GeosScope();
    try {
      return work(scope);
    } finally {
      for (const geometry of scope.#geometries) library.GEOSGeom_destroy(geometry);
    }
  }

  /** The parts of a feature as one geometry. */
  feature(layer: Layer, feature: number): Geometry {
    const parts: Geometry[] = [];
    for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) for (const geometry of this.#part(layer.partKinds[part], ringsOfPart(layer, part))) parts.push(geometry);
    return this.collection(parts);
  }

  /** Whether each polygon of a feature is valid by itself; lines and points always are. */
  isSound(layer: Layer, feature: number): boolean {
    const geometry = this.feature(layer, feature);
    return Array.from({ length: library.GEOSGetNumGeometries(geometry) }, (_, member) => library.GEOSisValid(library.GEOSGetGeometryN(geometry, member))).every((valid) => valid === 1);
  }

  /** Whether GEOS calls polygons valid, as one MultiPolygon. A ring that it refuses to take is not. */
  areValid(polygons: readonly Rings[]): boolean {
    try {
      const members = polygons.map((rings) => this.polygon(rings));
      return library.GEOSisValid(this.#joined(members, MULTI_POLYGON)) === 1;
    } catch (error) {
      if (error instanceof GeosError) return false;
      throw error;
    }
  }

  polygon(rings: Rings): Geometry {
    // They are owned until the polygon takes them: GEOS may refuse one after others were made.
    const [shell, ...holes] = rings.map((ring) => this.#own(library.GEOSGeom_createLinearRing(sequence(ring))));
    for (const ring of [shell, ...holes]) this.#geometries.delete(ring);
    return this.#own(inArray(holes, (array) => library.GEOSGeom_createPolygon(shell, array, holes.length)));
  }

  /** The edges of a ring, or a line. */
  line(xy: Float64Array): Geometry {
    return this.#own(library.GEOSGeom_createLineString(sequence(xy)));
  }

  /** @param members are owned by the collection afterwards */
  collection(members: readonly Geometry[]): Geometry {
    return this.#joined(members, COLLECTION);
  }

  /**
   * @param geometry no member of which overlaps another if the distance is negative
   * @throws GeosError
   */
  buffer(geometry: Geometry, distance: number, joins: Joins, caps: Caps = 'round'): Geometry {
    const members = Array.from({ length: library.GEOSGetNumGeometries(geometry) }, (_, member) => library.GEOSGetGeometryN(geometry, member));
    const outlines = members.reduce((sum, member) => sum + 1 + holesIn(member), 0);
    if (outlines > MOST_BUFFERED_AT_ONCE) {
      if (members.length > 1) return this.unionOfClusters(members.map((member) => this.buffer(member, distance, joins, caps)));
      // A piece that was cut out by a rectangle may be invalid.
      if (joins === 'round' && library.GEOSisValid(members[0]) === 1) return this.#roundBufferByRings(members[0], distance);
    }
    return this.bufferAtOnce(geometry, distance, joins, caps);
  }

  /** The same, which takes the square of the number of rings. @throws GeosError */
  bufferAtOnce(geometry: Geometry, distance: number, joins: Joins, caps: Caps = 'round'): Geometry {
    return this.#own(library.GEOSBufferWithStyle(geometry, distance, ARC_SEGMENTS, CAP_STYLES[caps], JOIN_STYLES[joins], MITRE_LIMIT));
  }

  /**
   * The zone of a polygon from those of its rings, each taken for land by itself: what a shell gains, its holes lose. GEOS lays the same lines along a ring either way.
   * Holes do not overlap, and are inside the shell, so what is left of them is inside what it becomes. With other joins that is not so: the tip of a mitred corner in
   * one hole may reach through the land behind it into another.
   */
  #roundBufferByRings(polygon: Geometry, distance: number): Geometry {
    const [shell, ...holes] = ringsOf(polygon);
    const zoneOf = (ring: Float64Array, by: number): Geometry => this.buffer(this.polygon([ring]), by, 'round');
    const zone = zoneOf(shell, distance);
    const left = holes.map((hole) => zoneOf(hole, -distance)).filter((hole) => library.GEOSisEmpty(hole) === 0);
    if (distance < 0) return this.difference(zone, this.unionOfClusters(left));
    const [outline] = polygonsOf(zone);
    return this.polygon([...outline, ...left.flatMap((hole) => polygonsOf(hole).map(([ring]) => ring))]);
  }

  /** @throws GeosError */
  union(members: readonly Geometry[]): Geometry {
    return this.#own(library.GEOSUnaryUnion(this.collection(members)));
  }

  /** The union of polygons; those whose extents meet no others are not arranged with them. @throws GeosError */
  unionOfClusters(members: readonly Geometry[]): Geometry {
    return this.#own(library.GEOSDisjointSubsetUnion(this.collection(members)));
  }

  /** The union of polygons that share edges, vertex by vertex, and do not overlap: only shared edges are removed; nothing else is examined. @throws GeosError */
  coverageUnion(members: readonly Geometry[]): Geometry {
    return this.#own(library.GEOSCoverageUnion(this.collection(members)));
  }

  /** The part of a geometry in a rectangle, computed quickly without arranging it. @throws GeosError */
  clip(geometry: Geometry, west: number, south: number, east: number, north: number): Geometry {
    return this.#own(library.GEOSClipByRect(geometry, west, south, east, north));
  }

  /** @throws GeosError */
  difference(one: Geometry, other: Geometry): Geometry {
    return this.#own(library.GEOSDifference(one, other));
  }

  /** The part of a geometry inside a rectangle. @throws GeosError */
  within(geometry: Geometry, west: number, south: number, east: number, north: number): Geometry {
    const rectangle = this.polygon([Float64Array.of(west, south, east, south, east, north, west, north, west, south)]);
    return this.#own(library.GEOSIntersection(geometry, rectangle));
  }

  /** The same for a collection. GEOS refuses to arrange members that overlap with a rectangle, as parts of one feature may; each by itself it does. @throws GeosError */
  membersWithin(collection: Geometry, west: number, south: number, east: number, north: number): Geometry {
    try {
      return this.within(collection, west, south, east, north);
    } catch (error) {
      if (!(error instanceof GeosError)) throw error;
      return this.collection(Array.from({ length: library.GEOSGetNumGeometries(collection) }, (_, member) => this.within(library.GEOSGetGeometryN(collection, member), west, south, east, north)));
    }
  }

  /** A copy with moved vertices. @param lay moves x, y pairs in place */
  moved(geometry: Geometry, lay: (xy: Float64Array) => void): Geometry {
    const type = library.GEOSGeomTypeId(geometry);
    if (library.GEOSisEmpty(geometry) === 1) return this.collection([]);
    if (type === POLYGON) {
      const rings = ringsOf(geometry);
      for (const ring of rings) lay(ring);
      return this.polygon(rings);
    }
    if (type < POLYGON) {
      const xy = coordinatesOf(geometry);
      lay(xy);
      return type === POINT ? this.#points(xy)[0] : this.line(xy);
    }
    return this.collection(Array.from({ length: library.GEOSGetNumGeometries(geometry) }, (_, member) => this.moved(library.GEOSGetGeometryN(geometry, member), lay)));
  }

  #part(kind: number, rings: readonly Float64Array[]): Geometry[] {
    if (kind === PartKind.Polygon && rings.length > 0 && rings[0].length >= 8) return [this.polygon(rings.filter((ring) => ring.length >= 8))];
    // A degenerate polygon still has a border.
    if (kind !== PartKind.Point) return rings.flatMap((ring) => (ring.length < 4 ? this.#points(ring) : [this.line(ring)]));
    return rings.flatMap((ring) => this.#points(ring));
  }

  #joined(members: readonly Geometry[], type: number): Geometry {
    for (const member of members) this.#geometries.delete(member);
    return this.#own(inArray(members, (array) => library.GEOSGeom_createCollection(type, array, members.length)));
  }

  #points(xy: Float64Array): Geometry[] {
    return Array.from({ length: xy.length / 2 }, (_, point) => this.#own(library.GEOSGeom_createPointFromXY(xy[2 * point], xy[2 * point + 1])));
  }

  #own(geometry: Geometry): Geometry {
    this.#geometries.add(made(geometry));
    return geometry;
  }
}

/** GEOS, and its memory when it is full, answer 0 for what they could not make. Writing there would overwrite what belongs to GEOS. */
function made(pointer: number): number {
  if (pointer === 0) throw new GeosError('GEOS could not make a geometry');
  return pointer;
}

function sequence(xy: Float64Array): number {
  const pointer = made(memory._malloc(Math.max(16, xy.length * 8)));
  try {
    memory.HEAPF64.set(xy, pointer / 8);
    return made(library.GEOSCoordSeq_copyFromBuffer(pointer, xy.length / 2, 0, 0));
  } finally {
    memory._free(pointer);
  }
}

function inArray(pointers: readonly number[], work: (array: number) => number): number {
  const array = made(memory._malloc(Math.max(4, pointers.length * 4)));
  try {
    memory.HEAPU32.set(pointers, array / 4);
    return work(array);
  } finally {
    memory._free(array);
  }
}

function holesIn(geometry: Geometry): number {
  return library.GEOSGeomTypeId(geometry) === POLYGON ? library.GEOSGetNumInteriorRings(geometry) : 0;
}

/** The polygons of a geometry; its lines and points are ignored. */
export function polygonsOf(geometry: Geometry): Rings[] {
  const type = library.GEOSGeomTypeId(geometry);
  if (type === POLYGON) return library.GEOSisEmpty(geometry) === 1 ? [] : [ringsOf(geometry)];
  if (type < POLYGON) return [];
  return Array.from({ length: library.GEOSGetNumGeometries(geometry) }, (_, member) => polygonsOf(library.GEOSGetGeometryN(geometry, member))).flat();
}

function ringsOf(polygon: Geometry): Rings {
  const holes = Array.from({ length: library.GEOSGetNumInteriorRings(polygon) }, (_, hole) => library.GEOSGetInteriorRingN(polygon, hole));
  return [library.GEOSGetExteriorRing(polygon), ...holes].map(coordinatesOf);
}

/** Of a point, a line or a ring. */
function coordinatesOf(geometry: Geometry): Float64Array {
  const points = library.GEOSGetNumCoordinates(geometry);
  const pointer = made(memory._malloc(16 * points));
  try {
    library.GEOSCoordSeq_copyToBuffer(library.GEOSGeom_getCoordSeq(geometry), pointer, 0, 0);
    return memory.HEAPF64.slice(pointer / 8, pointer / 8 + 2 * points);
  } finally {
    memory._free(pointer);
  }
}
