import { geographicSystemOf } from './known-systems.ts';
import type { KnownSystem } from './known-systems.ts';
import { wellKnownText } from './write-well-known-text.ts';

/** A system of the table in the form that layers use. */
export interface KnownStatedSystem {
  readonly name: string;
  readonly code: string;
  readonly units: { readonly kind: 'geographic' | 'planar' };
  /** Metres per coordinate unit; null for degrees. */
  readonly metresPerUnit: number | null;
  readonly wkt: string;
}

/** The system statement of a layer with coordinates in this system. Heights are dropped: for `EPSG:4979` it is `EPSG:4326`. */
export function statedSystem(system: KnownSystem): KnownStatedSystem {
  const isGeographic = system.method === 'geographic';
  const { name, code } = isGeographic ? geographicSystemOf(system.datum) : system;
  return { name, code, units: { kind: isGeographic ? 'geographic' : 'planar' }, metresPerUnit: isGeographic ? null : 1, wkt: wellKnownText(system) };
}
