import '../ui/no-compiled-schemas.ts';
import 'ol/ol.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Page } from '../ui/page.tsx';
import { createExplorer } from './explorer.ts';
import styles from './explorer-page.module.css';
import { LayersPanel } from './layers/layers-panel.tsx';
import { NO_CHOICES } from './layers/shown-layers.ts';
import { useLayers } from './layers/use-layers.ts';
import { MapCard } from './map/map-card.tsx';
import { useAddedLayer } from './map/use-added-layer.ts';
import { RegionPanel } from './region/region-panel.tsx';
import { useAreas } from './region/use-areas.ts';

/** The explorer, in Portuguese: region, layers and map beside each other. */
export function ExplorerPage() {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="GeoExplorer" lang="pt-BR" className={styles.page} headingClassName={styles.heading}>
        <Columns />
      </Page>
    </QueryClientProvider>
  );
}

function Columns() {
  const [explorer] = useState(createExplorer);
  const layers = useLayers(NO_CHOICES);
  const areas = useAreas(explorer);
  const { groups } = layers;
  useAddedLayer(explorer);
  useEffect(() => {
    if (groups !== undefined) explorer.catalogueLayers.show(groups.flatMap((group) => group.layers));
  }, [explorer, groups]);
  return (
    <div className={styles.columns}>
      <RegionPanel areas={areas} onPickCar={() => undefined} />
      <LayersPanel explorer={explorer} layers={layers} />
      <MapCard explorer={explorer} groups={groups} />
    </div>
  );
}
