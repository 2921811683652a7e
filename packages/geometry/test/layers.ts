import { PartKind } from '../src/layer/layer.ts';
import type { Layer } from '../src/layer/layer.ts';

/** x, y and, if a vertex has them, z and m. */
export type Position = readonly number[];
export type Ring = readonly Position[];
export interface Part {
  readonly kind: PartKind;
  readonly rings: readonly Ring[];
}
/** One feature's geometry: its parts; empty for a feature without geometry. */
export type Shape = readonly Part[];

/** GeoJSON geometry as tests write it. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

export function polygon(...rings: readonly Ring[]): Shape {
  return [{ kind: PartKind.Polygon, rings }];
}

export function multiPolygon(...parts: readonly (readonly Ring[])[]): Shape {
  return parts.map((rings) => ({ kind: PartKind.Polygon, rings }));
}

/** A closed counter-clockwise rectangle. */
export function box(x0: number, y0: number, x1: number, y1: number): Ring {
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]];
}

/** Flattens a GeoJSON geometry (null: a feature without geometry) to parts. */
export function shapeOf(geometry: Geometry | null): Shape {
  if (geometry === null) return [];
  switch (geometry.type) {
    case 'Point':
      return [{ kind: PartKind.Point, rings: [[geometry.coordinates]] }];
    case 'MultiPoint':
      return [{ kind: PartKind.Point, rings: [geometry.coordinates] }];
    case 'LineString':
      return [{ kind: PartKind.Line, rings: [geometry.coordinates] }];
    case 'MultiLineString':
      return geometry.coordinates.map((chain) => ({ kind: PartKind.Line, rings: [chain] }));
    case 'Polygon':
      return polygon(...geometry.coordinates);
    case 'MultiPolygon':
      return multiPolygon(...geometry.coordinates);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(shapeOf);
  }
}

/** Converts shapes to a layer. The Z and M columns exist if any vertex has that ordinate. */
export function layerOf(shapes: readonly Shape[]): Layer {
  const xy: number[] = [];
  const z: number[] = [];
  const m: number[] = [];
  const ringOffsets = [0];
  const partOffsets = [0];
  const featureOffsets = [0];
  const partKinds: number[] = [];
  let hasZ = false;
  let hasM = false;
  for (const shape of shapes) {
    for (const part of shape) {
      for (const ring of part.rings) {
        for (const position of ring) {
          xy.push(position[0] ?? Number.NaN, position[1] ?? Number.NaN);
          z.push(position[2] ?? Number.NaN);
          m.push(position[3] ?? Number.NaN);
          hasZ ||= position.length > 2;
          hasM ||= position.length > 3;
        }
        ringOffsets.push(z.length);
      }
      partOffsets.push(ringOffsets.length - 1);
      partKinds.push(part.kind);
    }
    featureOffsets.push(partKinds.length);
  }
  return {
    xy: Float64Array.from(xy),
    z: hasZ ? Float64Array.from(z) : null,
    m: hasM ? Float64Array.from(m) : null,
    ringOffsets: Int32Array.from(ringOffsets),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.from(featureOffsets),
    partKinds: Uint8Array.from(partKinds),
  };
}

/** Element of an array whose index is known to be in range. */
export function at<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`index ${index} of ${values.length}`);
  return value;
}

function kindOf(code: number): PartKind {
  if (code === PartKind.Point || code === PartKind.Line || code === PartKind.Polygon) return code;
  throw new RangeError(`part kind ${code}`);
}

export function ringOf(layer: Layer, ring: number): Ring {
  const positions: Position[] = [];
  for (let vertex = at(layer.ringOffsets, ring); vertex < at(layer.ringOffsets, ring + 1); vertex++) {
    const position = [at(layer.xy, 2 * vertex), at(layer.xy, 2 * vertex + 1)];
    if (layer.z !== null) position.push(at(layer.z, vertex));
    if (layer.m !== null) position.push(at(layer.m, vertex));
    positions.push(position);
  }
  return positions;
}

/** The shapes of a layer, by feature. The inverse of `layerOf`. */
export function shapesOf(layer: Layer): Shape[] {
  const shapes: Shape[] = [];
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
    const parts: Part[] = [];
    for (let part = at(layer.featureOffsets, feature); part < at(layer.featureOffsets, feature + 1); part++) {
      const rings: Ring[] = [];
      for (let ring = at(layer.partOffsets, part); ring < at(layer.partOffsets, part + 1); ring++) rings.push(ringOf(layer, ring));
      parts.push({ kind: kindOf(at(layer.partKinds, part)), rings });
    }
    shapes.push(parts);
  }
  return shapes;
}

export function polygonParts(shape: Shape): Part[] {
  return shape.filter((part) => part.kind === PartKind.Polygon);
}

/** The signed area; positive if counter-clockwise. Twice the area does not overflow for any ring here. */
export function signedArea(ring: Ring): number {
  const [x0, y0] = [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0];
  let twice = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax, ay] = [at(at(ring, i), 0) - x0, at(at(ring, i), 1) - y0];
    const [bx, by] = [at(at(ring, i + 1), 0) - x0, at(at(ring, i + 1), 1) - y0];
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}

/** Area of a shape whose geometry is valid: shells less holes. */
export function areaOf(shape: Shape): number {
  let area = 0;
  for (const part of polygonParts(shape)) {
    part.rings.forEach((ring, i) => (area += (i === 0 ? 1 : -1) * Math.abs(signedArea(ring))));
  }
  return area;
}

/** The total length of all finite edges of a shape's polygons. */
export function edgeLength(shape: Shape): number {
  return polygonParts(shape).reduce((sum, part) => sum + part.rings.reduce((s, ring) => s + ring.slice(1).reduce((t, p, i) => {
    const length = Math.hypot(at(p, 0) - at(at(ring, i), 0), at(p, 1) - at(at(ring, i), 1));
    return Number.isFinite(length) ? t + length : t;
  }, 0), 0), 0);
}

function ringText(ring: Ring): string {
  return `(${ring.map((position) => position.join(' ')).join(', ')})`;
}

/** WKT to paste into a viewer; only as valid as the shape is. */
export function wktOf(shape: Shape): string {
  const texts = shape.map((part) => {
    const rings = part.rings.map(ringText).join(', ');
    if (part.kind === PartKind.Polygon) return `POLYGON (${rings})`;
    return part.kind === PartKind.Line ? `LINESTRING ${rings}` : `MULTIPOINT ${rings}`;
  });
  if (texts.length === 0) return 'POLYGON EMPTY';
  const only = texts.length === 1 ? texts[0] : undefined;
  return only ?? `GEOMETRYCOLLECTION (${texts.join(', ')})`;
}

export function sameNumber(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Equal vertex by vertex in every ordinate; NaN equals NaN. */
export function sameRing(a: Ring, b: Ring): boolean {
  return a.length === b.length && a.every((p, i) => p.length === at(b, i).length && p.every((v, k) => sameNumber(v, at(at(b, i), k))));
}

export function sameShape(a: Shape, b: Shape): boolean {
  return (
    a.length === b.length &&
    a.every((part, i) => {
      const other = at(b, i);
      return part.kind === other.kind && part.rings.length === other.rings.length && part.rings.every((ring, k) => sameRing(ring, at(other.rings, k)));
    })
  );
}
