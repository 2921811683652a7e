import type { Geometry, GeometryCollection, Position } from 'geojson';
import { PartKind } from '../layer/layer.ts';

/** A geometry with coordinates, and what the layer has of it: parts [firstPart, endPart) of its feature, none if it is empty. */
export interface LeafNode {
  readonly geometry: Exclude<Geometry, GeometryCollection>;
  readonly members: null;
  readonly kind: PartKind;
  readonly firstPart: number;
  readonly endPart: number;
}

export interface CollectionNode {
  readonly geometry: GeometryCollection;
  readonly members: readonly GeometryNode[];
  readonly firstPart: number;
  readonly endPart: number;
}

/** Geometries by position in the tree, because one object may occur in many places. */
export type GeometryNode = LeafNode | CollectionNode;

export interface GeometryTree {
  readonly root: GeometryNode;
  /** For each part of the feature, in the order of the layer. */
  readonly leafOfPart: readonly LeafNode[];
  /** The rings of the feature in the order of the layer. */
  readonly rings: readonly Position[][];
}

/** Takes apart a geometry that was read (`read.ts`), in the same order. */
export function treeOf(geometry: Geometry): GeometryTree {
  const leafOfPart: LeafNode[] = [];
  const rings: Position[][] = [];
  const visit = (each: Geometry): GeometryNode => {
    const firstPart = leafOfPart.length;
    if (each.type === 'GeometryCollection') {
      const members = each.geometries.map(visit);
      return { geometry: each, members, firstPart, endPart: leafOfPart.length };
    }
    const parts = partsOf(each);
    const leaf = { geometry: each, members: null, kind: kindOf(each), firstPart, endPart: firstPart + parts.length };
    for (const part of parts) {
      for (const ring of part) rings.push(ring);
      leafOfPart.push(leaf);
    }
    return leaf;
  };
  return { root: visit(geometry), leafOfPart, rings };
}

function partsOf(geometry: LeafNode['geometry']): readonly Position[][][] {
  // The types do not say that the coordinates of an empty geometry may be null.
  const coordinates: unknown = geometry.coordinates;
  if (coordinates === null || geometry.coordinates.length === 0) return [];
  switch (geometry.type) {
    case 'Point':
      return [[[geometry.coordinates]]];
    case 'MultiPoint':
    case 'LineString':
      return [[geometry.coordinates]];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => [line]);
    case 'Polygon':
      return [geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates.filter((polygon) => polygon.length > 0);
  }
}

function kindOf({ type }: LeafNode['geometry']): PartKind {
  if (type === 'Point' || type === 'MultiPoint') return PartKind.Point;
  return type === 'LineString' || type === 'MultiLineString' ? PartKind.Line : PartKind.Polygon;
}
