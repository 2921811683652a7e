import type { UploadedAreas } from '../../model/areas/uploaded-areas.ts';
import { Panel } from '../panel.tsx';
import type { CarEntry } from '../../model/registry/car-entries.ts';
import { CarSearch } from './car-search.tsx';
import styles from './region-panel.module.css';
import { UploadArea } from './upload-area.tsx';

interface RegionPanelProps {
  readonly areas: UploadedAreas;
  /** The property that the address asks for. */
  readonly linkedCar: CarEntry | null;
  readonly onPickCar: (entry: CarEntry | null) => void;
}

export function RegionPanel({ areas, linkedCar, onPickCar }: RegionPanelProps) {
  return (
    <Panel step={1} title="Escolha a regiao de interesse">
      <div className={styles.region}>
        <CarSearch initial={linkedCar} onPick={onPickCar} />
        <UploadArea areas={areas} />
      </div>
    </Panel>
  );
}
