import { useState } from 'react';
import type { Explorer } from '../../model/explorer.ts';
import { Panel } from '../panel.tsx';
import panelStyles from '../panel.module.css';
import { LayerGroupItem } from './layer-group-item.tsx';
import type { ListedLayer } from '../../model/layers/layer-groups.ts';
import { LayerInfoModal } from './layer-info-modal.tsx';
import styles from './layers-panel.module.css';
import type { Layers } from './use-layers.ts';

interface LayersPanelProps {
  readonly explorer: Explorer;
  readonly layers: Layers;
  /** Of the map. */
  readonly zoom: number;
}

export function LayersPanel({ explorer, layers, zoom }: LayersPanelProps) {
  const { groups } = layers;
  const [described, setDescribed] = useState<ListedLayer | null>(null);
  return (
    <Panel step={2} title="Escolha as camadas">
      <p role="status" className={lookOf(groups?.length)}>
        {stateOf(groups?.length)}
      </p>
      {groups !== undefined && groups.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <LayerGroupItem key={group.name} group={group} layers={layers} explorer={explorer} zoom={zoom} onDescribe={setDescribed} />
          ))}
        </ul>
      )}
      {described !== null && (
        <LayerInfoModal
          layer={described}
          onClose={() => {
            setDescribed(null);
          }}
        />
      )}
    </Panel>
  );
}

function lookOf(groups: number | undefined): string | undefined {
  if (groups === undefined) return panelStyles.waiting;
  return groups === 0 ? panelStyles.state : 'visually-hidden';
}

function stateOf(groups: number | undefined): string {
  if (groups === undefined) return 'Carregando camadas...';
  if (groups === 0) return 'Nenhuma camada encontrada!';
  return groups === 1 ? '1 grupo de camadas carregado.' : `${groups} grupos de camadas carregados.`;
}
