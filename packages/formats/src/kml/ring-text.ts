import { decimalText } from '../features/number-text.ts';
import { SPAN_WIDTH } from './coordinates.ts';
import type { ByteSink } from './byte-sink.ts';
import type { RingElement } from './elements.ts';
import { asciiText } from './encoding.ts';
import type { FeatureChange, PlacemarkSource } from './placemark.ts';

const LONGEST_STYLE = 256;

/** The layout of a ring's text, so that new text looks like it. */
interface RingStyle {
  /** The tuples of the ring that the style is taken from, `[firstTuple, endTuple)`. */
  readonly firstTuple: number;
  readonly endTuple: number;
  /** The text before the first tuple and after the last one, including markup (CDATA, comments) unless `plain`. */
  readonly lead: Uint8Array;
  readonly trail: Uint8Array;
  readonly separator: string;
  readonly comma: string;
  /** True if the markup between the tuples cannot be kept when tuples change. */
  readonly plain: boolean;
}

/**
 * Writes the text between `<coordinates>` and `</coordinates>` for ring `newRing` of the patch. Tuples of unchanged vertices
 * keep their spelling and, where neighbours stayed neighbours, the text between them. A moved vertex gets a new X and Y and
 * keeps the rest. White space follows `model`. In place, the text replaces that of `model` itself.
 */
export function writeRingText(sink: ByteSink, source: PlacemarkSource, { layer, patch }: FeatureChange, newRing: number, model: RingElement, place: { readonly isInPlace: boolean }): void {
  const { geometry, sourceVertex } = patch;
  const style = styleOf(source, model);
  const { z } = geometry;
  if (place.isInPlace) sink.append(style.lead);
  else sink.append(blankEdge(source, style.lead, 'start', model));
  const tuples = new TupleCopier(sink, source, style, place);
  for (let vertex = geometry.ringOffsets[newRing]; vertex < geometry.ringOffsets[newRing + 1]; vertex++) {
    const from = sourceVertex[vertex];
    const tuple = from < 0 ? -1 : source.tupleOf(from);
    const x = geometry.xy[2 * vertex];
    const y = geometry.xy[2 * vertex + 1];
    const altitude = z === null ? NaN : z[vertex];
    if (tuple >= 0 && tuples.isClean(tuple) && Object.is(altitude, layer.z === null ? NaN : layer.z[from])) {
      if (isSame(x, layer.xy[2 * from]) && isSame(y, layer.xy[2 * from + 1])) tuples.copy(tuple);
      else tuples.move(tuple, x, y);
    } else if (tuple >= 0 && Number.isNaN(x + y) && tuples.isOneWord(tuple)) {
      tuples.copy(tuple);
    } else {
      tuples.spell(tuple, x, y, altitude);
    }
  }
  tuples.flush();
  if (place.isInPlace) sink.append(style.trail);
  else sink.append(blankEdge(source, style.trail, 'end', model));
}

/** NaN equals NaN here. */
function isSame(one: number, other: number): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}

/** Writes tuples one after the other, joining tuples that are neighbours in the file into one copy. */
class TupleCopier {
  private readonly sink: ByteSink;
  private readonly source: PlacemarkSource;
  private readonly style: RingStyle;
  private readonly isInPlace: boolean;
  private readonly spans: Float64Array;
  private previous = -2;
  private isFirst = true;
  private from = -1;
  private to = -1;

  constructor(sink: ByteSink, source: PlacemarkSource, style: RingStyle, { isInPlace }: { readonly isInPlace: boolean }) {
    this.sink = sink;
    this.source = source;
    this.style = style;
    this.isInPlace = isInPlace;
    this.spans = source.coordinates.spans?.data ?? new Float64Array(0);
  }

  /** Whether the tuple is plain text of two or more numbers that can be copied anywhere. */
  isClean(tuple: number): boolean {
    const { units, base } = this.source.window;
    const at = tuple * SPAN_WIDTH;
    const end = this.spans[at + 1] - base;
    for (let i = this.spans[at] - base; i < end; i++) if (units[i] === 0x3c || units[i] === 0x26 || units[i] === 0x5d) return false;
    return !Number.isNaN(this.spans[at + 2]);
  }

