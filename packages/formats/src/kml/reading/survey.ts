import { Float64List } from '@geoinsights/geometry/arrays';
import type { DatasetNote } from '../../driver.ts';
import type { CoordinateReader } from '../coordinates.ts';
import type { LeftAlone } from '../elements.ts';
import type { NamespaceScope } from '../namespaces.ts';
import { Columns } from './columns.ts';
import type { ReadPlacemark } from './document-scan.ts';
import { shapeOf } from './shape.ts';

interface Tally {
  count: number;
  /** The feature of the first one. */
  readonly feature: number;
}

/** What is known of a layer once all of its placemarks were seen, of which no more is kept than where each stands. */
export class LayerSurvey {
  readonly columns = new Columns();
  /** `[start, end)` of each placemark in units, pairs. */
  readonly spans = new Float64List();
  /** The namespaces around the placemarks. */
  readonly scope: NamespaceScope;
  hasZ = false;
  /** Whether the ids of placemarks say something: some programs, GDAL among them, make them of the places. */
  hasOwnIds = false;
  readonly #types = new Set<number>();
  readonly #leftOut = new Map<LeftAlone | 'position', Tally>();

  constructor(scope: NamespaceScope) {
    this.scope = scope;
  }

  get count(): number {
    return this.spans.length / 2;
  }

  /** The types of geometry that occur, ascending. */
  get types(): number[] {
    return [...this.#types].filter((type) => type !== 0).sort((a, b) => a - b);
  }

  add({ element, coordinates, values, schemaUrls, id }: ReadPlacemark): void {
    const { type, parts, leftOut } = shapeOf(element);
    this.#types.add(type);
    for (const reason of leftOut) this.#tally(reason, 1);
    for (const { rings } of parts) {
      for (const { coordinates: own } of rings) if (own !== null) this.#positions(coordinates, own.firstVertex, own.firstVertex + own.vertexCount);
    }
    if (id !== '' && !id.endsWith(`.${this.count + 1}`)) this.hasOwnIds = true;
    this.columns.see(values, schemaUrls, element.start);
    this.spans.push(element.start);
    this.spans.push(element.end);
  }

  /** Says what is not handed out, and what is though it cannot be read. */
  notes(layer: string): DatasetNote[] {
    return [...this.#leftOut].map(([reason, { count, feature }]) => {
      const where = `${count === 1 ? 'it is' : 'the first one is'} in placemark ${feature + 1} of layer "${layer}"`;
      return { code: 'geometry-left-alone', text: `${REASONS[reason](count)}; ${where}. ${reason === 'position' ? KEPT : count === 1 ? 'It was left out.' : 'They were left out.'}` };
    });
  }

  #positions({ x, y, z }: CoordinateReader, from: number, to: number): void {
    let unreadable = 0;
    for (let vertex = from; vertex < to; vertex++) {
      // What is no number, or infinite, is not equal to itself when it is taken from itself.
      if (x.data[vertex] - x.data[vertex] !== 0 || y.data[vertex] - y.data[vertex] !== 0) unreadable++;
    }
    if (unreadable > 0) this.#tally('position', unreadable);
    for (let vertex = from; vertex < to && !this.hasZ; vertex++) this.hasZ = !Number.isNaN(z.data[vertex]);
  }

  #tally(reason: LeftAlone | 'position', count: number): void {
    const tally = this.#leftOut.get(reason);
    if (tally === undefined) this.#leftOut.set(reason, { count, feature: this.count });
    else tally.count += count;
  }
}

const KEPT = 'Such positions stay without a place.';

const REASONS: Readonly<Record<LeftAlone | 'position', (count: number) => string>> = {
  tuples: (count) => `${count === 1 ? 'One polygon has' : `${count} polygons have`} coordinates that cannot be read without losing a number (a comma for the decimal point, a tuple of one number or of four, degrees with minutes)`,
  structure: (count) => `${count === 1 ? 'One geometry is' : `${count} geometries are`} not built as KML says`,
  foreign: (count) => `${count === 1 ? 'One geometry is' : `${count} geometries are`} of a kind that is not read (tracks, 3D models)`,
  position: (count) => `${count === 1 ? 'One position has' : `${count} positions have`} no two numbers that can be read`,
};
