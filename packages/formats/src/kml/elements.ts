/** Where an element lies, in units of the file: `<start…openEnd>…<closeStart…/end>`. */
export interface ElementSpan {
  readonly start: number;
  openEnd: number;
  closeStart: number;
  end: number;
  /** Its name as written, including the prefix. */
  readonly tag: string;
}

/** A `<coordinates>` element; its vertices are a range of the reader's. */
export interface CoordinatesElement extends ElementSpan {
  readonly firstVertex: number;
  vertexCount: number;
  /** How many numbers had no place in their tuple. */
  dropped: number;
}

/** Elements that violate KML, or tuples that would lose numbers. */
type Irregularity = 'structure' | 'tuples';
/** Why a geometry is left unchanged: it is of another kind (a track, a model), or irregular. */
export type Unusable = 'foreign' | Irregularity;

/** Anything that holds coordinates directly: Point, LineString, LinearRing. */
export interface RingElement extends ElementSpan {
  coordinates: CoordinatesElement | null;
  /** What it contains that we do not understand, in which case it must not be touched; null if there is nothing. */
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
  /** Children that are not geometries we read (Model; in a repair, gx:Track too). */
  readonly others: ElementSpan[];
}

export interface PolygonElement extends ElementSpan {
  readonly kind: 'polygon';
  readonly parent: CollectionElement | null;
  readonly boundaries: BoundaryElement[];
  /** extrude, tessellate, altitudeMode and anything else next to the boundaries. */
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
  /** Its `id` attribute; empty if it has none, or if ids are not read. */
  id: string;
  /** The number of geometries that are not part of the layer: Model, and in a repair gx:Track. */
  foreignGeometries: number;
}

/** One part of a feature: its element, and its rings in the order of the layer, shell first. */
export interface PartElement {
  readonly element: PolygonElement | SimpleElement;
  readonly rings: readonly RingElement[];
}

/**
 * The parts of a placemark in document order. This is used both when opening and when patching, so that part i of the feature
 * is the same element each time. Empty geometries are not parts, and irregular ones are left unchanged.
 */
export function partsOf(placemark: PlacemarkElement): { parts: PartElement[]; unusable: Unusable[] } {
  const parts: PartElement[] = [];
  const unusable = Array.from({ length: placemark.foreignGeometries }, (): Unusable => 'foreign');
  const visit = (element: GeometryElement): void => {
    if (element.kind === 'collection') element.members.forEach(visit);
    else if (element.kind === 'polygon') {
      const rings = polygonRings(element);
      if (typeof rings === 'string') unusable.push(rings);
      else if (rings.length > 0) parts.push({ element, rings });
    } else if (element.irregular !== null) unusable.push(element.irregular);
    else if (vertexCount(element) > 0) parts.push({ element, rings: [element] });
  };
  placemark.geometries.forEach(visit);
  return { parts, unusable };
}

function polygonRings(polygon: PolygonElement): RingElement[] | Irregularity {
  const [first] = polygon.boundaries;
  // Nearly all polygons have one ring.
  if (polygon.boundaries.length === 1 && !first.inner && first.rings.length === 1) return first.rings[0].irregular ?? (vertexCount(first.rings[0]) > 0 ? first.rings : []);
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
