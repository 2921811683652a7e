import type { Loss } from '@geoinsights/contract';
import { GeometryType, type FeatureBatch, type FeatureId } from '../../features/feature-batch.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import type { FieldValue } from '../../features/field.ts';
import { sayMoreThanPlaces } from '../../features/row-keys.ts';
import { columnsOf, lossesOfColumns, simpleDataTag, simpleTypeOf, writeValue, type Column } from './columns.ts';
import { GeometryText } from './geometry-text.ts';
import type { TextBytes } from './text-bytes.ts';

const ID_FIELD = 'id';
const ENCODER = new TextEncoder();
const CLOSE_DATA = ENCODER.encode('</SimpleData>');
const PLACEMARK = ENCODER.encode('<Placemark>');
const CLOSE_PLACEMARK = ENCODER.encode('</Placemark>\n');

/** Writes the placemarks of one layer, and collects what its schema must declare. */
export class LayerWriter {
  readonly #layer: LayerSchema;
  readonly #schemaId: string;
  readonly #bytes: TextBytes;
  readonly #columns: readonly Column[];
  /** The columns that become elements of a placemark, and those of its schema, each with its index among the fields. */
  readonly #own: readonly (readonly [number, Column])[];
  readonly #data: readonly (readonly [number, Column])[];
  readonly #openData: Uint8Array;
  readonly #geometry: GeometryText;
  readonly #decimals: number | null;
  /** The tag for ids; null if they are not written. */
  readonly #idTag: Uint8Array | null;
  #isFirst = true;
  #losesKeys = false;
  #empty = 0;

  constructor(layer: LayerSchema, schemaId: string, bytes: TextBytes, decimals: number | null) {
    this.#layer = layer;
    this.#schemaId = schemaId;
    this.#bytes = bytes;
    this.#decimals = decimals;
    this.#columns = columnsOf(layer);
    const entries = [...this.#columns.entries()];
    // The KML schema requires the name first.
    const ranks = { name: 0, description: 1, data: 2, 'left-out': 3 } as const;
    this.#own = entries.filter(([, { role }]) => role === 'name' || role === 'description').sort(([, a], [, b]) => ranks[a.role] - ranks[b.role]);
    this.#data = entries.filter(([, { role }]) => role === 'data');
    this.#openData = ENCODER.encode(`<ExtendedData><SchemaData schemaUrl="#${schemaId}">`);
    this.#geometry = new GeometryText(bytes, decimals);
    const hasIds = layer.ids === 'own' && !layer.fields.some(({ name }) => name === ID_FIELD);
    this.#idTag = hasIds ? simpleDataTag(ID_FIELD) : null;
  }

  /** Whether the schema's types are known only once all features have been written. */
  get isUndecided(): boolean {
    return this.#columns.some((column) => column.isUndecided);
  }

  get #hasSchema(): boolean {
    return this.#data.length > 0 || this.#idTag !== null;
  }

