import { resolveReferences, type CoordinateReader } from './coordinates.ts';
import type { CollectionElement, CoordinatesElement, ElementSpan, GeometryElement, PlacemarkElement, PolygonElement, RingElement, BoundaryElement } from './elements.ts';
import type { TextWindow } from './encoding.ts';
import { localNameOf, nameInNotes, type XmlName } from './names.ts';
import { NamespaceScope } from './namespaces.ts';
import { declareField, PlacemarkKinds } from './placemark-kinds.ts';
import { XmlFault, type NamespaceDeclaration, type XmlHandler } from './scanner.ts';
import { attributesOf, type KnownTag } from './start-tag.ts';
import { trackElement, TrackPosition, type TrackElement } from './track.ts';

/** A `Document`, a `Folder`, or the `kml` element itself. */
export interface ContainerElement {
  name: string;
  readonly kind: string;
  readonly parent: ContainerElement | null;
  /** Whether it holds neither placemarks nor other containers, as far as it was read. */
  isEmpty: boolean;
}

interface PlacemarkHandler {
  /** A complete placemark and the namespaces in scope; its vertices are in `coordinates` until this returns. */
  placemark(placemark: PlacemarkElement, container: ContainerElement | null, scope: NamespaceScope, coordinates: CoordinateReader): void;
  /** Receives the name of any other element next to placemarks, and next to the coordinates or the parts of a geometry; with its prefix if it is not of KML. */
  other?(name: string): void;
  /** A document or folder that ends without a placemark or a container in it. */
  emptyContainer?(container: ContainerElement): void;
}

/** Receives the other content of placemarks (including their names, which are then not read here), and the schemas of a document. */
export interface DetailHandler {
  /** A placemark begins; `[start, end)` is its start tag. */
  begin(name: XmlName, start: number, end: number): void;
  /** An element, from a placemark's child or `Schema` itself downwards; `[start, end)` is its start tag. */
  open(name: XmlName, isKml: boolean, start: number, end: number): void;
  close(start: number): void;
  text(window: TextWindow, from: number, to: number, literal: boolean): void;
}

/** The root element is not a KML element; `name` is its name. */
export class NotKml extends Error {
  readonly root: string;

  constructor(root: string) {
    super(root);
    this.root = root;
  }
}

type Frame =
  | { readonly role: 'other' | 'name' | 'detail' }
  | { readonly role: 'container'; readonly container: ContainerElement }
  | { readonly role: 'schema'; readonly fields: Set<string> | null }
  | { readonly role: 'placemark'; readonly element: PlacemarkElement }
  | { readonly role: 'collection'; readonly element: CollectionElement }
  | { readonly role: 'polygon'; readonly element: PolygonElement }
  | { readonly role: 'boundary'; readonly element: BoundaryElement }
  | { readonly role: 'ring'; readonly element: RingElement }
  | { readonly role: 'coordinates'; readonly element: NonNullable<RingElement['coordinates']> }
  | { readonly role: 'track'; readonly element: TrackElement }
  | { readonly role: 'position'; readonly track: TrackElement }
  | { readonly role: 'span'; readonly element: ElementSpan };

const OTHER: Frame = { role: 'other' };
const NAME: Frame = { role: 'name' };
const DETAIL: Frame = { role: 'detail' };
const CONTAINERS = new Set(['Document', 'Folder']);
/** MultiGeometry, and its names in KML 1 and 2.0. */
const COLLECTIONS = new Set(['MultiGeometry', 'GeometryCollection', 'MultiPolygon', 'MultiLineString', 'MultiPoint']);
/** Geometries that the reader counts where it does not read them: tracks are no lines to a repair, which leaves their elements as they are. */
export const FOREIGN_GEOMETRIES: ReadonlySet<string> = new Set(['Model', 'Track', 'MultiTrack']);
/** What else is in a track, for a detail handler if there is one. */
const OF_TRACKS: ReadonlySet<string> = new Set(['when', 'ExtendedData']);
const LONGEST_NAME = 1000;
/** The first half of a character that a cut has parted. */
const HALF_AT_END = /[\ud800-\udbff]$/;
/** Longer ids do not belong in a report. */
const LONGEST_ID = 256;
/** For a line; two vertices take four numbers, while one position takes three. */
const FEWEST_VERTICES = 2;

/**
 * Turns the events of the scanner into placemarks. Only placemarks in `kml`, `Document` and `Folder` are features: those in
 * `Update` or a tour refer to other documents. Elements of other namespaces are never KML.
 */
