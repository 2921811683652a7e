import type { Layer, PatchedFeature } from '@geoinsights/geometry';
import { CoordinateReader } from './coordinates.ts';
import { partsOf, vertexCount, type PartElement, type PlacemarkElement, type RingElement } from './elements.ts';
import { asciiText, TextWindow, type TextEncoding } from './encoding.ts';
import type { NamespaceScope } from './namespaces.ts';
import { KmlReader } from './reader.ts';
import { XmlScanner } from './scanner.ts';

/** One changed feature and its part of the patch. */
export interface FeatureChange extends PatchedFeature {
  readonly layer: Layer;
}

/** The text of a placemark in its document. */
export interface PlacemarkText {
  /** Exactly the placemark. */
  readonly bytes: Uint8Array;
  /** The unit of the file at which it begins. */
  readonly start: number;
  readonly encoding: TextEncoding;
  /** The namespaces that are declared around it. */
  readonly scope: NamespaceScope;
}

/** A placemark cut from its document and read again, this time with the position of every element and tuple. */
export class PlacemarkSource {
  readonly window: TextWindow;
  readonly element: PlacemarkElement;
  readonly parts: readonly PartElement[];
  /** All rings in the order of the layer. */
  readonly rings: readonly RingElement[];
  readonly coordinates: CoordinateReader;
  readonly layer: Layer;
  readonly firstPart: number;
  readonly firstRing: number;

  /** @param feature the position in the layer of the feature that was read from the text */
  constructor({ bytes, start, encoding, scope }: PlacemarkText, layer: Layer, feature: number) {
    this.window = new TextWindow(bytes, start, encoding);
    this.layer = layer;
    this.firstPart = layer.featureOffsets[feature];
    this.firstRing = layer.partOffsets[this.firstPart];
    this.coordinates = new CoordinateReader({ withSpans: true });
    let found: PlacemarkElement | null = null;
    const collect = { placemark: (element: PlacemarkElement): void => void (found = element) };
    new XmlScanner(new KmlReader(collect, this.coordinates, scope), { isFragment: true }).scan(this.window, true);
    this.element = whole(found);
    this.parts = partsOf(this.element).parts;
    this.rings = this.parts.flatMap((part) => part.rings);
    const lastRing = layer.partOffsets[layer.featureOffsets[feature + 1]];
    const same = this.rings.length === lastRing - this.firstRing && this.rings.every((ring, i) => vertexCount(ring) === layer.ringOffsets[this.firstRing + i + 1] - layer.ringOffsets[this.firstRing + i]);
    if (!same) throw new Error('the KML file changed between reading and writing');
  }

  /** The tuple in `coordinates` that vertex `vertex` of the layer was read from; -1 if the vertex is not of this feature. */
  tupleOf(vertex: number): number {
    const ring = this.ringOf(vertex);
    if (ring < 0) return -1;
    const first = this.rings[ring].coordinates?.firstVertex ?? 0;
    return first + vertex - this.layer.ringOffsets[this.firstRing + ring];
  }

  /** The ring in `rings` that holds vertex `vertex` of the layer, or -1. */
  ringOf(vertex: number): number {
    const offsets = this.layer.ringOffsets;
    let low = this.firstRing;
    let high = this.firstRing + this.rings.length;
    if (vertex < 0 || vertex < offsets[low] || vertex >= offsets[high]) return -1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (offsets[middle] <= vertex) low = middle;
      else high = middle;
    }
    return low - this.firstRing;
  }

  /** Bytes of units [from, to) of the file. */
  raw(from: number, to: number): Uint8Array {
    return this.window.raw(from - this.window.base, to - this.window.base);
  }

  text(from: number, to: number): string {
    return asciiText(this.window.units, from - this.window.base, to - this.window.base);
  }

  /** Where the white space directly before a position begins. */
  spaceBefore(position: number): number {
    const { units, base } = this.window;
    let i = position - base;
    while (i > 0 && (units[i - 1] === 0x20 || units[i - 1] === 0x0a || units[i - 1] === 0x0d || units[i - 1] === 0x09)) i--;
    return base + i;
  }
}

function whole(element: PlacemarkElement | null): PlacemarkElement {
  if (element === null) throw new Error('the KML file changed between reading and writing');
  return element;
}
