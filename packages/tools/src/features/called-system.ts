import { nationalSystemCalled, statedSystem, systemGiven } from '@geoinsights/crs';
import type { CoordinateReferenceSystem } from '@geoinsights/formats';

/** A reference system by name, or one of another country by its code. @throws ProblemError crs-not-known, crs-ambiguous */
export function systemCalled(name: string): CoordinateReferenceSystem {
  return nationalSystemCalled(name) ?? statedSystem(systemGiven(name));
}

/**
 * What options say of reference systems, before a file is read.
 * @throws ProblemError crs-not-known, crs-ambiguous
 */
export function requireSystems(...names: readonly (string | undefined)[]): void {
  for (const name of names) if (name !== undefined) systemCalled(name);
}
