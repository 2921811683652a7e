import { listOf } from '@geoinsights/contract/units';
import { z } from 'zod';
import { extentOf, EMPTY_EXTENT, unitedExtent } from '../../extent.ts';
import type { Extent } from '../../extent.ts';
import type { DatasetFiles, DatasetNote } from '../../driver.ts';
import type { FeatureDataset, FeatureLayer, LayerSchema, OpenFeaturesOptions } from '../../features/feature-dataset.ts';
import { named } from '../../named-fields.ts';
import type { TableDescription } from '../../features/field.ts';
import { limited } from '../../note-limit.ts';
import { readCatalogue, reasonWithoutGeometry } from '../catalogue.ts';
import type { FeatureTable } from '../catalogue.ts';
import { columnNamesOf, isStoredTable, quoted, readRows } from '../connection.ts';
import { openForReading } from '../database.ts';
import type { NodeConnection } from '../database.ts';
import { crsOfLayer, readReferenceSystems } from '../reference-systems.ts';
import type { ReferenceSystems } from '../reference-systems.ts';
import { locate } from '../source.ts';
import { columnDescriptions, readColumns } from './columns.ts';
import { featureLayer } from './feature-layer.ts';
import { fieldOf } from './fields.ts';
import { occurringGeometry } from './geometry-types.ts';
import { storedSurvey } from './stored-survey.ts';
import { surveyTable } from './survey.ts';

/**
 * Opens a GeoPackage (OGC 12-128, versions 1.0 to 1.4) for reading feature by feature. The layers are its feature tables, in the
 * order of gpkg_contents; ids are the keys of the rows. Every table is scanned once to learn its contents; the file stays open
 * until `close`.
 * @throws ProblemError for faults of file, tables and metadata; those of single geometries are found when they are read
 */
export async function openGeopackageFeatures(dataset: DatasetFiles, options: OpenFeaturesOptions = {}): Promise<FeatureDataset> {
  const file = dataset.files.at(0);
  if (file === undefined) throw new Error('a GeoPackage is one file');
  const source = await locate(dataset, file, options.workFolder);
  try {
    const connection = openForReading(source.path, file.name);
    try {
      const { layers, notes } = await openLayers(connection, options);
      return {
        format: 'geopackage',
        name: dataset.name,
        layers,
        notes: limited([...source.notes, ...notes]),
        close() {
          connection.database.close();
          return source.release();
        },
      };
    } catch (error) {
      connection.database.close();
      throw error;
    }
  } catch (error) {
    await source.release();
    throw error;
  }
}

async function openLayers(connection: NodeConnection, { onProgress, geometryOnly = false }: OpenFeaturesOptions): Promise<{ layers: FeatureLayer[]; notes: DatasetNote[] }> {
  const catalogue = readCatalogue(connection, 'new-file');
  const systems = readReferenceSystems(connection);
  const descriptionsOf = columnDescriptions(connection);
  const notes = [...catalogue.notes, ...otherTableNotes(connection), ...metadataNote(connection)];
  const layers: FeatureLayer[] = [];
  for (const [index, table] of catalogue.tables.entries()) {
    const opened = await openLayer(connection, table, { systems, descriptionsOf }, geometryOnly);
    layers.push(opened.layer);
    notes.push(...opened.notes);
    onProgress?.((index + 1) / catalogue.tables.length);
  }
  return { layers, notes };
}

/** What a file says of all its layers. */
interface SaidOfAll {
  readonly systems: ReferenceSystems;
  readonly descriptionsOf: ReturnType<typeof columnDescriptions>;
}

async function openLayer(connection: NodeConnection, table: FeatureTable, { systems, descriptionsOf }: SaidOfAll, geometryOnly: boolean): Promise<{ layer: FeatureLayer; notes: DatasetNote[] }> {
  const { columns: all, computed, ruled, isChecked, key, geometry: geometryColumn } = readColumns(connection, table, descriptionsOf);
  const columns = geometryOnly ? [] : all;
  const survey = storedSurvey(connection, table, columns) ?? surveyTable(connection, table, columns);
  const geometry = occurringGeometry(connection, table, survey);
  const fields = columns.map((column, index) => fieldOf(table.table, column, survey.stored[index]));
  const schema: Omit<LayerSchema, 'crs'> = {
    name: table.table,
    fields: fields.map(({ field }) => field),
    geometryTypes: geometry.types,
    hasZ: geometry.hasZ,
    hasM: geometry.hasM,
    ids: 'rows',
    table: { ...describedTable(connection, table), key, geometry: geometryColumn },
    count: survey.count,
  };
  const assumed = { name: 'unknown', code: null, units: { kind: 'planar' as const }, metresPerUnit: null };
  // Whether an unknown system counts as degrees depends on where the features are, not on the extent that the file states, which other programs leave as it was.
  const extent = systems.known.has(table.srsId) ? EMPTY_EXTENT : await extentOfFeatures(featureLayer(connection, table, { ...schema, crs: assumed }, survey.largestRow));
  const { crs, note } = crsOfLayer(systems, table, () => extent);
  const said = [...fields.map((field) => field.note), ...geometry.notes, note].filter((each) => each !== null);
  return { layer: featureLayer(connection, table, { ...schema, crs }, survey.largestRow), notes: [...computedNote(table, computed), ...(geometryOnly ? [] : rulesNote(table, ruled, isChecked)), ...said] };
}

