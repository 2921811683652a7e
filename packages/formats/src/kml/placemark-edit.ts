import { PartKind } from '@geoinsights/geometry/layer';
import type { ByteSink } from './byte-sink.ts';
import type { BoundaryElement, ElementSpan, GeometryElement, PartElement, PolygonElement, RingElement } from './elements.ts';
import type { FeatureChange, PlacemarkSource } from './placemark.ts';
import { writeRingText } from './ring-text.ts';

/** Replaces units [start, end) of the file; an insertion has start = end. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly write: (sink: ByteSink) => void;
}

const NOTHING = (): void => undefined;

/** Writes the placemark with the change applied. Everything that no edit touches is copied. */
export function writePlacemark(sink: ByteSink, source: PlacemarkSource, change: FeatureChange): void {
  const edits = [...planEdits(source, change)].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = source.element.start;
  for (const edit of edits) {
    sink.append(source.raw(at, edit.start));
    edit.write(sink);
    at = edit.end;
  }
  sink.append(source.raw(at, source.element.end));
}

/** The new parts in place of an old one: its replacement, and further parts to insert next to it. */
interface Place {
  main: number;
  readonly siblings: number[];
}

function* planEdits(source: PlacemarkSource, change: FeatureChange): Generator<Edit> {
  const places = placesOf(source, change);
  const gone = new Set<GeometryElement>();
  for (const [i, { element }] of source.parts.entries()) if (places[i].main < 0) gone.add(element);
  for (const element of source.element.geometries) yield* removals(source, element, gone);
  for (const [i, part] of source.parts.entries()) {
    const { main, siblings } = places[i];
    if (main < 0) continue;
    yield* partEdits(source, change, part, main);
    if (siblings.length > 0) yield* siblingEdits(source, change, part, siblings);
  }
}

/**
 * A new polygon goes next to the old part whose vertices it has, else after the part that precedes it in the patch, else next to the first, else in
 * place of one that is gone. A line takes the place of one that is gone.
 */
function placesOf(source: PlacemarkSource, change: FeatureChange): Place[] {
  const { patch, entry } = change;
  const { featureOffsets, partOffsets, partKinds } = patch.geometry;
  const places: Place[] = source.parts.map(() => ({ main: -1, siblings: [] }));
  const added: { part: number; after: Place | null }[] = [];
  let current: Place | null = null;
  for (let part = featureOffsets[entry]; part < featureOffsets[entry + 1]; part++) {
    const old = patch.sourcePart[part] < 0 ? -1 : patch.sourcePart[part] - source.firstPart;
    if (old >= 0 && old < places.length && places[old].main < 0) {
      current = places[old];
      current.main = part;
    } else {
      added.push({ part, after: current });
    }
  }
  if (added.length === 0) return places;
  // Looked up once: a placemark may have any number of parts, each of them with parts to add.
  const isFree = (kind: GeometryElement['kind']) => ({ main }: Place, at: number): boolean => main < 0 && source.parts[at].element.kind === kind;
  const freeLines = places.filter(isFree('line')).values();
  const stead = places.find(isFree('polygon'));
  const placeOf = new Map<RingElement, Place>();
  for (const [at, { rings }] of source.parts.entries()) if (places[at].main >= 0 || places[at] === stead) for (const ring of rings) placeOf.set(ring, places[at]);
  let first = places.find(({ main }) => main >= 0);
  for (const { part, after } of added) {
    if (partKinds[part] === PartKind.Line) {
      const { value: place } = freeLines.next();
      if (place === undefined) throw new Error('a patch gives a line to a placemark that has no more of them');
      place.main = part;
      continue;
    }
    const origin = originOf(source, change, partOffsets[part]);
    const home = origin === undefined ? undefined : placeOf.get(origin);
    const place = (home !== undefined && home.main >= 0 ? home : null) ?? after ?? first;
    if (place !== undefined) place.siblings.push(part);
    else if (stead === undefined) throw new Error('a patch gives a polygon to a placemark that has none');
    else {
      stead.main = part;
      first = stead;
    }
  }
  return places;
}

/** Removes vanished elements with the white space before them; a collection that becomes empty is removed as a whole. */
function* removals(source: PlacemarkSource, element: GeometryElement, gone: ReadonlySet<GeometryElement>): Generator<Edit> {
  if (isGone(element, gone)) yield { start: source.spaceBefore(element.start), end: element.end, write: NOTHING };
  else if (element.kind === 'collection') for (const member of element.members) yield* removals(source, member, gone);
}

