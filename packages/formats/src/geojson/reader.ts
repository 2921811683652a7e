import { CoordinateReader } from './coordinates.ts';
import { Fault } from './fault.ts';
import { endGeometry } from './geometry-parts.ts';
import type { LayerBuilder, Mark } from './layer-builder.ts';
import { FEATURE, FEATURE_COLLECTION, GEOMETRY_COLLECTION, isGroup, Member, nestingOf, POINT, TOPOLOGY, TYPE_NAMES, unescaped, UNKNOWN } from './names.ts';
import { emptyNode, holderOf, isForeign, isHolderIn, named, notGeoJson, rangeOf } from './object-node.ts';
import type { MemberRange, ObjectNode, Range, Role } from './object-node.ts';
import { PlainFeatureReader } from './plain-feature.ts';
import { CLOSED, FOREIGN } from './scanner.ts';
import type { JsonScanner } from './scanner.ts';
import { characterName, END, NEED } from './tokens.ts';

/**
 * Reading is a generator that yields what it needs: `FEED` for the bytes that follow, any other number for the window to be
 * moved there. So the same code reads a file of any size or a range of it, and only the loop that drives it (`walk.ts`) awaits.
 */
export type Walk<T> = Generator<number, T, undefined>;
export const FEED = -1;

/** The maximum depth of nested collections. */
const DEEPEST_COLLECTION = 100;

/** A collection of features with a bbox, which may have to change with a patch. */
export interface Collection {
  readonly bbox: Range;
  readonly firstFeature: number;
  readonly endFeature: number;
}

export class GeoJsonReader {
  readonly collections: Collection[] = [];
  /** The `crs` member of the first document that has one. */
  crs: Range | null = null;
  /** The `name` member of the first collection of features that has one. */
  name: Range | null = null;
  readonly #scanner: JsonScanner;
  readonly #builder: LayerBuilder;
  readonly #coordinates: CoordinateReader;
  /** For features that are only needed for their layer and attributes. */
  readonly #plain: PlainFeatureReader | null;
  #collectionDepth = 0;

  constructor(scanner: JsonScanner, builder: LayerBuilder) {
    this.#scanner = scanner;
    this.#builder = builder;
    this.#coordinates = new CoordinateReader(scanner, builder);
    this.#plain = builder.attributes === null ? null : new PlainFeatureReader(scanner, builder, this.#coordinates, builder.attributes);
  }

  /** Reads a whole file: one document, or a sequence of them (GeoJSONSeq, with or without record separators). */
  *file(): Walk<void> {
    const scanner = this.#scanner;
    while (scanner.end < 4 && !scanner.last) yield FEED;
    this.#passByteOrderMark();
    for (let documents = 0; ; documents++) {
      let byte = scanner.blank();
      while (byte === NEED || byte === 0x1e) {
        if (byte === NEED) yield FEED;
        else scanner.position++;
        byte = scanner.blank();
      }
      if (byte === END && documents > 0) return;
      if (byte !== 0x7b) yield* this.#refuse(byte, documents);
      yield* this.#document();
    }
  }

