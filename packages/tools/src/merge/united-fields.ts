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
  // Many files may have thousands of fields each.
  const byName = new Map<string, number>();
  const byKey = new Map<string, number[]>();
  const places = sources.map(({ file, layer }) => {
    const own = new Set(layer.fields.map(({ name }) => name));
    const taken = new Set<number>();
    return layer.fields.map((field) => {
      const exact = byName.get(field.name);
      const place = exact !== undefined && !taken.has(exact) ? exact : byKey.get(keyOf(field.name))?.find((at) => !taken.has(at) && !own.has(fields[at].name));
      if (place === undefined) {
        const name = freeName(field.name, (free) => byName.has(free));
        const alike = byKey.get(keyOf(name));
        if (alike === undefined) byKey.set(keyOf(name), [fields.length]);
        else alike.push(fields.length);
        byName.set(name, fields.length);
        taken.add(fields.length);
        return fields.push({ ...field, name }) - 1;
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

/** The name, with a number if it is taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name}_${number}`;
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