export class KmlReader implements XmlHandler {
  /** The window being scanned, from which start tags are read again for their attributes; null if nobody needs ids or schemas. */
  window: TextWindow | null = null;
  private readonly handler: PlacemarkHandler;
  private readonly frames: Frame[] = [];
  private readonly coordinates: CoordinateReader;
  /** The scope of each open element; null until there is a root. */
  private readonly scopes: NamespaceScope[] = [];
  private readonly outer: NamespaceScope | null;
  private readingCoordinates = false;
  private readingName = false;
  private readingDetail = false;
  private readingPosition = false;
  private readonly position = new TrackPosition();
  private readonly details: DetailHandler | null;
  private readonly readsTracks: boolean;
  private readonly kinds: PlacemarkKinds;
  private name = '';
  /** The counts of the coordinate reader when the element began. */
  private numbersBefore = 0;
  private tuplesBefore = 0;
  private lossesBefore = 0;
  private droppedBefore = 0;

  /** `outer`: the scope around a placemark that was cut from its document. `kinds`: as far as they are known; it learns more. `readsTracks`: as lines. */
  constructor(handler: PlacemarkHandler, coordinates: CoordinateReader, outer: NamespaceScope | null = null, details: DetailHandler | null = null, kinds = new PlacemarkKinds(), readsTracks = details !== null) {
    this.handler = handler;
    this.details = details;
    this.coordinates = coordinates;
    this.outer = outer;
    this.kinds = kinds;
    this.readsTracks = readsTracks;
  }

  open(name: XmlName, namespaces: readonly NamespaceDeclaration[], start: number, end: number): void {
    if (this.readingDetail) {
      this.openDetail(name, namespaces, start, end);
      return;
    }
    const around = this.scopes.at(-1) ?? this.outer;
    const scope = around === null ? NamespaceScope.ofRoot(name, namespaces) : around.with(namespaces);
    this.scopes.push(scope);
    const span = (): ElementSpan => ({ start, openEnd: end, closeStart: end, end, tag: name.qualified });
    const parent = this.frames.at(-1);
    const frame = parent === undefined ? this.root(name, namespaces, span()) : this.child(parent, name, scope, span);
    this.frames.push(frame);
    this.readingCoordinates = frame.role === 'coordinates';
    this.readingName = frame.role === 'name';
    if (this.readingName) this.name = '';
    this.readingDetail = frame.role === 'detail';
    this.readingPosition = frame.role === 'position';
    if (this.readingPosition) this.position.begin();
    if (frame.role === 'placemark') {
      frame.element.id = this.idGiven(name, start, end);
      this.details?.begin(name, start, end);
    }
    if (this.readingDetail) this.details?.open(name, scope.isKml(name), start, end);
  }

  /** The `id` in the start tag [start, end); most have no attribute at all. */
  private idGiven(name: XmlName, start: number, end: number): string {
    const { window } = this;
    if (window === null || this.details !== null || end - start <= name.qualified.length + '</>'.length) return '';
    const { id } = attributesOf(window.text(start - window.base, end - window.base));
    return id.length > LONGEST_ID ? '' : id;
  }

  /** Opens a descendant of an element that goes to the detail handler. */
  private openDetail(name: XmlName, namespaces: readonly NamespaceDeclaration[], start: number, end: number): void {
    const around = this.scopes.at(-1);
    const scope = around === undefined ? NamespaceScope.ofRoot(name, namespaces) : around.with(namespaces);
    this.scopes.push(scope);
    this.frames.push(DETAIL);
    this.details?.open(name, scope.isKml(name), start, end);
  }

  close(_: XmlName, start: number, end: number): void {
    const frame = this.frames.pop();
    const scope = this.scopes.pop();
    if (frame === DETAIL) {
      this.details?.close(start);
      this.readingDetail = this.frames.at(-1) === DETAIL;
      return;
    }
    if (frame === undefined || scope === undefined) throw new XmlFault('an element is closed that was not open', start);
    if ('element' in frame) {
      frame.element.closeStart = start;
      frame.element.end = end;
    }
    const parent = this.frames.at(-1);
    if (frame.role === 'coordinates') {
      this.coordinates.finish();
      frame.element.vertexCount = this.coordinates.count - frame.element.firstVertex;
      frame.element.dropped = this.coordinates.dropped - this.droppedBefore;
      if (parent?.role === 'ring' && !this.isReadable(frame.element, parent.element)) parent.element.irregular ??= 'tuples';
    } else if (frame.role === 'track') {
      frame.element.coordinates.vertexCount = this.coordinates.count - frame.element.coordinates.firstVertex;
    } else if (frame.role === 'position') {
      this.addPosition(frame.track);
    } else if (frame.role === 'name') {
      const name = this.name.slice(0, LONGEST_NAME).replace(HALF_AT_END, '').replace(/\s+/g, ' ').trim();
      if (parent?.role === 'placemark' && parent.element.name === '') parent.element.name = name;
      if (parent?.role === 'container' && parent.container.name === '') parent.container.name = name;
    } else if (frame.role === 'placemark') {
      this.handler.placemark(frame.element, parent?.role === 'container' ? parent.container : null, this.scopes.at(-1) ?? scope, this.coordinates);
      this.coordinates.clear();
    } else if (frame.role === 'container' && frame.container.isEmpty) this.handler.emptyContainer?.(frame.container);
    this.readingCoordinates = parent?.role === 'coordinates';
    this.readingName = parent?.role === 'name';
    this.readingPosition = parent?.role === 'position';
  }

