import { quoted } from '../connection.ts';
import type { NewDatabase } from './new-database.ts';
import { alongCurve, fillTree, MOST_BOXES } from './packed-tree.ts';
import type { Trigger } from './tables-in-turn.ts';

const FIRST_ROOM = 1 << 12;
/** The maximum relative distance between adjacent single-precision numbers. */
const STEP = 2 ** -23;

interface IndexedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: string;
}

/** The R-tree of a geometry column by the GeoPackage extension (OGC 12-128r17, annex F.3). */
export class SpatialIndexWriter {
  readonly #database: NewDatabase;
  readonly #name: string;
  /** Collected until there are enough, or all, and then added to the tree together. */
  #keys: (number | bigint)[] = [];
  #bounds = new Float32Array(FIRST_ROOM * 4);
  #isFilled = false;
  readonly #mostBoxes: number;

  /**
   * @param name of the tree, which is created
   * @param mostBoxes how many are collected at most
   */
  constructor(database: NewDatabase, name: string, mostBoxes: number = MOST_BOXES) {
    this.#database = database;
    this.#mostBoxes = mostBoxes;
    this.#name = name;
    database.exec(`CREATE VIRTUAL TABLE ${quoted(this.#name)} USING rtree(id, minx, maxx, miny, maxy)`);
  }

  add(key: number | bigint, minX: number, maxX: number, minY: number, maxY: number): void {
    if (this.#keys.length === this.#mostBoxes) this.#flush();
    const at = this.#keys.length * 4;
    if (at === this.#bounds.length) this.#enlarge();
    this.#keys.push(key);
    this.#bounds[at] = rounded(minX, -1);
    this.#bounds[at + 1] = rounded(maxX, 1);
    this.#bounds[at + 2] = rounded(minY, -1);
    this.#bounds[at + 3] = rounded(maxY, 1);
  }

  /** Ends the filling: from now on triggers are to maintain the tree. */
  finish(): void {
    this.#flush();
  }

  /** The first boxes fill the tree at once; those beyond the memory limit are inserted one by one, in spatial order. */
  #flush(): void {
    const bounds = this.#bounds;
    if (this.#isFilled) {
      const insert = this.#database.prepare(`INSERT INTO ${quoted(this.#name)} VALUES (?, ?, ?, ?, ?)`);
      for (const box of alongCurve({ count: this.#keys.length, bounds })) insert.run(this.#keys[box], ...bounds.subarray(box * 4, box * 4 + 4));
    } else {
      fillTree(this.#database, this.#name, { count: this.#keys.length, keys: this.#keys, bounds });
    }
    this.#isFilled = true;
    this.#keys = [];
  }

  #enlarge(): void {
    const grown = new Float32Array(this.#bounds.length * 2);
    grown.set(this.#bounds);
    this.#bounds = grown;
  }
}

/** The nearest single-precision number that is not greater (-1) or not less (1). */
function rounded(value: number, direction: -1 | 1): number {
  const single = Math.fround(value);
  if ((single - value) * direction >= 0) return single;
  return Math.fround(value + direction * Math.abs(value) * STEP);
}

export function indexName({ table, column }: Pick<IndexedColumn, 'table' | 'column'>): string {
  return `rtree_${table}_${column}`;
}

/** Those that maintain the index, as in version 1.3 of the standard. */
export function indexTriggers({ table, column, key }: IndexedColumn): Trigger[] {
  const name = indexName({ table, column });
  const index = quoted(name);
  const [on, cell, id] = [quoted(table), quoted(column), quoted(key)];
  const isThere = `(NEW.${cell} NOTNULL AND NOT ST_IsEmpty(NEW.${cell}))`;
  const isGone = `(NEW.${cell} ISNULL OR ST_IsEmpty(NEW.${cell}))`;
  const insert = `INSERT OR REPLACE INTO ${index} VALUES (NEW.${id}, ST_MinX(NEW.${cell}), ST_MaxX(NEW.${cell}), ST_MinY(NEW.${cell}), ST_MaxY(NEW.${cell}));`;
  const remove = `DELETE FROM ${index} WHERE id = OLD.${id};`;
  const trigger = (suffix: string, when: string, body: string): Trigger => ({ name: `${name}_${suffix}`, does: `AFTER ${when} BEGIN ${body} END` });
  return [
    trigger('insert', `INSERT ON ${on} WHEN ${isThere}`, insert),
    trigger('update1', `UPDATE OF ${cell} ON ${on} WHEN OLD.${id} = NEW.${id} AND ${isThere}`, insert),
    trigger('update2', `UPDATE OF ${cell} ON ${on} WHEN OLD.${id} = NEW.${id} AND ${isGone}`, remove),
    trigger('update3', `UPDATE ON ${on} WHEN OLD.${id} != NEW.${id} AND ${isThere}`, `${remove} ${insert}`),
    trigger('update4', `UPDATE ON ${on} WHEN OLD.${id} != NEW.${id} AND ${isGone}`, `DELETE FROM ${index} WHERE id IN (OLD.${id}, NEW.${id});`),
    trigger('delete', `DELETE ON ${on} WHEN OLD.${cell} NOT NULL`, remove),
  ];
}
