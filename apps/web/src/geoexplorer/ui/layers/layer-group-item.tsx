import { useId, useState } from 'react';
import type { Explorer } from '../../model/explorer.ts';
import type { ListedLayer } from '../../model/layers/layer-groups.ts';
import { LayerRow } from './layer-row.tsx';
import styles from './layers-panel.module.css';
import type { ShownGroup } from '../../model/layers/shown-layers.ts';
import type { Layers } from './use-layers.ts';

interface LayerGroupItemProps {
  readonly group: ShownGroup;
  readonly layers: Layers;
  readonly explorer: Explorer;
  /** Of the map. */
  readonly zoom: number;
  readonly onDescribe: (layer: ListedLayer) => void;
}

/** A group of layers: its checkbox next to the button that folds it. */
export function LayerGroupItem({ group, layers, explorer, zoom, onDescribe }: LayerGroupItemProps) {
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(true);
  return (
    <li className={styles.group}>
      <div className={styles.groupHead}>
        <label className={styles.groupLabel}>
          <input
            ref={(box) => {
              // There is no attribute for it.
              if (box !== null) box.indeterminate = group.isMixed;
            }}
            type="checkbox"
            className={styles.check}
            checked={group.isVisible}
            onChange={() => {
              layers.toggleGroup(group.name);
            }}
          />
          <span>{group.name}</span>
        </label>
        <button
          type="button"
          className={styles.iconButton}
          aria-expanded={isExpanded}
          aria-controls={id}
          aria-label={`Mostrar as camadas do grupo ${group.name}`}
          onClick={() => {
            setIsExpanded((before) => !before);
          }}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true" className={styles.chevron}>
            <path d="m5 8 5 5 5-5" />
          </svg>
        </button>
      </div>
      <ul id={id} hidden={!isExpanded} className={styles.layers}>
        {group.layers.map((shown) => (
          <LayerRow key={shown.layer.uuid} shown={shown} layers={layers} explorer={explorer} zoom={zoom} onDescribe={onDescribe} />
        ))}
      </ul>
    </li>
  );
}
