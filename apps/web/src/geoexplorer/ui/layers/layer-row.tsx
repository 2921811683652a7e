import { useId, useState, useSyncExternalStore } from 'react';
import type { Explorer } from '../../model/explorer.ts';
import { isBelowMinimum } from '../../model/map/catalogue-layers.ts';
import type { ListedLayer } from '../../model/layers/layer-groups.ts';
import { refusalSentence } from '../../model/map/refusals.ts';
import type { Refusal } from '../../model/map/refusals.ts';
import { LayerOptions } from './layer-options.tsx';
import styles from './layers-panel.module.css';
import type { ShownLayer } from '../../model/layers/shown-layers.ts';
import type { Layers } from './use-layers.ts';

interface LayerRowProps {
  readonly shown: ShownLayer;
  readonly layers: Layers;
  readonly explorer: Explorer;
  /** Of the map. */
  readonly zoom: number;
  readonly onDescribe: (layer: ListedLayer) => void;
}

/** One layer: checkbox, colour, name, a hint if it is not visible, and further actions. */
export function LayerRow({ shown: { layer, isVisible, opacity }, layers, explorer, zoom, onDescribe }: LayerRowProps) {
  const id = useId();
  const [showsOptions, setShowsOptions] = useState(false);
  const service = useSyncExternalStore(explorer.catalogueLayers.subscribe, () => explorer.catalogueLayers.serviceOf(layer.uuid));
  const refusal = useSyncExternalStore(explorer.catalogueLayers.subscribe, () => explorer.catalogueLayers.refusalOf(layer.uuid));
  const isSlow = useSyncExternalStore(explorer.catalogueLayers.subscribe, () => explorer.catalogueLayers.isSlow(layer.uuid));
  const isFar = isVisible && isBelowMinimum(layer, zoom);
  const failure = service === 'failing' && isVisible && !isFar ? failureWords(refusal) : null;
  const remark = isVisible && failure === null ? remarkOn(layer, { isFar, isSlow }) : null;
  return (
    <li className={styles.layer} data-active={isVisible}>
      <div className={styles.layerHead}>
        <label className={styles.layerLabel}>
          <input
            type="checkbox"
            className={styles.check}
            checked={isVisible}
            aria-describedby={failure !== null ? `${id}-sign` : remark === null ? undefined : `${id}-remark`}
            onChange={() => {
              layers.toggleLayer(layer.uuid);
            }}
          />
          <span className={styles.color} style={{ backgroundColor: layer.color }} aria-hidden="true" />
          <span>{layer.name}</span>
        </label>
        {isVisible && (
          <OptionsButton
            layer={layer}
            controls={`${id}-options`}
            isExpanded={showsOptions}
            onToggle={() => {
              setShowsOptions((before) => !before);
            }}
          />
        )}
        <InfoButton layer={layer} onDescribe={onDescribe} />
      </div>
      {remark !== null && (
        <p id={`${id}-remark`} className={styles.remark}>
          {remark}
        </p>
      )}
      {/* Always there: many screen readers do not announce a region that arrives together with its text. */}
      <p id={`${id}-sign`} className={failure === null ? 'visually-hidden' : styles.sign} role="status">
        {failure}
      </p>
      {isVisible && showsOptions && (
        <LayerOptions
          id={`${id}-options`}
          layer={layer}
          opacity={opacity}
          service={service}
          legend={explorer.catalogueLayers.legendOf(layer.uuid)}
          onOpacity={(value) => {
            layers.setOpacity(layer.uuid, value);
          }}
        />
      )}
    </li>
  );
}

/** What a visible layer shows less of than one may expect, if it does. */
function remarkOn(layer: ListedLayer, { isFar, isSlow }: { readonly isFar: boolean; readonly isSlow: boolean }): string | null {
  if (isSlow && !isFar) return 'Carregando...';
  if (isFar) return `Aproxime o mapa: aparece a partir do zoom ${String(layer.minimum_zoom)}.`;
  return layer.style === 'background' ? 'Fica sob o mapa de ruas.' : null;
}

function failureWords(refusal: Refusal | null): string {
  return refusal === null ? 'O serviço desta camada não responde.' : refusalSentence(refusal, 'o mapa tenta de novo');
}

interface OptionsButtonProps {
  readonly layer: ListedLayer;
  /** The id of what it shows and hides. */
  readonly controls: string;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

function OptionsButton({ layer, controls, isExpanded, onToggle }: OptionsButtonProps) {
  return (
    <button type="button" className={styles.iconButton} aria-expanded={isExpanded} aria-controls={controls} title={`Opacidade e legenda: ${layer.name}`} onClick={onToggle}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 6h7m4 0h3M3 14h3m4 0h7" />
        <circle cx="12" cy="6" r="2" />
        <circle cx="8" cy="14" r="2" />
      </svg>
    </button>
  );
}

function InfoButton({ layer, onDescribe }: Pick<LayerRowProps, 'onDescribe'> & { readonly layer: ListedLayer }) {
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-haspopup="dialog"
      title={`Informações: ${layer.name}`}
      onClick={() => {
        onDescribe(layer);
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7.25" />
        <path d="M10 9.25v4.5M10 6.25v.5" />
      </svg>
    </button>
  );
}
