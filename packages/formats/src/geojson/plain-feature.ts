import type { CoordinateReader } from './coordinates.ts';
import { endGeometry } from './geometry-parts.ts';
import type { AttributeTaker, LayerBuilder } from './layer-builder.ts';
import { FEATURE, GEOMETRY_COLLECTION, Member, nestingOf, TYPE_NAMES, UNKNOWN } from './names.ts';
import { emptyNode, isForeign } from './object-node.ts';
import { CLOSED } from './scanner.ts';
import type { JsonScanner } from './scanner.ts';
import { NEED, VALUE } from './tokens.ts';

/**
 * Reads features as nearly every program writes them: each member once, the type of a geometry before its coordinates, and
 * everything in the window. It takes half the time of the general reader, which handles all other features.
 */
export class PlainFeatureReader {
  readonly #scanner: JsonScanner;
  readonly #builder: LayerBuilder;
  readonly #coordinates: CoordinateReader;
  readonly #attributes: AttributeTaker;
  readonly #geometry = emptyNode(0, 0);
  /** The nodes reported for a feature with a geometry and for one without. */
  readonly #withGeometry = { ...emptyNode(0, 0), type: FEATURE, children: [this.#geometry] };
  readonly #withoutGeometry = { ...emptyNode(0, 0), type: FEATURE };

  constructor(scanner: JsonScanner, builder: LayerBuilder, coordinates: CoordinateReader, attributes: AttributeTaker) {
    this.#scanner = scanner;
    this.#builder = builder;
    this.#coordinates = coordinates;
    this.#attributes = attributes;
  }

  /** @returns whether it read the feature at the cursor; if not, nothing has changed */
  read(): boolean {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const { position, offset } = scanner;
    const { vertices, rings, parts, objection } = builder;
    builder.beginFeature();
    if (this.#members(offset)) return true;
    scanner.rewind(position);
    builder.cutBackTo({ ...builder.mark(), vertices, rings, parts, objection });
    return false;
  }

  #members(start: number): boolean {
    const scanner = this.#scanner;
    const builder = this.#builder;
    let isFeature = false;
    let hasGeometry = false;
    /** Members seen so far, as bits. */
    let seen = 0;
    scanner.enter();
    for (;;) {
      const member = scanner.member();
      if (member === NEED) return false;
      if (member === CLOSED) break;
      if (member >= 0) {
        if ((seen & (1 << member)) !== 0) return false;
        seen |= 1 << member;
      }
      if (member === Member.Type) {
        isFeature = this.#type() === FEATURE;
        if (!isFeature) return false;
      } else if (member === Member.Geometry) {
        hasGeometry = scanner.bytes[scanner.position] === 0x7b;
        if (!(hasGeometry ? this.#geometryObject() : this.#isNull() && scanner.skip())) return false;
      } else if (member === Member.Properties || member === Member.Id) {
        const from = scanner.position;
        if (!scanner.skip()) return false;
        this.#attributes.take(member, scanner.bytes, from, scanner.position);
      } else {
        if (isForeign(member, 'item')) builder.foreignMembers?.see(scanner.memberName, true);
        if (member === Member.Coordinates || member === Member.Geometries || !scanner.skip()) return false;
      }
    }
    if (!isFeature) return false;
    const node = hasGeometry ? this.#withGeometry : this.#withoutGeometry;
    node.start = start;
    node.end = scanner.offset;
    builder.endFeature(node);
    return true;
  }

  #isNull(): boolean {
    return this.#scanner.bytes[this.#scanner.position] === 0x6e;
  }

  /** @returns the type whose name is at the cursor; `UNKNOWN` for anything else */
  #type(): number {
    const scanner = this.#scanner;
    if (scanner.bytes[scanner.position] !== 0x22 || scanner.string() !== VALUE) return UNKNOWN;
    return TYPE_NAMES.find(scanner.bytes, scanner.stringStart, scanner.stringEnd, scanner.stringEscaped);
  }

  #geometryObject(): boolean {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const { vertices, rings } = builder;
    let type = UNKNOWN;
    let start = -1;
    scanner.enter();
    for (;;) {
      const member = scanner.member();
      if (member === NEED) return false;
      if (member === CLOSED) break;
      if (member === Member.Type) {
        if (type !== UNKNOWN) return false;
        type = this.#type();
        if (type < 0 || type >= GEOMETRY_COLLECTION) return false;
      } else if (member === Member.Coordinates) {
        if (type === UNKNOWN || start >= 0) return false;
        start = scanner.offset;
        this.#coordinates.begin(nestingOf(type));
        if (!this.#coordinates.step()) return false;
        scanner.left();
        endGeometry(builder, type, start, scanner.offset, vertices, rings);
      } else if (!scanner.skip()) {
        return false;
      }
    }
    this.#geometry.type = type;
    return start >= 0;
  }
}
