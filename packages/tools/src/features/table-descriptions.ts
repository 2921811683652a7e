import type { FormatName } from '@geoinsights/contract';
import { listOf } from '@geoinsights/contract/units';
import { named, type DatasetNote, type FeatureLayer } from '@geoinsights/formats';

/**
 * Reports which titles and descriptions of a GeoPackage's tables and columns are missing from a result: no other format has a place for them.
 * @param written the layers of the result
 */
export function descriptionNotes(layers: readonly FeatureLayer[], written: readonly FeatureLayer[], format: FormatName): DatasetNote[] {
  return layers.flatMap((layer): DatasetNote[] => {
    const { table } = layer;
    if (table === undefined) return [];
    const isKept = format === 'geopackage' && written.some((each) => each.table === table);
    const ofTable = isKept ? [] : [...(table.identifier === null ? [] : [`its title "${shortened(table.identifier)}"`]), ...(table.description === null ? [] : ['its description'])];
    const columns = format === 'geopackage' ? [] : describedColumns(layer);
    const parts = [...ofTable, ...(columns.length === 0 ? [] : [`the ${columns.length === 1 ? 'description of its column' : 'descriptions of its columns'} ${named(columns)}`])];
    if (parts.length === 0) return [];
    return [{ code: 'attributes-left-out', text: `Table "${layer.name}": ${listOf(parts, 'and')} ${parts.length === 1 ? 'was' : 'were'} left out.` }];
  });
}

/** The names of columns with other names, titles, descriptions or kinds of content. */
function describedColumns({ table, fields }: FeatureLayer): string[] {
  const outside = [table?.key ?? null, table?.geometry ?? null].filter((column) => column !== null);
  const all = [...outside, ...fields.map(({ name, column }) => ({ name, alias: column?.alias ?? null, title: column?.title ?? null, description: column?.description ?? column?.mime ?? null }))];
  return all.filter(({ alias, title, description }) => [alias, title, description].some((text) => text !== null)).map(({ name }) => name);
}

const LONGEST = 80;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
