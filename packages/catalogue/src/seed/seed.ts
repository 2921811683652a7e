import type { CatalogueLayer } from '@geoinsights/contract';
import { REFERENCE_LAYERS, SAMPLE_LAYERS } from './local-layers.ts';
import type { LocalSeedLayer } from './local-layers.ts';
import { REMOTE_GROUPS } from './remote-groups.ts';
import { remoteLayer } from './remote-layers.ts';

/** The path of our own WMS, without a host so that it works behind every host name. */
export const LOCAL_WMS_PATH = '/api/v1/wms';

export interface SeedLayer {
  /** Its catalogue entry, which does not depend on this machine. */
  readonly layer: CatalogueLayer;
  /** The data, if we draw it ourselves. */
  readonly local: LocalSeedLayer | null;
}

export interface SeedGroup {
  readonly name: string;
  readonly position: number;
  readonly is_visible: boolean;
  readonly layers: readonly SeedLayer[];
}

/** The contents of a new catalogue. Layers of others are hidden at first, since nobody knows whether they respond. */
export const SEED_GROUPS: readonly SeedGroup[] = [
  localGroup('Mapa de referência', 1, REFERENCE_LAYERS),
  localGroup('Dados de exemplo', 2, SAMPLE_LAYERS),
  ...REMOTE_GROUPS.map(({ name, layers }, index) => ({
    name,
    position: index + 3,
    is_visible: false,
    layers: layers.map((layer, place) => ({ layer: remoteLayer(layer, place + 1), local: null })),
  })),
];

function localGroup(name: string, position: number, layers: readonly LocalSeedLayer[]): SeedGroup {
  return { name, position, is_visible: true, layers: layers.map((local, index) => ({ layer: localLayer(local, index + 1), local })) };
}

function localLayer({ uuid, name, code, color, style, description, source, licence, attribution, details, providerDate }: LocalSeedLayer, position: number): CatalogueLayer {
  return {
    uuid,
    name,
    code,
    position,
    is_visible: true,
    color,
    description,
    source,
    webmap: { url: LOCAL_WMS_PATH },
    layer_tasks: [{ provider_date: providerDate, source_date: null, details }],
    minimum_zoom: null,
    style,
    licence,
    attribution,
    last_checked: null,
  };
}
