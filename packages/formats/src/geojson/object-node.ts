import { Fault } from './fault.ts';
import { FEATURE, FEATURE_COLLECTION, GEOMETRY_COLLECTION, Member, POINT, TOPOLOGY, UNKNOWN } from './names.ts';
import { FOREIGN } from './scanner.ts';

/** A range of file offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A member of an object, with everything that must go if it is removed. */
export interface MemberRange extends Range {
  readonly nameStart: number;
  /** Offset of the comma before it; -1 for the first member. */
  readonly commaBefore: number;
}

/** A JSON object that is, or may be, GeoJSON. If a member repeats, the last one counts. */
export interface ObjectNode {
  start: number;
  end: number;
  /** Index in `TYPE_NAMES`, or `UNKNOWN`. */
  type: number;
  /** The name of an unknown type; null if it is not a string. */
  typeName: string | null;
  typeText: Range | null;
  coordinates: Range | null;
  geometries: Range | null;
  geometry: Range | null;
  features: Range | null;
  crs: Range | null;
  name: Range | null;
  bbox: MemberRange | null;
  /** The geometry of a feature, or the members of a collection. */
  children: ObjectNode[];
  /** The builder's parts that came from this object and everything in it: [firstPart, endPart). */
  firstPart: number;
  endPart: number;
  isEsri: boolean;
  /** A collection with members that are made of several parts. */
  holdsGroups: boolean;
}

/** What an object can be at its position. */
export type Role = 'document' | 'item' | 'geometry';

export function emptyNode(start: number, firstPart: number): ObjectNode {
  return {
    start, end: start, type: UNKNOWN, typeName: null, typeText: null, coordinates: null, geometries: null, geometry: null,
    features: null, crs: null, name: null, bbox: null, children: [], firstPart, endPart: firstPart, isEsri: false, holdsGroups: false,
  };
}

/** The member that holds the geometry of an object of this type. */
export function holderOf(type: number): number {
  if (type >= POINT && type < GEOMETRY_COLLECTION) return Member.Coordinates;
  if (type === GEOMETRY_COLLECTION) return Member.Geometries;
  if (type === FEATURE) return Member.Geometry;
  return type === FEATURE_COLLECTION ? Member.Features : FOREIGN;
}

/** Whether a member can hold geometry at this position: a geometry has no features, and features do not nest. */
export function isHolderIn(role: Role, member: number): boolean {
  if (member === Member.Coordinates || member === Member.Geometries) return true;
  if (member === Member.Geometry) return role !== 'geometry';
  return member === Member.Features && role === 'document';
}

/** Whether a member is neither defined by GeoJSON nor one that programs write for a collection as a whole. */
export function isForeign(member: number, role: Role): boolean {
  return member === FOREIGN || member >= Member.Esri || (role !== 'document' && (member === Member.Crs || member === Member.Name));
}

export function rangeOf(node: ObjectNode, holder: number): Range | null {
  if (holder === Member.Coordinates) return node.coordinates;
  if (holder === Member.Geometries) return node.geometries;
  if (holder === Member.Geometry) return node.geometry;
  return holder === Member.Features ? node.features : null;
}

export function named(node: ObjectNode): string {
  if (node.typeText === null) return 'an object without a "type"';
  if (node.type === UNKNOWN) return node.typeName === null ? 'an object whose "type" is not a string' : `of the unknown type "${node.typeName}"`;
  return node.type === FEATURE ? 'a Feature' : node.type === FEATURE_COLLECTION ? 'a FeatureCollection' : 'a Topology';
}

export function notGeoJson(node: ObjectNode): Fault {
  if (node.type === TOPOLOGY) return new Fault('geojson-topojson', node.start, 'TopoJSON');
  if (node.isEsri) return new Fault('geojson-esri-json', node.start, 'ESRI JSON');
  return new Fault('geojson-not-geojson', node.start, `its outermost object is ${named(node)}`);
}
