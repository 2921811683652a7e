import { geographicSystemOf } from './known-systems.ts';
import type { KnownSystem } from './known-systems.ts';
import { wellKnownText } from './write-well-known-text.ts';

/** A system of the table as layers state theirs. */
export interface KnownStatedSystem {
  readonly name: string;
  readonly code: string;
  readonly units: { readonly kind: 'geographic' | 'planar' };
  /** Metres in one coordinate unit; null for degrees. */
  readonly metresPerUnit: number | null;
  readonly wkt: string;
}

/** What a layer says of its system when its coordinates are in this one. Heights are no part of it: of `EPSG:4979` it is `EPSG:4326`. */
export function statedSystem(system: KnownSystem): KnownStatedSystem {
  const isGeographic = system.method === 'geographic';
  const { name, code } = isGeographic ? geographicSystemOf(system.datum) : system;
  return { name, code, units: { kind: isGeographic ? 'geographic' : 'planar' }, metresPerUnit: isGeographic ? null : 1, wkt: wellKnownText(system) };
}
