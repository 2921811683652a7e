import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readLinkedLayers, writeLinkedLayers } from './model/layers/link.ts';
import type { LinkedLayers } from './model/layers/link.ts';
import type { Layers } from './ui/layers/use-layers.ts';
import type { MapView } from './model/map/view-link.ts';
import { readLinkedView, writeLinkedView } from './model/map/view-link.ts';
import { readLinkedCar, writeLinkedCar } from './model/registry/car-entries.ts';
import type { CarEntry } from './model/registry/car-entries.ts';

const VIEW = 'mapa';
const LAYERS = 'camadas';
const CAR = 'car';

/** What the address asks for when the explorer opens. */
export interface Link {
  readonly view: MapView | null;
  readonly layers: LinkedLayers | null;
  readonly car: CarEntry | null;
}

export function useLink(): Link {
  const [parameters] = useSearchParams();
  const [link] = useState(() => ({ view: readLinkedView(parameters.get(VIEW)), layers: readLinkedLayers(parameters.get(LAYERS)), car: readLinkedCar(parameters.get(CAR)) }));
  return link;
}

/** Keeps the address up to date, so that it shows others the same map. Until something changes, the address is left unchanged. */
export function useAddressOf(view: MapView, { groups, isChosen }: Layers, car: CarEntry | null): void {
  const [parameters, setParameters] = useSearchParams();
  const firstView = useRef(writeLinkedView(view));
  const viewText = writeLinkedView(view);
  const layersText = groups === undefined || !isChosen ? null : writeLinkedLayers(groups);
  const carText = car === null ? null : writeLinkedCar(car);
  const known = useRef({ viewText, layersText, carText });
  useEffect(() => {
    const isNew = known.current.viewText !== viewText || known.current.layersText !== layersText || known.current.carText !== carText;
    known.current = { viewText, layersText, carText };
    if (!isNew) return;
    const next = new URLSearchParams(parameters);
    if (viewText !== firstView.current || next.has(VIEW)) next.set(VIEW, viewText);
    if (layersText !== null) next.set(LAYERS, layersText);
    if (carText === null) next.delete(CAR);
    else next.set(CAR, carText);
    if (next.toString() !== parameters.toString()) setParameters(next, { replace: true, preventScrollReset: true });
  }, [viewText, layersText, carText, parameters, setParameters]);
}
