import type OpenLayersMap from 'ol/Map.js';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FoundFeature } from '../region/areas/messages.ts';

/** Metres of the map by pixels: what a finger or a mouse may miss by. */
const TOLERANCE_PIXELS = 6;

export interface Look {
  /** Null until a place is looked at. */
  readonly found: readonly FoundFeature[] | null;
  lookAtCenter(): void;
  close(): void;
}

/**
 * What lies under a place of the map: the one that was clicked, or the middle.
 * @param ask finds the features at a position and within a tolerance, both in metres of EPSG:3857.
 */
export function useLook(map: OpenLayersMap, ask: (x: number, y: number, tolerance: number) => Promise<FoundFeature[]>): Look {
  const [found, setFound] = useState<readonly FoundFeature[] | null>(null);
  const lookAt = async ([x = 0, y = 0]: readonly number[]) => {
    setFound(await ask(x, y, TOLERANCE_PIXELS * (map.getView().getResolution() ?? 1)));
  };
  const onClick = useEffectEvent((coordinate: readonly number[]) => void lookAt(coordinate));
  useEffect(() => {
    const listener = ({ coordinate }: { coordinate: number[] }) => {
      onClick(coordinate);
    };
    map.on('singleclick', listener);
    return () => {
      map.un('singleclick', listener);
    };
  }, [map]);
  return {
    found,
    lookAtCenter: () => void lookAt(map.getView().getCenter() ?? []),
    close: () => {
      setFound(null);
    },
  };
}
