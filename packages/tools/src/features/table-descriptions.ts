import type { FormatName } from '@geoinsights/contract';
import { listOf } from '@geoinsights/contract/units';
import { shortText } from '@geoinsights/contract/short-text';
import { named, type DatasetNote, type FeatureLayer, type Field } from '@geoinsights/formats';

/** Of a title, in UTF-16 units. */
const LONGEST = 80;

/**
 * Reports which titles and descriptions of a GeoPackage's tables and columns, and which names for people of a KML's fields, are missing from a result. KML has a
 * place for titles of fields, the other formats for none.
 * @param written the layers of the result
 */
export function descriptionNotes(layers: readonly FeatureLayer[], written: readonly FeatureLayer[], format: FormatName): DatasetNote[] {
  const tablesWritten = new Set(written.map(({ table }) => table));
  return layers.flatMap((layer): DatasetNote[] => {
    const { table } = layer;
    if (table === undefined) return titlesNote(layer, format);
    const isKept = format === 'geopackage' && tablesWritten.has(table);
    const ofTable = isKept ? [] : [...(table.identifier === null ? [] : [`its title "${shortText(table.identifier, LONGEST)}"`]), ...(table.description === null ? [] : ['its description'])];
    const columns = format === 'geopackage' ? [] : describedColumns(layer, format);
    const parts = [...ofTable, ...(columns.length === 0 ? [] : [`the ${columns.length === 1 ? 'description of its column' : 'descriptions of its columns'} ${named(columns)}`])];
    if (parts.length === 0) return [];
    return [{ code: 'attributes-left-out', text: `Table "${layer.name}": ${listOf(parts, 'and')} ${parts.length === 1 ? 'was' : 'were'} left out.` }];
  });
}

/** The names of columns with other names, titles, descriptions or kinds of content. */
function describedColumns({ table, fields }: FeatureLayer, format: FormatName): string[] {
  const outside = [table?.key ?? null, table?.geometry ?? null].filter((column) => column !== null);
  const all = [...outside, ...fields.map(({ name, type, column }) => ({ name, alias: column?.alias ?? null, title: holdsTitle(format, { name, type }) ? null : (column?.title ?? null), description: column?.description ?? column?.mime ?? null }))];
  return all.filter(({ alias, title, description }) => [alias, title, description].some((text) => text !== null)).map(({ name }) => name);
}

function titlesNote({ name, fields }: FeatureLayer, format: FormatName): DatasetNote[] {
  const lost = fields.filter((field) => (field.column?.title ?? null) !== null && !holdsTitle(format, field)).map((field) => field.name);
  if (lost.length === 0) return [];
  const [names, were] = lost.length === 1 ? ['display name of its field', 'was'] : ['display names of its fields', 'were'];
  return [{ code: 'attributes-left-out', text: `Layer "${name}": the ${names} ${named(lost)} ${were} left out.` }];
}

/** In a KML, what becomes an element of the placemark itself has no title, and bytes are left out. */
function holdsTitle(format: FormatName, { name, type }: Pick<Field, 'name' | 'type'>): boolean {
  if (format === 'geopackage') return true;
  if (format !== 'kml' && format !== 'kmz') return false;
  return type !== 'binary' && !(type === 'text' && /^(?:name|description)$/i.test(name));
}
