/** Where an element stands, in units of the file: `<start…openEnd>…<closeStart…/end>`. */
export interface ElementSpan {
  readonly start: number;
  openEnd: number;
  closeStart: number;
  end: number;
  /** How its name is written, prefix included. */
  readonly tag: string;
}

/** A `<coordinates>` element; its vertices are a range of the reader's. */
export interface CoordinatesElement extends ElementSpan {
  readonly firstVertex: number;
  vertexCount: number;
}

/** Elements that are not as KML says, or tuples of which numbers would be lost. */
export type Irregularity = 'structure' | 'tuples';
/** Why a geometry is left alone: one of another kind (a track, a model), or an irregular one. */
export type LeftAlone = 'foreign' | Irregularity;

/** Anything that holds coordinates directly: Point, LineString, LinearRing. */
export interface RingElement extends ElementSpan {
  coordinates: CoordinatesElement | null;
  /** Something in it that we do not understand, so that it must not be touched; null when there is no such thing. */
  irregular: Irregularity | null;
}

/** `outerBoundaryIs` or `innerBoundaryIs`. */
export interface BoundaryElement extends ElementSpan {
  readonly inner: boolean;
  readonly rings: RingElement[];
}

export interface CollectionElement extends ElementSpan {
  readonly kind: 'collection';
  readonly parent: CollectionElement | null;
  readonly members: GeometryElement[];
  /** Children that are no geometry we know (Model, gx:Track …). */
  readonly others: ElementSpan[];
}

export interface PolygonElement extends ElementSpan {
  readonly kind: 'polygon';
  readonly parent: CollectionElement | null;
  readonly boundaries: BoundaryElement[];
  /** extrude, tessellate, altitudeMode and whatever else stands beside the boundaries. */
  readonly others: ElementSpan[];
}

export interface SimpleElement extends RingElement {
  readonly kind: 'point' | 'line';
  readonly parent: CollectionElement | null;
}

export type GeometryElement = CollectionElement | PolygonElement | SimpleElement;

export interface PlacemarkElement extends ElementSpan {
  readonly geometries: GeometryElement[];
  name: string;
  /** Its `id` attribute; empty where it has none, or its start tag is not asked for it. */
  id: string;
  /** gx:Track, Model and other geometries that are not handed out. */
  foreignGeometries: number;
}

/** One part of a feature: the element it is, and its rings in the order of the layer, the shell first. */
export interface PartElement {
  readonly element: PolygonElement | SimpleElement;
  readonly rings: readonly RingElement[];
}

/**
 * The parts of a placemark, in document order. It is asked when a file is opened and again when it is patched, so that
 * part i of the feature is the same element both times. Empty geometries are no part, irregular ones are left alone.
 */
export function partsOf(placemark: PlacemarkElement): { parts: PartElement[]; leftAlone: LeftAlone[] } {
  const parts: PartElement[] = [];
  const leftAlone = Array.from({ length: placemark.foreignGeometries }, (): LeftAlone => 'foreign');
  const visit = (element: GeometryElement): void => {
    if (element.kind === 'collection') element.members.forEach(visit);
    else if (element.kind === 'polygon') {
      const rings = polygonRings(element);
      if (typeof rings === 'string') leftAlone.push(rings);
      else if (rings.length > 0) parts.push({ element, rings });
    } else if (element.irregular !== null) leftAlone.push(element.irregular);
    else if (vertexCount(element) > 0) parts.push({ element, rings: [element] });
  };
  placemark.geometries.forEach(visit);
  return { parts, leftAlone };
}

function polygonRings(polygon: PolygonElement): RingElement[] | Irregularity {
  const rings = polygon.boundaries.flatMap((boundary) => boundary.rings);
  const shells = polygon.boundaries.flatMap((boundary) => (boundary.inner ? [] : boundary.rings));
  const irregular = shells.length > 1 ? 'structure' : rings.find((ring) => ring.irregular !== null)?.irregular;
  if (irregular) return irregular;
  const [shell] = shells;
  const isEmpty = shells.length === 0 || vertexCount(shell) === 0;
  const holes = polygon.boundaries.flatMap((boundary) => (boundary.inner ? boundary.rings : [])).filter((ring) => vertexCount(ring) > 0);
  if (isEmpty) return holes.length > 0 ? 'structure' : [];
  return [shell, ...holes];
}

export function vertexCount(ring: RingElement): number {
  return ring.coordinates?.vertexCount ?? 0;
}
