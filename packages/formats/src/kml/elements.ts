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

/** Anything that holds coordinates directly: Point, LineString, LinearRing. */
export interface RingElement extends ElementSpan {
  coordinates: CoordinatesElement | null;
  /** Something in it that we do not understand, so that it must not be touched. */
  irregular: boolean;
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
export function partsOf(placemark: PlacemarkElement): { parts: PartElement[]; leftAlone: number } {
  const parts: PartElement[] = [];
  let leftAlone = placemark.foreignGeometries;
  const visit = (element: GeometryElement): void => {
    if (element.kind === 'collection') element.members.forEach(visit);
    else if (element.kind === 'polygon') {
      const rings = polygonRings(element);
      if (rings === 'irregular') leftAlone++;
      else if (rings.length > 0) parts.push({ element, rings });
    } else if (element.irregular) leftAlone++;
    else if (vertexCount(element) > 0) parts.push({ element, rings: [element] });
  };
  placemark.geometries.forEach(visit);
  return { parts, leftAlone };
}

function polygonRings(polygon: PolygonElement): RingElement[] | 'irregular' {
  const rings = polygon.boundaries.flatMap((boundary) => boundary.rings);
  const shells = polygon.boundaries.flatMap((boundary) => (boundary.inner ? [] : boundary.rings));
  if (rings.some((ring) => ring.irregular) || shells.length > 1) return 'irregular';
  const [shell] = shells;
  const isEmpty = shells.length === 0 || vertexCount(shell) === 0;
  const holes = polygon.boundaries.flatMap((boundary) => (boundary.inner ? boundary.rings : [])).filter((ring) => vertexCount(ring) > 0);
  if (isEmpty) return holes.length > 0 ? 'irregular' : [];
  return [shell, ...holes];
}

export function vertexCount(ring: RingElement): number {
  return ring.coordinates?.vertexCount ?? 0;
}
