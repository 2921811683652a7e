import type { FeatureBatch, FeatureId } from '../features/feature-batch.ts';
import type { LayerSchema } from '../features/feature-dataset.ts';
import type { FieldType, FieldValue } from '../features/field.ts';
import { base64 } from './base64.ts';
import { compactJson, isJson } from './compact-json.ts';
import { GeometryText } from './geometry-text.ts';
import type { JsonOutput } from './json-output.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const BEGIN = bytesOf('{"type":"Feature",');
const ID = bytesOf('"id":');
const COMMA = bytesOf(',');
const PROPERTIES = bytesOf('"properties":{');
const GEOMETRY = bytesOf('},"geometry":');
const END = bytesOf('}');
const TRUE = bytesOf('true');
const FALSE = bytesOf('false');
const NULL = bytesOf('null');
const POINT_ZERO = bytesOf('.0');
const QUOTE = bytesOf('"');

/** The deepest nesting of brackets in a value: readers refuse more. */
const DEEPEST_VALUE = 500;

/** Writes features of one layer as JSON objects. */
export class FeatureLine {
  /** For each field, how many values were left out because they are not JSON. */
  readonly valuesLeftOut: number[];
  /** For each field, how many texts had unpaired surrogates replaced; below, the same for ids. */
  readonly textsReplaced: number[];
  idsReplaced = 0;
  /** The number of features; below, for each field the number of features that lack it. */
  features = 0;
  readonly missing: number[];
  readonly geometry: GeometryText;
  readonly #output: JsonOutput;
  readonly #types: readonly FieldType[];
  /** The name of each field as a member, with a comma before it. */
  readonly #names: readonly Uint8Array[];
  readonly #hasIds: boolean;

  constructor(output: JsonOutput, { fields, ids }: LayerSchema) {
    this.#output = output;
    this.geometry = new GeometryText(output);
    this.valuesLeftOut = fields.map(() => 0);
    this.textsReplaced = fields.map(() => 0);
    this.missing = fields.map(() => 0);
    this.#types = fields.map(({ type }) => type);
    this.#names = fields.map(({ name }, index) => bytesOf(`${index === 0 ? '' : ','}${JSON.stringify(name.toWellFormed())}:`));
    this.#hasIds = ids !== 'none';
  }

  /** Begins a feature: afterwards write its geometry step by step, then call `end`. @param index in the batch */
  begin({ rows, ids, types, geometry }: FeatureBatch, index: number): void {
    const output = this.#output;
    this.features++;
    output.raw(BEGIN);
    if (this.#hasIds && ids !== null) this.#id(ids[index]);
    output.raw(PROPERTIES);
    const row = rows[index];
    const names = this.#names;
    for (let field = 0; field < names.length; field++) {
      output.raw(names[field]);
      this.#value(field, row[field]);
    }
    output.raw(GEOMETRY);
    this.geometry.begin(geometry, index, types[index]);
  }

  end(): void {
    this.#output.raw(END);
  }

  #id(id: FeatureId): void {
    if (id === null || (typeof id === 'number' && !Number.isFinite(id))) return;
    const output = this.#output;
    output.raw(ID);
    const { replaced } = output;
    if (typeof id === 'string') output.text(id);
    else if (typeof id === 'number') output.number(id);
    else output.plain(id.toString());
    if (output.replaced !== replaced) this.idsReplaced++;
    output.raw(COMMA);
  }

  #value(field: number, value: FieldValue): void {
    const output = this.#output;
    if (typeof value === 'string') {
      const { replaced } = output;
      if (this.#types[field] !== 'json') output.text(value);
      else this.#json(value);
      if (output.replaced !== replaced) this.textsReplaced[field]++;
    } else if (typeof value === 'number') {
      if (Number.isFinite(value)) {
        output.number(value);
        // Readers take a column for integers if no value has a decimal point.
        if (this.#types[field] === 'real' && Number.isInteger(value)) output.raw(POINT_ZERO);
      } else {
        this.valuesLeftOut[field]++;
        output.raw(NULL);
      }
    } else if (value === null) {
      this.missing[field]++;
      output.raw(NULL);
    } else if (typeof value === 'boolean') {
      output.raw(value ? TRUE : FALSE);
    } else if (typeof value === 'bigint') {
      output.plain(value.toString());
    } else {
      output.raw(QUOTE);
      output.raw(base64(value));
      output.raw(QUOTE);
    }
  }

  /** A column may claim to hold JSON and hold something else; such a value stays a string. */
  #json(value: string): void {
    if (isJson(value) && depthOf(value) <= DEEPEST_VALUE) this.#output.plain(compactJson(value));
    else this.#output.text(value);
  }
}

/** The maximum nesting of brackets, or slightly more: brackets in strings count, too. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}
