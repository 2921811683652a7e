import { AMERICAS } from './national/americas.ts';
import { ELSEWHERE } from './national/elsewhere.ts';
import { EUROPE } from './national/europe.ts';
import { LONGLAT } from './national/families.ts';
import type { NationalDatum } from './national/families.ts';
import { codeIn } from './named-systems.ts';
import type { KnownStatedSystem } from './stated-system.ts';

/** A system of another country, or of the world. */
export interface NationalSystem {
  /** As the EPSG register names it. */
  readonly name: string;
  readonly datum: NationalDatum;
  /** As PROJ takes it; null if its coordinates are longitudes and latitudes that count as those on WGS 84. */
  readonly definition: string | null;
}

let byCode: ReadonlyMap<string, NationalSystem> | null = null;

/**
 * Systems that a file may name by its code alone, such as `EPSG:2154`, with the parameters of the EPSG dataset. Only those are here whose datum has one place for
 * the whole country, at WGS 84 or by numbers: where each region has numbers of its own (ED50, Monte Mario, S-JTSK), one of them would be wrong in the others. Axes
 * that count to the south or west are left out, too. Made on first use, which most files do not need.
 */
export function nationalSystems(): ReadonlyMap<string, NationalSystem> {
  byCode ??= new Map([...AMERICAS, ...EUROPE, ...ELSEWHERE].flatMap(([datum, systems]) => systems.map(([code, name, plane]): [string, NationalSystem] => [`EPSG:${code}`, { name, datum, definition: plane === LONGLAT && datum.source === null ? null : `${plane} ${datum.definition}` }])));
  return byCode;
}

/** The system of another country that somebody means by a code (`EPSG:2154`, `2154`, its URN or address), as a layer states it; null if there is none. */
export function nationalSystemCalled(text: string): Omit<KnownStatedSystem, 'wkt'> | null {
  const code = codeIn(text.trim());
  const found = code === null ? undefined : nationalSystems().get(code);
  if (code === null || found === undefined) return null;
  const isGeographic = (found.definition ?? LONGLAT).startsWith(LONGLAT);
  return { name: found.name, code, units: { kind: isGeographic ? 'geographic' : 'planar' }, metresPerUnit: isGeographic ? null : 1 };
}