function isGone(element: GeometryElement, gone: ReadonlySet<GeometryElement>): boolean {
  if (element.kind !== 'collection') return gone.has(element);
  return element.members.length > 0 && element.others.length === 0 && element.members.every((member) => isGone(member, gone));
}

function* partEdits(source: PlacemarkSource, change: FeatureChange, { element, rings }: PartElement, main: number): Generator<Edit> {
  const { partOffsets } = change.patch.geometry;
  const [shell, ...holes] = rings;
  const first = partOffsets[main];
  yield* ringEdit(source, change, shell, first);
  if (element.kind !== 'polygon') return;
  const added: number[] = [];
  const own = new Set(holes);
  const claimed = new Map<RingElement, number>();
  const newHoles = Array.from({ length: partOffsets[main + 1] - first - 1 }, (_, i) => first + 1 + i);
  // Unchanged holes claim their elements first, then the holes derived from one.
  const rest = newHoles.filter((hole) => !claim(claimed, own, source.rings.at(Math.max(-1, change.patch.sourceRing[hole] - source.firstRing)), hole, change.patch.sourceRing[hole] >= source.firstRing));
  for (const hole of rest) if (!claim(claimed, own, originOf(source, change, hole), hole, true)) added.push(hole);
  for (const hole of holes) {
    const taker = claimed.get(hole);
    if (taker !== undefined) yield* ringEdit(source, change, hole, taker);
  }
  yield* holeRemovals(source, element, new Set(holes.filter((hole) => !claimed.has(hole))));
  const last = element.boundaries.at(-1);
  if (added.length > 0 && last !== undefined) {
    const model = modelBoundary(element);
    yield { start: last.end, end: last.end, write: (sink) => { for (const hole of added) writeBoundary(sink, source, change, model, 'innerBoundaryIs', hole); } };
  }
}

function claim(claimed: Map<RingElement, number>, holes: ReadonlySet<RingElement>, hole: RingElement | undefined, taker: number, isKnown: boolean): boolean {
  if (!isKnown || hole === undefined || !holes.has(hole) || claimed.has(hole)) return false;
  claimed.set(hole, taker);
  return true;
}

/** The ring of the file that the first known vertex of a new ring comes from. */
function originOf(source: PlacemarkSource, { patch }: FeatureChange, newRing: number): RingElement | undefined {
  for (let vertex = patch.geometry.ringOffsets[newRing]; vertex < patch.geometry.ringOffsets[newRing + 1]; vertex++) {
    const ring = source.ringOf(patch.sourceVertex[vertex]);
    if (ring >= 0) return source.rings[ring];
  }
  return undefined;
}

function* ringEdit(source: PlacemarkSource, change: FeatureChange, ring: RingElement, newRing: number): Generator<Edit> {
  const { coordinates } = ring;
  const same = change.patch.sourceRing[newRing];
  if (coordinates === null || (same >= 0 && source.rings[same - source.firstRing] === ring)) return;
  yield { start: coordinates.openEnd, end: coordinates.closeStart, write: (sink) => writeRingText(sink, source, change, newRing, ring, { isInPlace: true }) };
}

function* holeRemovals(source: PlacemarkSource, polygon: PolygonElement, gone: ReadonlySet<RingElement>): Generator<Edit> {
  for (const boundary of polygon.boundaries) {
    const going = boundary.rings.filter((ring) => gone.has(ring));
    const removed: ElementSpan[] = going.length > 0 && going.length === boundary.rings.length ? [boundary] : going;
    for (const { start, end } of removed) yield { start: source.spaceBefore(start), end, write: NOTHING };
  }
}

