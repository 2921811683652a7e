import path from 'node:path';
import { BATCH_FEATURES, BATCH_VERTICES, diskFolder, featureFormat, type DatasetWriter, type FieldValue } from '@geoinsights/formats';
import type { ReportFile, ReportItem } from '../report-file.ts';
import { rowOfChanged, rowOfFinding, schemaOfTable, TABLE_KINDS, type TableKind } from './finding-tables.ts';
import { LandBatch, type FindingGeometry } from './land-batch.ts';
import { addStyles } from './layer-styles.ts';

/** The lists whose entries appear on a map. */
const PLACED = ['changed', 'findings'] as const;

interface Placed {
  readonly kind: TableKind;
  readonly geometry: FindingGeometry;
  readonly row: FieldValue[];
}

/**
 * Writes the findings as layers of a GeoPackage that QGIS opens with their styles: land, lines and places, and the changed features
 * before and after, as far as the report has them. Empty tables are left out; with several layers, tables carry the layer's name.
 */
export async function writeFindingsGeopackage(file: ReportFile, folder: string, base: string): Promise<void> {
  const needed = await neededTables(file);
  const layers = new Set(needed.map(({ layer }) => layer));
  const tables = needed.map((table) => ({ ...table, schema: schemaOfTable(table.kind, file.layers[table.layer].layer, layers.size === 1), batch: new LandBatch() }));
  const indexOf = new Map(tables.map(({ layer, kind }, index) => [keyOf(layer, kind), index]));
  const { create } = await featureFormat('geopackage');
  const writer = await create({ folder: diskFolder(folder), name: base, workFolder: folder }, tables.map(({ schema }) => schema));
  try {
    for await (const item of file.items(PLACED)) {
      for (const { kind, geometry, row } of placedOf(item)) {
        const index = indexOf.get(keyOf(item.layer, kind));
        if (index === undefined) continue;
        const { batch } = tables[index];
        batch.add(geometry, row);
        if (batch.features >= BATCH_FEATURES || batch.vertices >= BATCH_VERTICES) await writer.write(index, batch.take());
      }
    }
    await writeRest(writer, tables);
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  addStyles(path.join(folder, `${base}.gpkg`), tables.map(({ kind }) => kind));
}

async function writeRest(writer: DatasetWriter, tables: readonly { readonly batch: LandBatch }[]): Promise<void> {
  for (const [index, { batch }] of tables.entries()) if (batch.features > 0) await writer.write(index, batch.take());
}

/** In the order of the layers, and within each the topmost first, as QGIS lists them. */
async function neededTables(file: ReportFile): Promise<{ layer: number; kind: TableKind }[]> {
  const seen = new Set<string>();
  for await (const item of file.items(PLACED)) for (const { kind } of placedOf(item)) seen.add(keyOf(item.layer, kind));
  return file.layers.flatMap((_, layer) => TABLE_KINDS.filter((kind) => seen.has(keyOf(layer, kind))).map((kind) => ({ layer, kind })));
}

function placedOf(item: ReportItem): Placed[] {
  if (item.kind === 'balance') return [];
  if (item.kind === 'changed') {
    const { before, after } = item.value;
    const row = rowOfChanged(item.value);
    return [...(before === null ? [] : [{ kind: 'changed_before' as const, geometry: before, row }]), ...(after === null ? [] : [{ kind: 'changed_after' as const, geometry: after, row }])];
  }
  const { geometry, at } = item.value;
  const row = rowOfFinding(item.value);
  if (geometry !== null && geometry !== undefined) return [{ kind: geometry.type.endsWith('Polygon') ? 'findings_land' : 'findings_lines', geometry, row }];
  return at === null ? [] : [{ kind: 'findings_places', geometry: { type: 'Point', coordinates: at }, row }];
}

function keyOf(layer: number, kind: TableKind): string {
  return `${String(layer)} ${kind}`;
}
