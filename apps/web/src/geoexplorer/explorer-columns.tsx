import '../ui/no-compiled-schemas.ts';
import 'ol/ol.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { transformExtent } from 'ol/proj.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whenOnline } from '../ui/when-online.ts';
import { ColumnChoice } from './column-choice.tsx';
import type { ColumnName } from './column-choice.tsx';
import { createExplorer } from './model/explorer.ts';
import type { Explorer } from './model/explorer.ts';
import styles from './explorer-page.module.css';
import type { CarEntry } from './model/registry/car-entries.ts';
import { LayersPanel } from './ui/layers/layers-panel.tsx';
import { useLayers } from './ui/layers/use-layers.ts';
import { PROJECTION } from './model/map/create-map.ts';
import { fitView } from './model/map/fit-view.ts';
import { MapCard } from './ui/map/map-card.tsx';
import { useAddedLayer } from './ui/map/use-added-layer.ts';
import { useCarOutline } from './ui/map/use-car-outline.ts';
import { useMapView } from './ui/map/use-map-view.ts';
import { RegionPanel } from './ui/region/region-panel.tsx';
import { useAddressOf, useLink } from './use-link.ts';

const GEOGRAPHIC = 'EPSG:4326';
/** The map and the list of layers come first. */
const PREPARE_AFTER_MS = 1000;

/** The three working columns. They need the map library, so they are loaded after the rest of the page. */
export function ExplorerColumns() {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Columns />
    </QueryClientProvider>
  );
}

/** A narrow screen shows one column at a time, and first that which the link is about, unless there is something to choose again. */
function Columns() {
  const link = useLink();
  const [explorer] = useState(() => createExplorer(link.view));
  const [column, setColumn] = useState<ColumnName>(explorer.areas.hasLost || (link.view === null && link.car === null) ? 'region' : 'map');
  const layers = useLayers(link.layers);
  const view = useMapView(explorer.map);
  const { groups } = layers;
  useAddedLayer(explorer);
  const [car, setCar] = useState(link.car);
  useCarOutline(explorer.map, car);
  useAddressOf(view, layers, car);
  useEffect(() => {
    // A view in the address takes precedence.
    if (link.car !== null && link.view === null) goTo(explorer, link.car);
  }, [explorer, link]);
  useEffect(() => {
    const { areas } = explorer;
    // Not while the page is drawn first: a screen reader announces only what changes afterwards.
    areas.tellLost();
    const end = areas.whenWhole(() => {
      setColumn('map');
    });
    const preparing = setTimeout(() => {
      areas.prepare();
    }, PREPARE_AFTER_MS);
    return () => {
      end();
      clearTimeout(preparing);
      areas.close();
    };
  }, [explorer]);
  const columns = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // What was chosen in the region's column lies on the map, and a hidden element loses the focus to nothing.
    if (focused !== null && columns.current?.contains(focused) === true && !focused.checkVisibility()) explorer.map.getTargetElement()?.focus({ preventScroll: true });
  }, [column, explorer]);
  useEffect(() => {
    if (groups !== undefined) explorer.catalogueLayers.show(groups.flatMap((group) => group.layers));
  }, [explorer, groups]);
  useEffect(() => whenOnline(() => explorer.catalogueLayers.tryNow()), [explorer]);
  return (
    <>
      <ColumnChoice shown={column} onChange={setColumn} />
      <div ref={columns} className={styles.columns} data-shown={column}>
        <RegionPanel
          areas={explorer.areas}
          linkedCar={link.car}
          onPickCar={(picked) => {
            setCar(picked);
            if (picked === null) return;
            setColumn('map');
            goTo(explorer, picked);
          }}
        />
        <LayersPanel explorer={explorer} layers={layers} zoom={view.zoom} />
        <MapCard explorer={explorer} groups={groups} view={view} car={car} />
      </div>
    </>
  );
}

function goTo({ map }: Explorer, { extent }: CarEntry): void {
  fitView(map, transformExtent([...extent], GEOGRAPHIC, PROJECTION));
}
