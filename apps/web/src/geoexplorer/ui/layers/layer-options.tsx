import { useId, useState } from 'react';
import type { ListedLayer } from '../../model/layers/layer-groups.ts';
import styles from './layer-options.module.css';

interface LayerOptionsProps {
  readonly id: string;
  readonly layer: ListedLayer;
  /** 0 to 1. */
  readonly opacity: number;
  readonly legend: string | undefined;
  readonly onOpacity: (opacity: number) => void;
}

/** Opacity and legend of one layer. */
export function LayerOptions({ id, layer, opacity, legend, onOpacity }: LayerOptionsProps) {
  const slider = useId();
  const percent = Math.round(opacity * 100);
  return (
    <div id={id} className={styles.options}>
      <div className={styles.opacity}>
        <label htmlFor={slider}>Opacidade</label>
        <output htmlFor={slider}>{percent}%</output>
        <input
          id={slider}
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-valuetext={`${percent}%`}
          onChange={({ currentTarget }) => {
            onOpacity(currentTarget.valueAsNumber / 100);
          }}
        />
      </div>
      {legend !== undefined && <Legend key={legend} address={legend} name={layer.name} />}
    </div>
  );
}

/** As the service draws it; many services have none, which is then said. */
function Legend({ address, name }: { readonly address: string; readonly name: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return <p className={styles.missing}>Esta camada não tem legenda.</p>;
  return (
    <img
      className={styles.legend}
      src={address}
      alt={`Legenda: ${name}`}
      referrerPolicy="no-referrer"
      onError={() => {
        setIsMissing(true);
      }}
    />
  );
}
