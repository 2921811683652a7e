/** Shape type codes of the ESRI specification (July 1998), and the content of their records. */
export const ShapeType = {
  Null: 0,
  Point: 1,
  PolyLine: 3,
  Polygon: 5,
  MultiPoint: 8,
  PointZ: 11,
  PolyLineZ: 13,
  PolygonZ: 15,
  MultiPointZ: 18,
  PointM: 21,
  PolyLineM: 23,
  PolygonM: 25,
  MultiPointM: 28,
  MultiPatch: 31,
} as const;

type ShapeFamily = 'null' | 'point' | 'multipoint' | 'line' | 'polygon' | 'multipatch';

export interface ShapeKind {
  readonly family: ShapeFamily;
  readonly hasZ: boolean;
  /** May have measures; whether a record does follows from its length. */
  readonly mayHaveM: boolean;
}

/** By the last digit of their codes. */
const FAMILIES = new Map<number, ShapeFamily>([
  [1, 'point'],
  [3, 'line'],
  [5, 'polygon'],
  [8, 'multipoint'],
]);

/** By code; there are as many records to ask about as features. */
const KINDS: readonly (ShapeKind | null)[] = Array.from({ length: ShapeType.MultiPatch + 1 }, (_, code) => kindOf(code));

/** @returns null for a code that the specification does not define. */
export function shapeKindOf(code: number): ShapeKind | null {
  return KINDS[code] ?? null;
}

function kindOf(code: number): ShapeKind | null {
  if (code === ShapeType.Null) return { family: 'null', hasZ: false, mayHaveM: false };
  if (code === ShapeType.MultiPatch) return { family: 'multipatch', hasZ: true, mayHaveM: true };
  const family = FAMILIES.get(code % 10);
  if (family === undefined || code > ShapeType.MultiPointM) return null;
  return { family, hasZ: code > 10 && code < 20, mayHaveM: code > 10 };
}

/** Where the blocks of a record's content lie, in bytes from its start. */
export interface ContentLayout {
  /** Ring starts, one Int32 each; absent (equal to `xy`) for points and multipoints. */
  readonly rings: number;
  readonly xy: number;
  /** Range and values; for a point just the value. 0 if there is none. */
  readonly zRange: number;
  readonly z: number;
  readonly mRange: number;
  readonly m: number;
  /** Total length. */
  readonly end: number;
}

/** The two counts determine every block but the last one, which is optional. */
export function contentLayout(kind: ShapeKind, ringCount: number, vertexCount: number, hasM: boolean): ContentLayout {
  const end = contentLength(kind, ringCount, vertexCount, hasM);
  const xy = startOfVertices(kind, ringCount);
  if (kind.family === 'point') {
    const z = kind.hasZ ? 20 : 0;
    const m = hasM ? (kind.hasZ ? 28 : 20) : 0;
    return { rings: xy, xy, zRange: 0, z, mRange: 0, m, end };
  }
  const rings = startOfVertices(kind, 0);
  const afterXy = xy + 16 * vertexCount;
  const zRange = kind.hasZ ? afterXy : 0;
  const mRange = hasM ? (kind.hasZ ? afterXy + 16 + 8 * vertexCount : afterXy) : 0;
  return { rings, xy, zRange, z: zRange + (kind.hasZ ? 16 : 0), mRange, m: mRange + (hasM ? 16 : 0), end };
}

/** The total length of a content, in bytes. */
export function contentLength(kind: ShapeKind, ringCount: number, vertexCount: number, hasM: boolean): number {
  const ordinates = (kind.hasZ ? 1 : 0) + (hasM ? 1 : 0);
  // A point has no ranges.
  const range = kind.family === 'point' ? 0 : 16;
  return startOfVertices(kind, ringCount) + 16 * vertexCount + ordinates * (range + 8 * vertexCount);
}

/** Where the block of vertices begins: behind type, bounding box, counts and the starts of the rings. */
export function startOfVertices({ family }: ShapeKind, ringCount: number): number {
  if (family === 'point') return 4;
  return family === 'multipoint' ? 40 : 44 + 4 * ringCount;
}

/** Below this a measure means "no data". */
export const NO_MEASURE_BELOW = -1e38;
/** Written for a measure that did not exist before. */
export const NO_MEASURE = -Number.MAX_VALUE;
