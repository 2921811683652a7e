import { useId, useState } from 'react';
import type { ListedLayer } from '../../model/layers/layer-groups.ts';
import type { ServiceState } from '../../model/map/tile-health.ts';
import styles from './layer-options.module.css';

interface LayerOptionsProps {
  readonly id: string;
  readonly layer: ListedLayer;
  /** 0 to 1. */
  readonly opacity: number;
  readonly legend: string | undefined;
  /** The state of its service. */
  readonly service: ServiceState;
  readonly onOpacity: (opacity: number) => void;
}

/** Opacity and legend of one layer. */
export function LayerOptions({ id, layer, opacity, legend, service, onOpacity }: LayerOptionsProps) {
  const slider = useId();
  const percent = Math.round(opacity * 100);
  return (
    <div id={id} className={styles.options}>
      <div className={styles.opacity}>
        <label htmlFor={slider}>Opacidade</label>
        <span aria-hidden="true">{percent}%</span>
        <input
          id={slider}
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-label={`Opacidade: ${layer.name}`}
          aria-valuetext={`${percent}%`}
          onChange={({ currentTarget }) => {
            onOpacity(currentTarget.valueAsNumber / 100);
          }}
        />
      </div>
      {legend !== undefined && <Legend key={`${legend} ${String(service === 'failing')}`} address={legend} name={layer.name} service={service} />}
    </div>
  );
}

interface LegendProps {
  readonly address: string;
  readonly name: string;
  readonly service: ServiceState;
}

/** Drawn by the service; many services have none, which is then stated. A service that is down may well have one. */
function Legend({ address, name, service }: LegendProps) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return <p className={styles.missing}>{MISSING[service]}</p>;
  return (
    <div>
      <p aria-hidden="true">Legenda</p>
      <img
        className={styles.legend}
        src={address}
        alt={`Legenda: ${name}`}
        referrerPolicy="no-referrer"
        onError={() => {
          setIsMissing(true);
        }}
      />
    </div>
  );
}

const MISSING: Record<ServiceState, string> = {
  working: 'Esta camada não tem legenda.',
  failing: 'A legenda não veio: o serviço está fora do ar.',
  unknown: 'A legenda não veio: a camada não tem uma, ou o serviço está fora do ar.',
};
