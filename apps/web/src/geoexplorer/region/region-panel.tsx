import { Panel } from '../panel.tsx';
import type { CarEntry } from './car-entries.ts';
import { CarSearch } from './car-search.tsx';
import styles from './region-panel.module.css';
import { UploadArea } from './upload-area.tsx';
import type { Areas } from './use-areas.ts';

interface RegionPanelProps {
  readonly areas: Areas;
  readonly onPickCar: (entry: CarEntry) => void;
}

export function RegionPanel({ areas, onPickCar }: RegionPanelProps) {
  return (
    <Panel step={1} title="Escolha a regiao de interesse">
      <div className={styles.region}>
        <CarSearch onPick={onPickCar} />
        <UploadArea areas={areas} />
      </div>
    </Panel>
  );
}
