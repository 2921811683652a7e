import { useId } from 'react';
import type { Explorer } from '../explorer.ts';
import type { ShownGroup } from '../layers/shown-layers.ts';
import { Panel } from '../panel.tsx';
import { Attribution } from './attribution.tsx';
import { MapControls } from './map-controls.tsx';
import styles from './map-card.module.css';
import { useMapView } from './use-map-view.ts';
import { useMapTarget } from './use-map-target.ts';
import { useTileHealth } from './use-tile-health.ts';

interface MapCardProps {
  readonly explorer: Explorer;
  readonly groups: readonly ShownGroup[] | undefined;
}

export function MapCard({ explorer, groups }: MapCardProps) {
  const id = useId();
  const target = useMapTarget(explorer.map);
  const { center, zoom } = useMapView(explorer.map);
  const baseIsFailing = useTileHealth(explorer.catalogueLayers.baseHealth);
  return (
    <Panel step={3} title="Visualize os resultados" look="map">
      <div className={styles.frame}>
        <div
          ref={target}
          className={styles.map}
          tabIndex={0}
          role="application"
          aria-roledescription="mapa"
          aria-label="Mapa. Setas movem, mais e menos mudam o zoom."
          aria-describedby={id}
        />
        <p id={id} className="visually-hidden">
          Centro: latitude {degrees(center[1])}, longitude {degrees(center[0])}. Zoom {decimal.format(zoom)}.
        </p>
        <MapControls explorer={explorer} />
        {baseIsFailing && (
          <p role="status" className={styles.sign}>
            O mapa de ruas está fora de alcance.
          </p>
        )}
        <Attribution groups={groups} />
      </div>
    </Panel>
  );
}

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const fine = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 4, maximumFractionDigits: 4 });

function degrees(value: number): string {
  return `${fine.format(value)}°`;
}
