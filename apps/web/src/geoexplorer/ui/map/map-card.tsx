import { useId, useState, useSyncExternalStore } from 'react';
import { useSkipTarget } from '../../../ui/skip-target.ts';
import { once } from '../../../ui/once.ts';
import type { Explorer } from '../../model/explorer.ts';
import type { CarEntry } from '../../model/registry/car-entries.ts';
import type { ShownGroup } from '../../model/layers/shown-layers.ts';
import { Panel } from '../panel.tsx';
import { Attribution } from './attribution.tsx';
import { FoundFeatures } from './found-features.tsx';
import { layerSources } from '../../model/map/layer-sources.ts';
import type { Source } from '../../model/map/look.ts';
import { MapControls } from './map-controls.tsx';
import styles from './map-card.module.css';
import type { MapView } from '../../model/map/view-link.ts';
import { useAdded } from './use-added-layer.ts';
import { useLook } from './use-look.ts';
import { useLookMark } from './use-look-mark.ts';
import { useMapTarget } from './use-map-target.ts';
import { usePaperSize } from './use-paper-size.ts';

interface MapCardProps {
  readonly explorer: Explorer;
  readonly groups: readonly ShownGroup[] | undefined;
  readonly view: MapView;
  /** The selected property. */
  readonly car: CarEntry | null;
}

export function MapCard({ explorer, groups, view: { center, zoom }, car }: MapCardProps) {
  const id = useId();
  useSkipTarget('mapa');
  const target = useMapTarget(explorer.map);
  usePaperSize(explorer.map);
  const areas = useAdded(explorer);
  const sources = (): readonly Source[] => [
    { key: 'areas', name: 'Áreas enviadas', ask: ({ x, y, tolerance }) => explorer.areas.look(x, y, tolerance) },
    ...layerSources(groups ?? [], zoom, explorer.catalogueLayers),
  ];
  const look = useLook(explorer.map, sources, { car, areas });
  useLookMark(explorer.map, look.found?.place ?? null);
  const baseIsFailing = useSyncExternalStore(explorer.catalogueLayers.subscribe, () => explorer.catalogueLayers.isBaseFailing);
  const [hasFocus, setHasFocus] = useState(false);
  const areasFail = useSyncExternalStore(explorer.areas.subscribe, () => explorer.areas.state.failure) === 'drawing';
  return (
    <Panel step={3} title="Visualize os resultados" look="map">
      <div className={styles.frame} onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
        <div
          ref={target}
          id="mapa"
          className={styles.map}
          tabIndex={0}
          role="application"
          aria-roledescription="mapa"
          aria-label="Mapa. Setas movem, mais e menos mudam o zoom, Enter mostra o que há no centro."
          aria-describedby={id}
          onKeyDown={({ key, target: pressed, currentTarget }) => {
            if (key === 'Enter' && pressed === currentTarget) look.lookAtCenter();
            else if (key === 'Escape') look.close();
          }}
        />
        {/* Announced while the map is moved by the keyboard, or by its buttons. */}
        <p id={id} className="visually-hidden" aria-live={hasFocus ? 'polite' : 'off'} aria-atomic="true">
          Centro: latitude {degrees(center[1])}, longitude {degrees(center[0])}. Zoom {decimal().format(zoom)}.
        </p>
        <MapControls explorer={explorer} />
        <div role="status">{baseIsFailing && <p className={styles.sign}>O mapa de ruas está fora de alcance.</p>}</div>
        <div role="alert">
          {areasFail && <p className={styles.failure}>As áreas enviadas não puderam ser desenhadas: ocorreu um erro neste navegador. Escolha os arquivos de novo; se o erro voltar, recarregue a página.</p>}
        </div>
        {look.found !== null && (
          <FoundFeatures
            found={look.found}
            onClose={() => {
              look.close();
              // The element that had the focus is gone.
              explorer.map.getTargetElement()?.focus({ preventScroll: true });
            }}
          />
        )}
        <Attribution groups={groups} />
      </div>
    </Panel>
  );
}

const decimal = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 }));
const fine = once(() => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 4, maximumFractionDigits: 4 }));

function degrees(value: number): string {
  return `${fine().format(value)}°`;
}
