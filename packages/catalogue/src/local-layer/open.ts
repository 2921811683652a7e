import type { GeographicExtent } from './source.ts';

/** A local layer that stands open for reading. */
export interface LocalLayer {
  readonly featureCount: number;
  /** Null when no feature has a place. */
  readonly extent: GeographicExtent | null;
}

/** Opens what `writeLocalLayer` wrote. */
export async function openLocalLayer(folder: string): Promise<LocalLayer> {
  await Promise.resolve(folder);
  throw new Error('Local layers cannot be opened yet.');
}
