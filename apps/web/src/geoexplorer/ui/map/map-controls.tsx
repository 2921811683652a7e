import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Explorer } from '../../model/explorer.ts';
import { fitView } from '../../model/map/fit-view.ts';
import { wantsStillness } from '../../../ui/wants-stillness.ts';
import styles from './map-card.module.css';
import { useAdded } from './use-added-layer.ts';
import { useGeolocation } from './use-geolocation.ts';

/** The buttons on the map. */
export function MapControls({ explorer }: { readonly explorer: Explorer }) {
  const { map } = explorer;
  const added = useAdded(explorer);
  const geolocation = useGeolocation(map);
  const [fullScreenFailure, setFullScreenFailure] = useState<string | null>(null);
  const failure = geolocation.failure ?? fullScreenFailure;
  const zoomBy = (step: number) => {
    const view = map.getView();
    view.cancelAnimations();
    view.animate({ zoom: (view.getZoom() ?? 0) + step, duration: wantsStillness() ? 0 : 200 });
  };
  return (
    <>
      <div className={styles.controls} role="group" aria-label="Controles do mapa">
        <MapButton label="Aproximar" onClick={() => zoomBy(1)}>
          <path d="M10 4v12M4 10h12" />
        </MapButton>
        <MapButton label="Afastar" onClick={() => zoomBy(-1)}>
          <path d="M4 10h12" />
        </MapButton>
        {added !== null && (
          <MapButton label="Ir para as áreas enviadas" onClick={() => fitView(map, added.extent)}>
            <path d="M3 7V3h4m6 0h4v4m0 6v4h-4m-6 0H3v-4M7 8l4-1 3 3-2 4-5-1z" />
          </MapButton>
        )}
        <MapButton label="Ir para a minha localização" onClick={() => geolocation.locate()}>
          <circle cx="10" cy="10" r="4.5" />
          <path d="M10 2v3m0 10v3M2 10h3m10 0h3" />
        </MapButton>
        <FullScreenButton onFailure={setFullScreenFailure} />
      </div>
      <p role="status" className={failure === null ? 'visually-hidden' : styles.message}>
        {failure}
      </p>
    </>
  );
}

interface MapButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function MapButton({ label, onClick, children }: MapButtonProps) {
  return (
    // The title names it, too: beside a name of its own it would be read as a description, after the same words.
    <button type="button" className={styles.control} title={label} onClick={onClick}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}

/** Absent if the browser does not support it, as on many phones. */
function FullScreenButton({ onFailure }: { readonly onFailure: (sentence: string | null) => void }) {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const onChange = () => {
      setIsFull(document.fullscreenElement !== null);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const frame = document.querySelector(`.${styles.frame}`);
    onFailure(null);
    const change = isFull ? document.exitFullscreen() : frame?.requestFullscreen();
    change?.catch((error: unknown) => {
      console.error('The browser refused to change the full screen:', error);
      onFailure('O navegador não permitiu a tela cheia.');
    });
  };
  return (
    <MapButton label={isFull ? 'Sair da tela cheia' : 'Tela cheia'} onClick={toggle}>
      <path d={isFull ? 'M8 3v5H3m9-5v5h5M8 17v-5H3m9 5v-5h5' : 'M3 8V3h5m4 0h5v5m0 4v5h-5m-4 0H3v-5'} />
    </MapButton>
  );
}
