import type { NoteCode } from '@geoinsights/contract';
import { Float64List } from '@geoinsights/geometry/arrays';
import type { DatasetNote } from '../../driver.ts';
import type { CoordinateReader } from '../coordinates.ts';
import type { GeometryElement, Unusable } from '../elements.ts';
import { unusableWords } from '../unusable.ts';
import type { NamespaceScope } from '../namespaces.ts';
import { Columns } from './columns.ts';
import type { ReadPlacemark } from './document-scan.ts';
import type { Shape } from './shape.ts';

interface Tally {
  count: number;
  /** The feature of the first one. */
  readonly feature: number;
}

/** What we know of a layer after seeing all its placemarks; of each placemark only the position is kept. */
export class LayerSurvey {
  readonly columns = new Columns();
  /** `[start, end)` of each placemark in units, pairs. */
  readonly spans = new Float64List();
  /** The namespaces in scope at the placemarks. */
  readonly scope: NamespaceScope;
  hasZ = false;
  /** Whether the ids of placemarks carry information: some programs, GDAL among them, derive them from the position. */
  hasOwnIds = false;
  readonly #types = new Set<number>();
  readonly #leftOut = new Map<Reason, Tally>();

  constructor(scope: NamespaceScope) {
    this.scope = scope;
  }

  get count(): number {
    return this.spans.length / 2;
  }

  /** The geometry types that occur, ascending. */
  get types(): number[] {
    return [...this.#types].filter((type) => type !== 0).sort((a, b) => a - b);
  }

  add({ element, coordinates, values, schemaUrls, id }: ReadPlacemark, { type, parts, leftOut }: Shape): void {
    this.#types.add(type);
    for (const reason of leftOut) this.#tally(reason, 1);
    if (element.geometries.some(isNested)) this.#tally('nested', 1);
    for (const { rings } of parts) {
      for (const { coordinates: own } of rings) {
        if (own === null) continue;
        this.#positions(coordinates, own.firstVertex, own.firstVertex + own.vertexCount);
        if (own.dropped > 0) this.#tally('number', own.dropped);
      }
    }
    if (id !== '' && !id.endsWith(`.${this.count + 1}`)) this.hasOwnIds = true;
    this.columns.see(values, schemaUrls, element.start);
    this.spans.push(element.start);
    this.spans.push(element.end);
  }

  /** Reports what is left out, and what is included although it cannot be read. */
  notes(layer: string): DatasetNote[] {
    return [...this.#leftOut].map(([reason, { count, feature }]) => {
      const where = `${count === 1 ? 'it is' : 'the first one is'} in placemark ${feature + 1} of layer "${layer}"`;
      return { code: CODES[reason] ?? 'geometry-left-out', text: `${REASONS[reason](count)}; ${where}. ${KEPT[reason] ?? (count === 1 ? 'It was left out.' : 'They were left out.')}` };
    });
  }

  #positions({ x, y, z }: CoordinateReader, from: number, to: number): void {
    let unreadable = 0;
    for (let vertex = from; vertex < to; vertex++) {
      // NaN and infinities do not give 0 when subtracted from themselves.
      if (x.data[vertex] - x.data[vertex] !== 0 || y.data[vertex] - y.data[vertex] !== 0) unreadable++;
    }
    if (unreadable > 0) this.#tally('position', unreadable);
    for (let vertex = from; vertex < to && !this.hasZ; vertex++) this.hasZ = !Number.isNaN(z.data[vertex]);
  }

  #tally(reason: Reason, count: number): void {
    const tally = this.#leftOut.get(reason);
    if (tally === undefined) this.#leftOut.set(reason, { count, feature: this.count });
    else tally.count += count;
  }
}

/** Why something of a placemark is not read. */
type Reason = Unusable | 'position' | 'number' | 'nested';

/** What is not a geometry that is left out has a code of its own. */
const CODES: Readonly<Partial<Record<Reason, NoteCode>>> = { position: 'position-unreadable', number: 'ordinates-left-out', nested: 'collection-flattened' };

/** What becomes of what is not left out. */
const KEPT: Readonly<Partial<Record<Reason, string>>> = { position: 'Such positions stay without a location.', nested: 'The parts of these were read as separate members.' };

/** Whether it is a MultiGeometry with another in it. */
function isNested(geometry: GeometryElement): boolean {
  return geometry.kind === 'collection' && geometry.members.some(({ kind }) => kind === 'collection');
}

const REASONS: Readonly<Record<Reason, (count: number) => string>> = {
  ...unusableWords('not read (such as 3D models)'),
  number: (count) => `${count === 1 ? 'One number is' : `${count} numbers are`} beyond the first three of a position, which KML does not allow`,
  nested: (count) => (count === 1 ? 'One MultiGeometry contains another one' : `${count} MultiGeometries contain others`),
  position: (count) => `${count === 1 ? 'One position does' : `${count} positions do`} not have two readable numbers`,
};