  #passByteOrderMark(): void {
    const { bytes } = this.#scanner;
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0x7b && bytes[1] === 0 && this.#scanner.end > 1) || (bytes[0] === 0 && bytes[1] === 0x7b);
    if (isUtf16) throw new Fault('geojson-encoding', 0, 'UTF-16');
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#scanner.position = 3;
  }

  /** Throws the reason why the byte at the cursor cannot begin a document. */
  *#refuse(byte: number, documents: number): Walk<never> {
    const scanner = this.#scanner;
    const { offset } = scanner;
    if (byte === END) throw new Fault('json-not-json', offset, 'it contains only white space');
    if (documents > 0) scanner.unexpected(byte, 'the end of the file or another object');
    if (byte !== 0x5b) throw new Fault('json-not-json', offset, `it begins with ${characterName(byte)}, not with "{"`);
    while (!scanner.skip()) yield FEED;
    throw new Fault('geojson-not-geojson', offset, 'it contains a list, not an object with a "type"');
  }

  *#document(): Walk<void> {
    const builder = this.#builder;
    const firstFeature = builder.features;
    builder.beginFeature();
    const node = yield* this.#object('document');
    const { type } = node;
    if (type === UNKNOWN || type === TOPOLOGY) throw notGeoJson(node);
    if (type === FEATURE_COLLECTION && node.features === null) throw new Fault('geojson-geometry', node.start, 'the FeatureCollection has no list of "features"');
    if (type !== FEATURE_COLLECTION && type !== GEOMETRY_COLLECTION) {
      builder.endFeature(node);
    } else {
      if (node.bbox !== null && builder.attributes === null) this.collections.push({ bbox: node.bbox, firstFeature, endFeature: builder.features });
    }
    if (type !== FEATURE_COLLECTION && node.name !== null) builder.foreignMembers?.see('name', false);
    builder.foreignMembers?.endDocument(type === FEATURE_COLLECTION);
    this.crs ??= node.crs;
    if (type === FEATURE_COLLECTION) this.name ??= node.name;
    if (builder.objection !== null) throw new Fault('geojson-geometry', builder.objection.offset, builder.objection.reason);
  }

  /** Reads one feature, or one geometry in place of a feature, with the cursor on its bracket. */
  *item(): Walk<ObjectNode> {
    const builder = this.#builder;
    builder.beginFeature();
    const node = yield* this.#object('item');
    if (node.type !== FEATURE && !this.#isGeometry(node)) builder.object(node.start, `is ${named(node)}, not a Feature`);
    builder.endFeature(node);
    return node;
  }

  /** Like `item`, by the fastest way available. */
  *feature(): Walk<void> {
    while (this.#scanner.blank() === NEED) yield FEED;
    if (this.#plain?.read() === true) return;
    yield* this.item();
  }

  /** Reads the feature after the cursor. */
  *oneItem(): Walk<ObjectNode> {
    while (this.#scanner.blank() === NEED) yield FEED;
    return yield* this.item();
  }

  #isGeometry(node: ObjectNode): boolean {
    return node.type >= POINT && node.type <= GEOMETRY_COLLECTION;
  }

  /**
   * Reads the object at the cursor. A member that holds geometry is read at once if the type is known to need it. Before the
   * type is known it is read speculatively, except for `geometries`, which is skipped. At the end of the object, a member that
   * is needed but was skipped, or was read for another type, is read again from its position in the file. However the objects
   * are nested, no byte is read more than a few times.
   */
  *#object(role: Role): Walk<ObjectNode> {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const { attributes } = builder;
    const mark = builder.mark();
    const node = emptyNode(scanner.offset, builder.parts);
    let read = FOREIGN;
    let nesting = 0;
    scanner.enter();
    for (;;) {
      let member = scanner.member();
      while (member === NEED) {
        yield FEED;
        member = scanner.member();
      }
      if (member === CLOSED) break;
      const start = scanner.offset;
      const { nameStart, commaBefore } = scanner;
      const isHolder = isHolderIn(role, member);
      if (isHolder && member === read) {
        builder.cutBackTo(mark);
        node.children = [];
        read = FOREIGN;
      }
      if (isHolder && read === FOREIGN && (node.type === UNKNOWN ? node.typeText === null && member !== Member.Geometries : holderOf(node.type) === member)) {
        read = member;
        if (member === Member.Coordinates) nesting = nestingOf(node.type) || this.#guessNesting();
        yield* this.#read(member, nesting, node, role);
      } else if (attributes !== null && role !== 'geometry' && (member === Member.Properties || member === Member.Id)) {
        scanner.hold();
        while (!scanner.skip()) yield FEED;
        attributes.take(member, scanner.bytes, scanner.release(), scanner.position);
      } else if (member === Member.Properties && role !== 'geometry') {
        builder.labels.forgetProperties();
        scanner.listener = builder.labels;
        while (!scanner.skip()) yield FEED;
        scanner.listener = null;
      } else {
        if (attributes !== null && role !== 'geometry' && isForeign(member, role)) builder.foreignMembers?.see(scanner.memberName, role === 'item');
        while (!scanner.skip()) yield FEED;
      }
      this.#note(node, member, { start, end: scanner.offset, nameStart, commaBefore });
    }
    node.end = scanner.offset;
    const wanted = isHolderIn(role, holderOf(node.type)) ? holderOf(node.type) : FOREIGN;
    if (read !== FOREIGN && (read !== wanted || (read === Member.Coordinates && nesting !== nestingOf(node.type)))) {
      builder.cutBackTo(mark);
      node.children = [];
      read = FOREIGN;
    }
    const place = rangeOf(node, wanted);
    if (read === FOREIGN && place !== null) {
      if (!scanner.goTo(place.start)) yield place.start;
      yield* this.#read(wanted, nestingOf(node.type), node, role);
      if (!scanner.goTo(node.end)) yield node.end;
      scanner.left();
    }
    this.#finish(node, role, mark);
    return node;
  }

  /** Records the member that was just read or skipped. */
  #note(node: ObjectNode, member: number, range: MemberRange): void {
    const scanner = this.#scanner;
    const first = range.start - scanner.base;
    switch (member) {
      case Member.Type: {
        const isText = first >= 0 ? scanner.bytes[first] === 0x22 && scanner.stringEnd >= 0 : false;
        node.typeText = range;
        node.type = isText ? TYPE_NAMES.find(scanner.bytes, scanner.stringStart, scanner.stringEnd, scanner.stringEscaped) : UNKNOWN;
        node.typeName = isText && node.type === UNKNOWN ? unescaped(scanner.bytes, scanner.stringStart, scanner.stringEnd).slice(0, 40) : null;
        break;
      }
      case Member.Id:
        if (first >= 0) this.#builder.labels.takeOwnId(scanner.bytes, first, scanner.position);
        break;
      case Member.Coordinates:
        node.coordinates = range;
        break;
      case Member.Geometries:
        node.geometries = range;
        break;
      case Member.Geometry:
        node.geometry = range;
        break;
      case Member.Features:
        node.features = range;
        break;
      case Member.Crs:
        node.crs = range;
        break;
      case Member.Name:
        node.name = range;
        break;
      case Member.Bbox:
        node.bbox = range;
        break;
      default:
        if (member >= Member.Esri) node.isEsri = true;
    }
  }

  *#read(holder: number, nesting: number, node: ObjectNode, role: Role): Walk<void> {
    const scanner = this.#scanner;
    switch (holder) {
      case Member.Coordinates:
        this.#coordinates.begin(nesting);
        while (!this.#coordinates.step()) yield FEED;
        scanner.left();
        break;
      case Member.Geometry:
        yield* this.#geometry(node);
        break;
      case Member.Geometries:
        if (this.#collectionDepth === DEEPEST_COLLECTION) throw new Fault('too-large', scanner.offset, `its geometry collections are nested more than ${DEEPEST_COLLECTION} levels deep`);
        this.#collectionDepth++;
        yield* this.#elements(() => (role === 'document' ? this.#looseGeometry() : this.#member(node)), 'has "geometries" that are not a list of geometries');
        this.#collectionDepth--;
        break;
      default:
        yield* this.#elements(() => (this.#plain === null ? this.item() : this.feature()), 'is in a list of "features" that contains something other than features');
    }
  }

  *#geometry(node: ObjectNode): Walk<void> {
    const scanner = this.#scanner;
    const byte = scanner.blank();
    if (byte === 0x7b) {
      node.children.push(yield* this.#object('geometry'));
      return;
    }
    if (byte !== 0x6e) this.#builder.object(scanner.offset, 'has a "geometry" that is neither an object nor null');
    while (!scanner.skip()) yield FEED;
  }

  *#member(collection: ObjectNode): Walk<void> {
    const member = yield* this.#object('geometry');
    if (isGroup(member.type)) collection.holdsGroups = true;
    // A collection may hold millions; only an edit needs them.
    if (this.#builder.attributes === null) collection.children.push(member);
  }

  /**
   * A collection that is a whole document is a layer of geometries without attributes, as mapshaper writes it. As parts of
   * one feature, neighbours would be merged.
   */
  *#looseGeometry(): Walk<void> {
    this.#builder.beginFeature();
    const node = yield* this.#object('geometry');
    this.#builder.endFeature(node);
  }

  /** Reads a list of objects. */
  *#elements(read: () => Walk<unknown>, objection: string): Walk<void> {
    const scanner = this.#scanner;
    if (scanner.blank() !== 0x5b) {
      this.#builder.object(scanner.offset, objection);
      while (!scanner.skip()) yield FEED;
      return;
    }
    scanner.enter();
    for (;;) {
      let element = scanner.element();
      while (element === NEED) {
        yield FEED;
        element = scanner.element();
      }
      if (element === CLOSED) return;
      if (scanner.blank() === 0x7b) {
        yield* read();
      } else {
        this.#builder.object(scanner.offset, objection);
        while (!scanner.skip()) yield FEED;
      }
    }
  }

  /** Guesses from the opening brackets of `coordinates`, as far as they are in the window. A wrong guess costs a second reading. */
  #guessNesting(): number {
    const { bytes, position, end } = this.#scanner;
    let nesting = 0;
    for (let at = position; at < end && nesting < 4; at++) {
      if (bytes[at] === 0x5b) nesting++;
      else if (bytes[at] > 0x20) break;
    }
    return Math.max(nesting, 1);
  }

  /** Makes rings and parts of what was read, now that the type is certain. */
  #finish(node: ObjectNode, role: Role, mark: Mark): void {
    const builder = this.#builder;
    if (this.#isGeometry(node)) {
      const { coordinates } = node;
      if (rangeOf(node, holderOf(node.type)) === null) {
        builder.object(node.start, node.type === GEOMETRY_COLLECTION ? 'has a GeometryCollection without "geometries"' : 'has a geometry without "coordinates"');
      }
      if (coordinates !== null) endGeometry(builder, node.type, coordinates.start, coordinates.end, mark.vertices, mark.rings);
    } else if (role === 'geometry') {
      if (node.type !== UNKNOWN || (node.typeName === null && (node.coordinates ?? node.geometries) !== null)) {
        builder.object(node.start, `has a geometry that is ${named(node)}`);
      } else {
        builder.leaveAlone(node.typeName ?? 'none');
      }
    }
    node.endPart = builder.parts;
  }
}
