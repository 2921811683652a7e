import type { Loss } from '@geoinsights/contract';
import type { Field, FieldType, FieldValue, FeatureLayer } from '@geoinsights/formats';

/** How the fields of several layers are combined into those of one. */
interface UnitedFields {
  readonly fields: readonly Field[];
  /** For each layer and each of its fields: the field of the combined layer. */
  readonly places: readonly (readonly number[])[];
  readonly losses: readonly Loss[];
}

/** Names that differ only in case are one field: programs vary the case freely. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Fields of the same name become one, with a type that can represent all values; fields are in order of first appearance. Two fields
 * of one layer whose names differ only in case stay separate.
 */
export function unitedFields(sources: readonly { readonly file: string; readonly layer: Pick<FeatureLayer, 'name' | 'fields'> }[]): UnitedFields {
  const fields: Field[] = [];
  const losses: Loss[] = [];
  const places = sources.map(({ file, layer }) => {
    const taken = new Set<number>();
    return layer.fields.map((field) => {
      const exact = fields.findIndex((other, place) => !taken.has(place) && other.name === field.name);
      const place = exact >= 0 ? exact : fields.findIndex((other, at) => !taken.has(at) && keyOf(other.name) === keyOf(field.name) && !layer.fields.some(({ name }) => name === other.name));
      if (place < 0) {
        const name = freeName(field.name, fields);
        fields.push({ ...field, name });
        taken.add(fields.length - 1);
        return fields.length - 1;
      }
      taken.add(place);
      const united = fields[place];
      // A field without values has no type of its own.
      const typed = united.isWithoutValues === true ? [field] : field.isWithoutValues === true ? [united] : [united, field];
      const column = united.column === undefined ? {} : { column: { ...united.column, mime: united.column.mime === field.column?.mime ? united.column.mime : null, declaration: united.column.declaration === field.column?.declaration ? united.column.declaration : null } };
      fields[place] = {
        name: united.name,
        type: typed.map(({ type }) => type).reduce(widerType),
        width: typed.map(({ width }) => width).reduce(widest),
        decimals: typed.map(({ decimals }) => decimals).reduce(widest),
        ...(typed[0].isWithoutValues === true ? { isWithoutValues: true as const } : {}),
        ...column,
      };
      if (united.name !== field.name) losses.push({ code: 'field-renamed', layer: layer.name, field: field.name, count: null, text: `The field "${field.name}" of "${file}" went into "${united.name}", which differs from it in capitals alone.` });
      return place;
    });
  });
  for (const [index, { file, layer }] of sources.entries()) {
    for (const [own, place] of places[index].entries()) {
      const [before, after] = [layer.fields[own].type, fields[place].type];
      if (before !== after && layer.fields[own].isWithoutValues !== true) losses.push({ code: 'field-type-changed', layer: layer.name, field: layer.fields[own].name, count: null, text: `The field "${layer.fields[own].name}" of "${file}" was ${before} and is ${after} now, as other layers have other values in it.` });
    }
  }
  return { fields, places, losses };
}

/**
 * The name, with a number if another field already has that name.
 * @param likeness maps names that count as equal to the same key
 */
export function freeName(name: string, fields: readonly Field[], likeness: (one: string) => string = (one) => one): string {
  let free = name;
  for (let number = 2; fields.some((field) => likeness(field.name) === likeness(free)); number++) free = `${name}_${number}`;
  return free;
}

function widest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}

/** A type that can represent the values of both. Text can represent everything, bytes in base 64. */
function widerType(one: FieldType, other: FieldType): FieldType {
  if (one === other) return one;
  const both = new Set([one, other]);
  if (both.has('integer') && both.has('real')) return 'real';
  if (both.has('date') && both.has('date-time')) return 'date-time';
  return 'text';
}

/** A value converted to a wider type. */
export function widened(value: FieldValue, from: FieldType, to: FieldType): FieldValue {
  if (value === null || from === to) return value;
  if (to === 'real') return Number(value);
  if (to === 'date-time') return `${String(value)}T00:00:00`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return String(value);
}
