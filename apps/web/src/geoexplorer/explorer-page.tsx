import { Page } from '../ui/page.tsx';
import { LayersPanel } from './layers/layers-panel.tsx';
import styles from './explorer-page.module.css';
import { MapCard } from './map/map-card.tsx';
import { RegionPanel } from './region/region-panel.tsx';

/** The explorer, in Portuguese: region, layers and map beside each other. */
export function ExplorerPage() {
  return (
    <Page title="GeoExplorer" lang="pt-BR" className={styles.page}>
      <p className={styles.lead}>O explorador de mapas está em construção.</p>
      <div className={styles.columns}>
        <RegionPanel />
        <LayersPanel />
        <MapCard />
      </div>
    </Page>
  );
}