  /** Whether the tuple is text without white space between words, so that it reads the same anywhere. */
  isOneWord(tuple: number): boolean {
    const { units, base } = this.source.window;
    const at = tuple * SPAN_WIDTH;
    const text = asciiText(units, this.spans[at] - base, this.spans[at + 1] - base);
    return /^[^\s,<&\]]+(?:,[^\s,<&\]]+)*$/.test(text);
  }

  copy(tuple: number): void {
    const at = tuple * SPAN_WIDTH;
    this.separate(tuple);
    if (this.from < 0) this.from = this.spans[at];
    this.to = this.spans[at + 1];
    this.previous = tuple;
  }

  move(tuple: number, x: number, y: number): void {
    const at = tuple * SPAN_WIDTH;
    this.separate(tuple);
    this.flush();
    this.sink.ascii(decimalText(x));
    this.sink.append(this.source.raw(this.spans[at + 2], this.spans[at + 3]));
    this.sink.ascii(decimalText(y));
    this.sink.append(this.source.raw(this.spans[at + 4], this.spans[at + 1]));
    this.previous = tuple;
  }

  spell(tuple: number, x: number, y: number, altitude: number): void {
    this.separate(tuple);
    this.flush();
    const { comma } = this.style;
    this.sink.ascii(decimalText(x) + comma + decimalText(y));
    if (Number.isFinite(altitude)) this.sink.ascii(comma + decimalText(altitude));
    this.previous = tuple < 0 ? -2 : tuple;
  }

  flush(): void {
    if (this.from >= 0) this.sink.append(this.source.raw(this.from, this.to));
    this.from = -1;
  }

  /** Writes the text between the last tuple and this one: the file's own if they are neighbours there. */
  private separate(tuple: number): void {
    if (this.isFirst) {
      this.isFirst = false;
      return;
    }
    if (tuple >= 0 && tuple === this.previous + 1 && this.mayKeep(tuple)) {
      const end = this.spans[tuple * SPAN_WIDTH];
      if (this.from >= 0) this.to = end;
      else this.sink.append(this.source.raw(this.spans[this.previous * SPAN_WIDTH + 1], end));
      return;
    }
    this.flush();
    this.sink.ascii(this.style.separator);
  }

  /**
   * Whether the text before a tuple can stay: white space always, comments only within their ring. (The tuple before may
   * belong to another ring, in which case there are tags between them.)
   */
  private mayKeep(tuple: number): boolean {
    const { units, base } = this.source.window;
    const { plain, firstTuple, endTuple } = this.style;
    const isOwn = this.isInPlace && !plain && tuple > firstTuple && tuple < endTuple;
    const start = this.spans[(tuple - 1) * SPAN_WIDTH + 1] - base;
    const end = this.spans[tuple * SPAN_WIDTH] - base;
    for (let i = start; i < end; i++) if (units[i] === 0x2c || (units[i] > 0x20 && !isOwn)) return false;
    return start < end;
  }
}

function styleOf(source: PlacemarkSource, ring: RingElement): RingStyle {
  const { coordinates } = ring;
  const spans = source.coordinates.spans?.data;
  const nothing = new Uint8Array(0);
  if (coordinates === null || spans === undefined || coordinates.vertexCount === 0) {
    return { firstTuple: 0, endTuple: 0, lead: nothing, trail: nothing, separator: ' ', comma: ',', plain: true };
  }
  const first = coordinates.firstVertex * SPAN_WIDTH;
  const last = (coordinates.firstVertex + coordinates.vertexCount - 1) * SPAN_WIDTH;
  const start = spans[first];
  const end = spans[last + 1];
  const plain = hasSections(source, start, end);
  const between = coordinates.vertexCount > 1 && spans[first + SPAN_WIDTH] - spans[first + 1] <= LONGEST_STYLE ? source.text(spans[first + 1], spans[first + SPAN_WIDTH]) : '';
  const comma = Number.isNaN(spans[first + 2]) || spans[first + 3] - spans[first + 2] > LONGEST_STYLE ? '' : source.text(spans[first + 2], spans[first + 3]);
  const lead = source.raw(coordinates.openEnd, start);
  const trail = source.raw(end, coordinates.closeStart);
  const isJoined = /,\s/.test(between);
  return {
    firstTuple: coordinates.firstVertex,
    endTuple: coordinates.firstVertex + coordinates.vertexCount,
    lead: plain ? blankEdge(source, lead, 'start', ring) : lead,
    trail: plain || hasUnit(source, end, coordinates.closeStart, 0x2c) ? blankEdge(source, trail, 'end', ring) : trail,
    separator: /^[ \t\r\n]+$/.test(between) ? between : isJoined ? between.replace(/[^ \t\r\n]/g, '') : ' ',
    comma: !isJoined && /^[ \t]*,[ \t]*$/.test(comma) ? comma : ',',
    plain,
  };
}

/** Whether CDATA sections begin or end between two positions, or comments cut a tuple. */
function hasSections(source: PlacemarkSource, start: number, end: number): boolean {
  const { units, base } = source.window;
  for (let i = units.indexOf(0x3c, start - base); i >= 0 && i < end - base; i = units.indexOf(0x3c, i + 1)) if (units[i + 2] !== 0x2d) return true;
  return hasUnit(source, start, end, 0x5d);
}

function hasUnit(source: PlacemarkSource, start: number, end: number, unit: number): boolean {
  const { units, base } = source.window;
  // Only this stretch: a placemark may have thousands of rings, and none of them the unit.
  return units.subarray(start - base, end - base).includes(unit);
}

/** The white space at the outer edge of a ring's text, without the markup that follows it. */
function blankEdge(source: PlacemarkSource, edge: Uint8Array, side: 'start' | 'end', { coordinates }: RingElement): Uint8Array {
  if (coordinates === null || edge.length === 0) return new Uint8Array(0);
  if (side === 'end') return source.raw(Math.max(source.spaceBefore(coordinates.closeStart), coordinates.openEnd), coordinates.closeStart);
  const { units, base } = source.window;
  let i = coordinates.openEnd - base;
  while (units[i] === 0x20 || (units[i] >= 0x09 && units[i] <= 0x0d)) i++;
  return source.raw(coordinates.openEnd, base + i);
}