  /** Writes everything before the placemarks. */
  writeHead(): void {
    const bytes = this.#bytes;
    bytes.ascii('<Document><name>');
    bytes.text(this.#layer.name);
    bytes.ascii('</name>\n');
    if (this.#hasSchema) this.#writeSchema();
  }

  writeEnd(): void {
    this.#bytes.ascii('</Document>\n');
  }

  #writeSchema(): void {
    const bytes = this.#bytes;
    bytes.ascii('<Schema name="');
    bytes.attribute(this.#layer.name);
    bytes.ascii(`" id="${this.#schemaId}">\n`);
    if (this.#idTag !== null) bytes.ascii(`<SimpleField name="${ID_FIELD}" type="string"></SimpleField>\n`);
    for (const [, column] of this.#data) {
      bytes.ascii('<SimpleField name="');
      bytes.attribute(column.name);
      bytes.ascii(`" type="${simpleTypeOf(column)}">`);
      this.#writeTitle(column);
      bytes.ascii('</SimpleField>\n');
    }
    bytes.ascii('</Schema>\n');
  }

  #writeTitle({ field }: Column): void {
    const title = field.column?.title ?? '';
    if (title === '') return;
    this.#bytes.ascii('<displayName>');
    this.#bytes.text(title);
    this.#bytes.ascii('</displayName>');
  }

  async write(batch: FeatureBatch): Promise<void> {
    const { geometry, types, rows, ids } = batch;
    const bytes = this.#bytes;
    this.#losesKeys ||= this.#layer.ids === 'rows' && sayMoreThanPlaces(batch);
    for (let feature = 0; feature < rows.length; feature++) {
      bytes.raw(PLACEMARK);
      this.#writeRow(rows[feature], ids === null ? null : ids[feature]);
      const type = types[feature];
      if (geometry.featureOffsets[feature] < geometry.featureOffsets[feature + 1]) {
        const stops = this.#geometry.write(geometry, type, feature);
        while (stops.next().done !== true) if (bytes.isFull) await bytes.flush();
      } else if (type !== GeometryType.None) this.#empty++;
      bytes.raw(CLOSE_PLACEMARK);
      if (bytes.isFull) await bytes.flush();
    }
  }

  get losses(): Loss[] {
    const { name, hasM, ids } = this.#layer;
    const { unreadable } = this.#geometry;
    if (this.#isFirst) return [{ code: 'layer-left-out', layer: name, field: null, count: null, text: `The layer has no features: in KML it is an empty folder, which few programs read as a layer${this.#hasSchema ? '; its fields are in its schema' : this.#columns.length > 0 ? ', and its fields are left out' : ''}.` }];
    const losses = lossesOfColumns(this.#layer, this.#columns);
    const add = (code: Loss['code'], count: number | null, text: string): void => void losses.push({ code, layer: name, field: null, count, text });
    if (hasM) add('m-left-out', null, 'The measures (M) of the vertices were left out: KML has none.');
    if (this.#idTag !== null) add('ids-as-field', null, `The ids of the features are in a field "${ID_FIELD}", as text.`);
    else if (ids === 'own') add('ids-left-out', null, `The ids of the features were left out, because there already is a field "${ID_FIELD}".`);
    if (this.#losesKeys) add('ids-left-out', null, 'The primary keys of the features were left out, because KML has no keys.');
    if (this.#empty > 0) add('empty-geometry-left-out', this.#empty, `${this.#empty === 1 ? 'One feature has an empty geometry, which KML does not have: it is' : `${this.#empty} features have an empty geometry, which KML does not have: they are`} written without geometry.`);
    if (unreadable > 0) add('value-left-out', unreadable, `${unreadable === 1 ? 'One position does not have two finite numbers and was' : `${unreadable} positions do not have two finite numbers and were`} left out.`);
    if (this.#decimals !== null) add('coordinates-rounded', null, `Coordinates have at most ${this.#decimals} decimal ${this.#decimals === 1 ? 'place' : 'places'}.`);
    return losses;
  }

  #writeRow(row: readonly FieldValue[], id: FeatureId): void {
    const bytes = this.#bytes;
    for (const [place, column] of this.#own) {
      const value = row[place];
      if (value === null) continue;
      bytes.ascii(column.role === 'name' ? '<name>' : '<description>');
      writeValue(bytes, column, value);
      bytes.ascii(column.role === 'name' ? '</name>' : '</description>');
    }
    // The first placemark refers to its schema even without values, so that a layer with no values keeps its fields.
    let isOpen = this.#isFirst && this.#hasSchema && this.#openDataElement(false);
    this.#isFirst = false;
    if (this.#idTag !== null && id !== null) {
      isOpen = this.#openDataElement(isOpen);
      bytes.raw(this.#idTag);
      bytes.text(String(id));
      bytes.raw(CLOSE_DATA);
    }
    for (const [place, column] of this.#data) {
      const value = row[place];
      if (value === null) continue;
      isOpen = this.#openDataElement(isOpen);
      bytes.raw(column.openTag);
      writeValue(bytes, column, value);
      bytes.raw(CLOSE_DATA);
    }
    if (isOpen) bytes.ascii('</SchemaData></ExtendedData>');
  }

  #openDataElement(isOpen: boolean): true {
    if (!isOpen) this.#bytes.raw(this.#openData);
    return true;
  }
}