  text(window: TextWindow, from: number, to: number, literal: boolean): void {
    if (this.readingCoordinates) this.coordinates.read(window, from, to, literal);
    else if (this.readingDetail) this.details?.text(window, from, to, literal);
    else if (this.readingPosition) this.position.read(window, from, to, literal);
    else if (this.readingName && this.name.length < LONGEST_NAME) {
      const text = window.beginning(from, to, LONGEST_NAME);
      this.name += literal ? text : resolveReferences(text);
    }
  }

  private root(name: XmlName, namespaces: readonly NamespaceDeclaration[], span: ElementSpan): Frame {
    if (this.outer !== null) return placemarkFrame(span);
    const uri = namespaces.find(({ prefix }) => prefix === name.prefix)?.uri ?? '';
    if (name.local === 'kml') return { role: 'container', container: { name: '', kind: 'kml', parent: null, isEmpty: true } };
    if (uri !== '' && !/kml/i.test(uri)) throw new NotKml(name.qualified);
    if (CONTAINERS.has(name.local)) return { role: 'container', container: { name: '', kind: name.local, parent: null, isEmpty: true } };
    if (name.local === 'Placemark') return placemarkFrame(span);
    throw new NotKml(name.qualified);
  }

  private child(parent: Frame, name: XmlName, scope: NamespaceScope, span: () => ElementSpan): Frame {
    if (parent.role === 'detail' || parent.role === 'other' || parent.role === 'name' || parent.role === 'span' || parent.role === 'position') return OTHER;
    const isKml = scope.isKml(name);
    const { local } = name;
    switch (parent.role) {
      case 'container':
        return isKml ? this.childOfContainer(parent.container, name, span) : this.passedOver(name, isKml, span);
      case 'schema': {
        const tag = isKml && local === 'SimpleField' && parent.fields !== null ? this.tagOf(span()) : null;
        if (tag !== null && parent.fields !== null) declareField(parent.fields, tag);
        return OTHER;
      }
      case 'placemark': {
        if (isKml && local === 'name') return this.details === null ? NAME : DETAIL;
        const geometry = this.geometry(name, null, scope, span);
        if (geometry !== null) parent.element.geometries.push(geometry.element);
        else if (FOREIGN_GEOMETRIES.has(local)) parent.element.foreignGeometries++;
        return geometry ?? (this.details === null ? OTHER : DETAIL);
      }
      case 'collection': {
        const geometry = this.geometry(name, parent.element, scope, span);
        if (geometry !== null) {
          parent.element.members.push(geometry.element);
          return geometry;
        }
        const element = span();
        parent.element.others.push(element);
        if (FOREIGN_GEOMETRIES.has(local)) this.countForeign();
        else this.passedOver(name, isKml, span);
        return { role: 'span', element };
      }
      case 'polygon': {
        if (isKml && (local === 'outerBoundaryIs' || local === 'innerBoundaryIs')) {
          const element: BoundaryElement = { ...span(), inner: local === 'innerBoundaryIs', rings: [] };
          parent.element.boundaries.push(element);
          return { role: 'boundary', element };
        }
        const element = span();
        parent.element.others.push(element);
        this.passedOver(name, isKml, span);
        return { role: 'span', element };
      }
      case 'boundary': {
        if (!isKml || local !== 'LinearRing') return OTHER;
        const element: RingElement = { ...span(), coordinates: null, irregular: null };
        parent.element.rings.push(element);
        return { role: 'ring', element };
      }
      case 'ring':
        if (isKml && local === 'coordinates') return this.coordinatesOf(parent.element, span());
        return this.passedOver(name, isKml, span);
      case 'track':
        if (local === 'coord') return { role: 'position', track: parent.element };
        return isKml && OF_TRACKS.has(local) ? DETAIL : this.passedOver(name, isKml, span);
      case 'coordinates': {
        const ring = this.frames.at(-2);
        if (ring?.role === 'ring') ring.element.irregular = 'structure';
        return OTHER;
      }
    }
  }

  private geometry(name: XmlName, parent: CollectionElement | null, scope: NamespaceScope, span: () => ElementSpan): GeometryFrame | null {
    const { local } = name;
    const known = scope.isKml(name) ? geometryFrame(local, parent, span) : null;
    if (known !== null || !this.readsTracks || !scope.isKmlOrGoogle(name)) return known;
    if (local === 'Track') return { role: 'track', element: trackElement(span(), parent, this.coordinates.count) };
    return local === 'MultiTrack' ? collectionFrame(parent, span) : null;
  }