/** Inserts new polygons after the one they were cut from; a polygon without a collection around it is wrapped with them in a MultiGeometry. */
function* siblingEdits(source: PlacemarkSource, change: FeatureChange, { element }: PartElement, siblings: readonly number[]): Generator<Edit> {
  const space = source.raw(source.spaceBefore(element.start), element.start);
  const wraps = element.parent === null;
  if (wraps) {
    yield {
      start: element.start,
      end: element.start,
      write: (sink) => {
        writeTag(sink, source, source.element, '<', 'MultiGeometry');
        sink.append(space);
      },
    };
  }
  yield {
    start: element.end,
    end: element.end,
    write: (sink) => {
      for (const part of siblings) {
        sink.append(space);
        writePolygon(sink, source, change, element.kind === 'polygon' ? element : anyPolygon(source), part);
      }
      if (!wraps) return;
      sink.append(space);
      writeTag(sink, source, source.element, '</', 'MultiGeometry');
    },
  };
}

function anyPolygon(source: PlacemarkSource): PolygonElement {
  for (const { element } of source.parts) if (element.kind === 'polygon') return element;
  throw new Error('a patch gives a polygon to a placemark that has none');
}

/** Writes a polygon like `model`: its extrude, tessellate, altitudeMode and other children are copied, its id is not. */
function writePolygon(sink: ByteSink, source: PlacemarkSource, change: FeatureChange, model: PolygonElement, part: number): void {
  const { partOffsets } = change.patch.geometry;
  const firstBoundary = model.boundaries[0].start;
  const copyOthers = (others: readonly ElementSpan[]): void => {
    for (const { start, end } of others) sink.append(source.raw(source.spaceBefore(start), end));
  };
  writeStartWithoutId(sink, source, model);
  copyOthers(model.others.filter(({ start }) => start < firstBoundary));
  const shell = model.boundaries.find(({ inner }) => !inner) ?? model.boundaries[0];
  writeBoundary(sink, source, change, shell, 'outerBoundaryIs', partOffsets[part]);
  for (let hole = partOffsets[part] + 1; hole < partOffsets[part + 1]; hole++) writeBoundary(sink, source, change, modelBoundary(model), 'innerBoundaryIs', hole);
  copyOthers(model.others.filter(({ start }) => start > firstBoundary));
  sink.append(source.raw(source.spaceBefore(model.closeStart), model.end));
}

/** Attributes that only one element may have. */
const IDS: ReadonlySet<string> = new Set(['xml:id', 'id', 'targetId']);

function writeStartWithoutId(sink: ByteSink, source: PlacemarkSource, { start, openEnd }: ElementSpan): void {
  let at = start;
  // All attributes are gone through, since the value of one may contain what looks like another.
  for (const match of source.text(start, openEnd).matchAll(/\s([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)) {
    if (!IDS.has(match[1])) continue;
    sink.append(source.raw(at, start + match.index));
    at = start + match.index + match[0].length;
  }
  sink.append(source.raw(at, openEnd));
}

/** The boundary whose layout a new hole copies: that of the last hole, else that of the shell. */
function modelBoundary(polygon: PolygonElement): BoundaryElement {
  return polygon.boundaries.findLast(({ inner, rings }) => inner && rings.some(({ coordinates }) => coordinates !== null)) ?? polygon.boundaries.find(({ inner }) => !inner) ?? polygon.boundaries[0];
}

function writeBoundary(sink: ByteSink, source: PlacemarkSource, change: FeatureChange, model: BoundaryElement, local: string, newRing: number): void {
  const ring = model.rings.find(({ coordinates }) => coordinates !== null);
  if (ring?.coordinates === null || ring === undefined) throw new Error('the boundary that new ones are modelled on has no ring');
  const space = (position: number): void => sink.append(source.raw(source.spaceBefore(position), position));
  space(model.start);
  writeTag(sink, source, model, '<', local);
  space(ring.start);
  writeTag(sink, source, ring, '<', 'LinearRing');
  space(ring.coordinates.start);
  writeTag(sink, source, ring.coordinates, '<', 'coordinates');
  writeRingText(sink, source, change, newRing, ring, { isInPlace: false });
  writeTag(sink, source, ring.coordinates, '</', 'coordinates');
  space(ring.closeStart);
  writeTag(sink, source, ring, '</', 'LinearRing');
  space(model.closeStart);
  writeTag(sink, source, model, '</', local);
}

/** Writes a tag with the prefix of `like`. */
function writeTag(sink: ByteSink, source: PlacemarkSource, like: ElementSpan, opening: '<' | '</', local: string): void {
  sink.ascii(opening);
  sink.append(source.raw(like.start + 1, like.start + 1 + like.tag.indexOf(':') + 1));
  sink.ascii(`${local}>`);
}
