import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readLinkedLayers, writeLinkedLayers } from './model/layers/link.ts';
import type { LinkedLayers } from './model/layers/link.ts';
import type { Layers } from './ui/layers/use-layers.ts';
import type { MapView } from './model/map/view-link.ts';
import { readLinkedView, writeLinkedView } from './model/map/view-link.ts';

const VIEW = 'mapa';
const LAYERS = 'camadas';

/** What the address asks for when the explorer opens. */
export interface Link {
  readonly view: MapView | null;
  readonly layers: LinkedLayers | null;
}

export function useLink(): Link {
  const [parameters] = useSearchParams();
  const [link] = useState(() => ({ view: readLinkedView(parameters.get(VIEW)), layers: readLinkedLayers(parameters.get(LAYERS)) }));
  return link;
}

/** Keeps the address such that it shows to others what is on the map. Until something is changed it stays as it was. */
export function useAddressOf(view: MapView, { groups, isChosen }: Layers): void {
  const [parameters, setParameters] = useSearchParams();
  const firstView = useRef(writeLinkedView(view));
  const viewText = writeLinkedView(view);
  const layersText = groups === undefined || !isChosen ? null : writeLinkedLayers(groups);
  const known = useRef({ viewText, layersText });
  useEffect(() => {
    const isNew = known.current.viewText !== viewText || known.current.layersText !== layersText;
    known.current = { viewText, layersText };
    if (!isNew) return;
    const next = new URLSearchParams(parameters);
    if (viewText !== firstView.current || next.has(VIEW)) next.set(VIEW, viewText);
    if (layersText !== null) next.set(LAYERS, layersText);
    if (next.toString() !== parameters.toString()) setParameters(next, { replace: true, preventScrollReset: true });
  }, [viewText, layersText, parameters, setParameters]);
}