  private addPosition({ coordinates }: TrackElement): void {
    const numbers = this.position.finish();
    if (numbers.length === 0) return;
    const [x, y = NaN, z = NaN, ...dropped] = numbers;
    this.coordinates.add(x, y, z);
    coordinates.dropped += dropped.length;
  }

  private childOfContainer(container: ContainerElement, name: XmlName, span: () => ElementSpan): Frame {
    const { local } = name;
    if (local === 'Placemark' || CONTAINERS.has(local) || this.isDerived(name, span)) {
      container.isEmpty = false;
      if (!CONTAINERS.has(local)) return placemarkFrame(span());
    }
    if (local === 'name') return NAME;
    if (local === 'Schema') {
      const tag = this.tagOf(span());
      const fields = tag === null ? null : this.kinds.learn(tag);
      return this.details === null ? { role: 'schema', fields } : DETAIL;
    }
    if (CONTAINERS.has(local)) return { role: 'container', container: { name: '', kind: local, parent: container, isEmpty: true } };
    if (this.window !== null) this.kinds.passOver(localNameOf(name, this.window, span().start));
    return this.passedOver(name, true, span);
  }

  private passedOver(name: XmlName, isKml: boolean, span: () => ElementSpan): Frame {
    if (this.handler.other !== undefined) this.handler.other(nameInNotes(name, isKml, this.window, span().start));
    return OTHER;
  }

  private coordinatesOf(ring: RingElement, span: ElementSpan): Frame {
    const element = { ...span, firstVertex: this.coordinates.count, vertexCount: 0, dropped: 0 };
    this.numbersBefore = this.coordinates.numbers;
    this.tuplesBefore = this.coordinates.tuplesWithY;
    this.lossesBefore = this.coordinates.losses;
    this.droppedBefore = this.coordinates.dropped;
    if (ring.coordinates === null) ring.coordinates = element;
    else ring.irregular = 'structure';
    return { role: 'coordinates', element };
  }

  /** Null if nobody needs schemas. */
  private tagOf({ start, openEnd }: ElementSpan): KnownTag | null {
    const { window } = this;
    return window === null ? null : attributesOf(window.text(start - window.base, openEnd - window.base));
  }

  private isDerived(name: XmlName, span: () => ElementSpan): boolean {
    return !this.kinds.isEmpty && this.window !== null && this.kinds.has(localNameOf(name, this.window, span().start));
  }

  /** The only tuple of a line with more than three numbers is all of its vertices, with commas for the blanks. */
  private isReadable({ vertexCount, dropped }: CoordinatesElement, ring: RingElement): boolean {
    if (this.frames.at(-2)?.role === 'boundary') return this.holdsTuples(vertexCount);
    return !('kind' in ring && ring.kind === 'line' && vertexCount === 1 && dropped > 0);
  }

  /**
   * False if the text of a ring does not consist of tuples (no comma in it, or nothing else), or has tuples that would lose a
   * number. We cannot know what its numbers mean, so they must not be dropped as unreadable ones are.
   */
  private holdsTuples(vertexCount: number): boolean {
    const { numbers, tuplesWithY, losses } = this.coordinates;
    if (vertexCount === 0) return true;
    if (losses > this.lossesBefore) return false;
    return tuplesWithY > this.tuplesBefore && !(vertexCount === 1 && numbers - this.numbersBefore >= 2 * FEWEST_VERTICES);
  }

  private countForeign(): void {
    for (const frame of this.frames) if (frame.role === 'placemark') frame.element.foreignGeometries++;
  }
}

function placemarkFrame(span: ElementSpan): Frame {
  return { role: 'placemark', element: { ...span, geometries: [], name: '', id: '', foreignGeometries: 0 } };
}

type GeometryFrame = { readonly element: GeometryElement } & Frame;

/** A LinearRing on its own is a closed line. */
function geometryFrame(local: string, parent: CollectionElement | null, span: () => ElementSpan): GeometryFrame | null {
  if (COLLECTIONS.has(local)) return collectionFrame(parent, span);
  if (local === 'Polygon') return { role: 'polygon', element: { ...span(), kind: 'polygon', parent, boundaries: [], others: [] } };
  const kind = local === 'Point' ? 'point' : local === 'LineString' || local === 'LinearRing' ? 'line' : null;
  return kind === null ? null : { role: 'ring', element: { ...span(), kind, parent, coordinates: null, irregular: null } };
}

function collectionFrame(parent: CollectionElement | null, span: () => ElementSpan): GeometryFrame {
  return { role: 'collection', element: { ...span(), kind: 'collection', parent, members: [], others: [] } };
}
