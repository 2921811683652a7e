import { identifySystem, nationalWellKnownText, systemOfCode, wellKnownText } from '@geoinsights/crs';
import { heightSystemIn, isOneSystem, parseWkt } from '@geoinsights/crs/well-known-text';
import type { CoordinateReferenceSystem } from '../../driver.ts';
import { heightSystemOf } from '../../height-system.ts';

/** A row of gpkg_spatial_ref_sys. */
export interface SystemRow {
  readonly srsId: number;
  readonly name: string;
  readonly organization: string;
  readonly code: number;
  /** WKT 1, or `undefined`. */
  readonly definition: string;
  /** WKT 2, if the file gave nothing else. */
  readonly newDefinition: string | null;
}

const UNDEFINED = 'undefined';
const CARTESIAN: SystemRow = { srsId: -1, name: 'Undefined Cartesian SRS', organization: 'NONE', code: -1, definition: UNDEFINED, newDefinition: null };
const GEOGRAPHIC: SystemRow = { srsId: 0, name: 'Undefined geographic SRS', organization: 'NONE', code: 0, definition: UNDEFINED, newDefinition: null };
/** Systems without a register code are numbered from here, beyond the codes of all registers. */
const FIRST_OWN_ID = 1_000_001;
const LARGEST_CODE = 1_000_000;

/** The systems of a GeoPackage being written: those that the standard requires, and those of its layers. */
export class SystemRows {
  readonly #rows = new Map<number, SystemRow>([CARTESIAN, GEOGRAPHIC, rowOfCode('EPSG', 4326, 'WGS 84', null)].map((row) => [row.srsId, row]));
  readonly #own = new Map<string, SystemRow>();

  get all(): readonly SystemRow[] {
    return [...this.#rows.values()];
  }

  /** The system of heights of a system; null if it has none. */
  heightsOf(srsId: number): string | null {
    const row = this.#rows.get(srsId);
    if (row === undefined) return null;
    const text = row.newDefinition ?? (row.definition === UNDEFINED ? null : row.definition);
    return heightSystemOf({ code: `${row.organization}:${row.code}`, ...(text === null ? {} : { wkt: text }) });
  }

  /** The `srs_id` of a layer's system. */
  idOf(crs: CoordinateReferenceSystem): number {
    const { name, wkt } = crs;
    if (wkt !== undefined && statesHeights(wkt)) return this.#idWithHeights(name, wkt);
    if (wkt === undefined && crs.code === 'OGC:CRS84') return 4326;
    const identified = identifySystem(crs);
    // If the WKT contradicts the code, the code is ignored.
    const code = identified?.code ?? (wkt === undefined ? crs.code : null);
    const registered = /^([A-Z]+):(\d+)$/.exec(code ?? '');
    if (registered !== null && Number(registered[2]) <= LARGEST_CODE) return this.#add(rowOfCode(registered[1], Number(registered[2]), identified?.name ?? name, wkt ?? null));
    if (wkt !== undefined) return this.#ownId(name, wkt);
    return crs.units.kind === 'geographic' ? GEOGRAPHIC.srsId : CARTESIAN.srsId;
  }

  /** A system with heights keeps its text: the code in it, if there is one, is that of the whole. */
  #idWithHeights(name: string, wkt: string): number {
    const root = parseWkt(wkt);
    const stated = root?.children.find(({ keyword }) => keyword === 'AUTHORITY' || keyword === 'ID');
    const [register, code] = [stated?.values.at(0) ?? '', Number(stated?.values.at(1) ?? NaN)];
    if (!/^[A-Za-z]+$/.test(register) || !Number.isInteger(code) || code < 1 || code > LARGEST_CODE) return this.#ownId(name, wkt);
    return this.#add({ srsId: code, name, organization: register.toUpperCase(), code, ...definitionsOf(wkt) });
  }

  #ownId(name: string, wkt: string): number {
    return this.#withOwnId(wkt, { name, organization: 'NONE', code: FIRST_OWN_ID + this.#own.size, ...definitionsOf(wkt) });
  }

  #withOwnId(key: string, system: Omit<SystemRow, 'srsId'>): number {
    const row = this.#own.get(key) ?? { ...system, srsId: FIRST_OWN_ID + this.#own.size };
    this.#own.set(key, row);
    return this.#add(row);
  }

  #add(row: SystemRow): number {
    // Different registers may use the same number for different systems.
    const other = this.#rows.get(row.srsId);
    if (other !== undefined && other.organization !== row.organization) return this.#withOwnId(`${row.organization}:${row.code}`, row);
    if (other === undefined) this.#rows.set(row.srsId, row);
    return row.srsId;
  }
}

/** Whether a text states heights and is one system. ArcGIS writes two after one another, which no GeoPackage has. */
function statesHeights(wkt: string): boolean {
  return heightSystemIn(wkt) !== null && isOneSystem(wkt);
}

/** @param wkt from the file, for systems that are not in the table */
function rowOfCode(organization: string, code: number, name: string, wkt: string | null): SystemRow {
  const known = systemOfCode(`${organization}:${code}`);
  const isFlat = heightSystemOf({ code: `${organization}:${code}` }) === null;
  // WKT 1 knows no system with heights; its code says which it is.
  const definitions = known === null || !isFlat ? definitionsOf(wkt ?? nationalWellKnownText(`${organization}:${code}`)) : { definition: wellKnownText(known), newDefinition: null };
  return { srsId: code, name: known?.name ?? name, organization, code, ...definitions };
}

const FIRST_GENERATION = new Set(['GEOGCS', 'PROJCS', 'LOCAL_CS', 'COMPD_CS', 'GEOCCS']);

function definitionsOf(wkt: string | null): Pick<SystemRow, 'definition' | 'newDefinition'> {
  if (wkt === null) return { definition: UNDEFINED, newDefinition: null };
  const isFirst = FIRST_GENERATION.has(parseWkt(wkt)?.keyword ?? '');
  return isFirst ? { definition: wkt, newDefinition: null } : { definition: UNDEFINED, newDefinition: wkt };
}
