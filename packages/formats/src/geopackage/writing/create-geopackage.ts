import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CreateDataset, DatasetTarget, DatasetWriter } from '../../features/dataset-writer.ts';
import type { FeatureBatch } from '../../features/feature-batch.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import type { ColumnDescription } from '../../features/field.ts';
import { passingName } from '../../file-names.ts';
import { heightSystemLosses } from '../../height-system.ts';
import { SQLITE_FULL, sqliteCode, SQLITE_TOOBIG } from '../connection.ts';
import { publish, sendTo } from '../publish.ts';
import { FeatureTableWriter } from './feature-table.ts';
import { PreparedOnce } from './new-database.ts';
import { SystemRows } from './reference-systems.ts';
import { indexName } from './spatial-index.ts';
import { createSystemTables, describeColumns } from './system-tables.ts';
import type { ColumnRow } from './system-tables.ts';
import { tableNames } from './table-names.ts';
import type { TableNames } from './table-names.ts';
import { TablesInTurn } from './tables-in-turn.ts';

/**
 * Nobody reads the file before it is complete, and it is discarded if anything fails: hence no journal, no syncing, and one
 * transaction. The order of writing satisfies the foreign keys.
 */
const SETTINGS = 'PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY';

/**
 * Writes GeoPackages (OGC 12-128, version 1.3): a feature table with a spatial index for each layer. Geometries keep their types.
 * @param clock the time for `last_change`
 */
export function geopackageCreator(clock: () => Date = () => new Date()): CreateDataset {
  return async (target, layers) => {
    const file = `${target.name}.gpkg`;
    const path = target.folder.pathOf?.(file);
    // The scratch name does not build on the final one, which may already have the maximum length.
    const scratch = join(path === undefined ? target.workFolder : dirname(path), `.${passingName()}.part`);
    try {
      return writerOf(new GeopackageWriter(scratch, file, layers, clock), target, path);
    } catch (error) {
      await rm(scratch, { force: true });
      throw error;
    }
  };
}

export const createGeopackage: CreateDataset = geopackageCreator();

function writerOf(writer: GeopackageWriter, target: DatasetTarget, path: string | undefined): DatasetWriter {
  const { scratch, file } = writer;
  const abort = async (): Promise<void> => {
    writer.release();
    await rm(scratch, { force: true });
  };
  return {
    abort,
    write(layer, batch) {
      return new Promise((resolve) => {
        writer.withErrors(() => writer.write(layer, batch));
        resolve();
      });
    },
    async close() {
      try {
        const losses = writer.withErrors(() => writer.finish());
        if (path === undefined) await sendTo(target.folder, file, scratch);
        else await publish(target.folder, scratch, path);
        const { layerNames } = writer;
        return { files: [file], ...(layerNames === null ? {} : { layerNames }), losses };
      } finally {
        await abort();
      }
    },
  };
}

/** The database being filled. */
class GeopackageWriter {
  readonly scratch: string;
  readonly file: string;
  /** Null where each layer has its own name. */
  readonly layerNames: readonly string[] | null;
  readonly #database: DatabaseSync;
  readonly #tables: readonly FeatureTableWriter[];
  readonly #turns: TablesInTurn;
  readonly #systemLosses: readonly Loss[];
  readonly #clock: () => Date;

  constructor(scratch: string, file: string, layers: readonly LayerSchema[], clock: () => Date) {
    this.scratch = scratch;
    this.file = file;
    this.#clock = clock;
    this.#database = new DatabaseSync(scratch, { enableForeignKeyConstraints: false, defensive: false });
    try {
      this.#database.exec(SETTINGS);
      this.#database.exec('BEGIN');
      const systems = new SystemRows();
      const ids = layers.map(({ crs }) => systems.idOf(crs));
      this.#systemLosses = layers.flatMap((layer, index) => heightSystemLosses(layer, systems.heightsOf(ids[index])));
      const statements = new PreparedOnce(this.#database);
      createSystemTables(statements, systems.all);
      const names = tableNames(layers);
      this.layerNames = names.every(({ table }, index) => table === layers[index].name) ? null : names.map(({ table }) => table);
      this.withErrors(() => describeColumns(statements, names.flatMap((each, index) => columnRows(each, layers[index].table))));
      const turns = new TablesInTurn(statements, names.map(({ table, geometry }) => ({ table, index: indexName({ table, column: geometry }) })));
      this.#turns = turns;
      this.#tables = this.withErrors(() =>
        layers.map((layer, index) => {
          turns.show(index);
          return new FeatureTableWriter(statements, layer, names[index], ids[index]);
        }),
      );
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  write(layer: number, batch: FeatureBatch): void {
    const table = this.#tables.at(layer);
    if (table === undefined) throw new Error(`there is no layer ${layer} of ${this.#tables.length}`);
    this.#turns.show(layer);
    table.write(batch);
  }

  /** @returns what the file does not hold as given */
  finish(): Loss[] {
    const lastChange = this.#clock().toISOString();
    const triggers = this.#tables.map((table, layer) => {
      this.#turns.show(layer);
      return table.finish(lastChange);
    });
    this.#turns.showAll(triggers);
    this.#database.exec('COMMIT');
    this.#database.close();
    return [...this.#systemLosses, ...this.#tables.flatMap((table) => table.losses())];
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Reports why a database cannot be written as a problem of the error table. */
  withErrors<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const code = sqliteCode(error);
      if (code === SQLITE_FULL) throw new ProblemError('storage-full', {}, { cause: error });
      if (code === SQLITE_TOOBIG) throw new ProblemError('too-large', { file: this.file, reason: 'a feature with its values is larger than a database may contain.' }, { cause: error });
      throw error;
    }
  }
}

/** What is said of the columns of a table beside their types. */
function columnRows({ table, fields, columns, key, geometry }: TableNames, described: LayerSchema['table']): ColumnRow[] {
  const rows: { readonly column: string; readonly said: Partial<ColumnDescription>; readonly mime: string | null }[] = [
    { column: key, said: described?.key ?? {}, mime: null },
    { column: geometry, said: described?.geometry ?? {}, mime: null },
    ...fields.map(({ type, column }, index) => ({ column: columns[index], said: column ?? {}, mime: type === 'json' ? 'application/json' : (column?.mime ?? null) })),
  ];
  return rows.flatMap(({ column, said: { alias = null, title = null, description = null }, mime }) => ([alias, title, description, mime].every((text) => text === null) ? [] : [{ table, column, alias, title, description, mime }]));
}