const textSchema = z.string().nullable().catch(null);
const describedSchema = z.object({ identifier: textSchema, description: textSchema });

/** What gpkg_contents says of a table. */
function describedTable(connection: NodeConnection, { table }: FeatureTable): Pick<TableDescription, 'identifier' | 'description'> {
  const present = new Set(columnNamesOf(connection, 'gpkg_contents').map((name) => name.toLowerCase()));
  const wanted = ['identifier', 'description'].map((name) => (present.has(name) ? name : `NULL AS ${name}`));
  const row = readRows(connection, 'gpkg_contents', `SELECT ${wanted.join(', ')} FROM gpkg_contents NOT INDEXED WHERE table_name = ? COLLATE NOCASE`, describedSchema, [table]).at(0);
  return { identifier: row?.identifier === table ? null : (row?.identifier ?? null), description: row?.description === '' ? null : (row?.description ?? null) };
}

async function extentOfFeatures(layer: FeatureLayer): Promise<Extent> {
  let extent = EMPTY_EXTENT;
  for await (const { geometry } of layer.read()) extent = unitedExtent(extent, extentOf(geometry.xy));
  return extent;
}

function computedNote({ table }: FeatureTable, names: readonly string[]): DatasetNote[] {
  if (names.length === 0) return [];
  const [columns, were] = names.length === 1 ? ['column', 'was'] : ['columns', 'were'];
  return [{ code: 'fields-left-out', text: `In table "${table}", the computed ${columns} ${named(names)} ${were} left out.` }];
}

/** The values are kept, what they have to be is not. */
function rulesNote({ table }: FeatureTable, names: readonly string[], isChecked: boolean): DatasetNote[] {
  const columns = names.length === 0 ? [] : [`${names.length === 1 ? 'column' : 'columns'} ${named(names)} (a default, not empty, unique, listed values, or a reference to another table)`];
  const rules = [...columns, ...(isChecked ? ['its CHECK conditions'] : [])];
  return rules.length === 0 ? [] : [{ code: 'rules-left-out', text: `Table "${table}" has constraints on values, which were left out; the values themselves are kept: ${listOf(rules, 'and')}.` }];
}

const oneRowSchema = z.object({ name: z.string() });
const otherTableSchema = z.object({ table_name: z.string(), data_type: z.string() });

/** Tables of other kinds than features do not become layers. */
function otherTableNotes(connection: NodeConnection): DatasetNote[] {
  const tables = readRows(connection, 'gpkg_contents', "SELECT table_name, lower(data_type) AS data_type FROM gpkg_contents NOT INDEXED WHERE lower(data_type) <> 'features'", otherTableSchema);
  return tables.map(({ table_name, data_type }) => ({ code: 'table-left-out', text: `Table ${quoted(table_name)} was left out: ${['attributes', 'aspatial'].includes(data_type) ? reasonWithoutGeometry(table_name) : data_type === 'tiles' ? 'it contains tiles' : `it contains no features but "${data_type.slice(0, 80)}"`}.` }));
}

/** Whether the file has metadata (annex F.8), of itself or its tables. GDAL keeps notes of its own there, on the file that it converted. */
function metadataNote(connection: NodeConnection): DatasetNote[] {
  if (!isStoredTable(connection, 'gpkg_metadata') || !columnNamesOf(connection, 'gpkg_metadata').some((name) => name.toLowerCase() === 'md_standard_uri')) return [];
  if (readRows(connection, 'gpkg_metadata', "SELECT 'a row' AS name FROM gpkg_metadata WHERE md_standard_uri IS NOT 'http://gdal.org' LIMIT 1", oneRowSchema).length === 0) return [];
  return [{ code: 'table-left-out', text: 'The metadata of the file (table "gpkg_metadata") was left out.' }];
}
