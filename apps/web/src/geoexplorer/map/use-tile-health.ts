import { useSyncExternalStore } from 'react';
import type { TileHealth } from './tile-health.ts';

/** Whether the tiles of a source fail to arrive. */
export function useTileHealth(health: TileHealth | undefined): boolean {
  return useSyncExternalStore(health?.subscribe ?? subscribeToNothing, () => health?.isFailing ?? false);
}

const subscribeToNothing = () => () => undefined;
