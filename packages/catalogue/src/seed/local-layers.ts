import path from 'node:path';
import type { LayerStyle } from '@geoinsights/contract';
import { driverFor, openDiskFile } from '@geoinsights/formats';
import type { Attributes } from '@geoinsights/formats';
import type { LocalLayerSource } from '../local-layer/source.ts';
import { worldLayerSource } from './world.ts';

/** A layer that comes with the product and is drawn by it. */
export interface LocalSeedLayer {
  readonly uuid: string;
  readonly name: string;
  /** Its name for LAYERS in our own WMS. */
  readonly code: string;
  readonly color: string;
  readonly style: LayerStyle;
  readonly description: string;
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  readonly details: string;
  /** When its provider made the data. */
  readonly providerDate: string | null;
  readonly load: () => Promise<LocalLayerSource>;
}

const NATURAL_EARTH = {
  source: 'Natural Earth, pelo pacote npm world-atlas 2.0.2',
  licence: 'Domínio público (Natural Earth); pacote sob licença ISC',
  attribution: 'Natural Earth',
  providerDate: null,
  details: 'Copiada para este servidor com a instalação; funciona sem rede.',
};
const SAMPLE = {
  style: 'filled',
  source: 'GeoInsights, dados de exemplo',
  licence: 'Uso livre (dados de exemplo)',
  attribution: 'GeoInsights (exemplo)',
  providerDate: '2026-11-21T00:00:00.000Z',
  details: 'Dados de exemplo, desenhados por um programa; nada neles é real.',
} as const;

export const REFERENCE_LAYERS: readonly LocalSeedLayer[] = [
  {
    ...NATURAL_EARTH,
    uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f1001',
    name: 'Terras emersas',
    code: 'terras-emersas',
    color: '#b8b08d',
    style: 'background',
    description: 'Continentes e ilhas do mundo, na escala 1:50 000 000. Serve de fundo quando o mapa de ruas não está ao alcance.',
    load: () => worldLayerSource('land'),
  },
  {
    ...NATURAL_EARTH,
    uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f1002',
    name: 'Países',
    code: 'paises',
    color: '#6b7280',
    style: 'outlined',
    description: 'Limites dos países do mundo, na escala 1:50 000 000. Os limites são os de fato, como a Natural Earth os desenha.',
    load: () => worldLayerSource('countries'),
  },
];

export const SAMPLE_LAYERS: readonly LocalSeedLayer[] = [
  {
    ...SAMPLE,
    uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f2001',
    name: 'Imóveis rurais (exemplo)',
    code: 'imoveis-rurais-exemplo',
    color: '#e0a100',
    description: 'Dados de exemplo: um polígono para cada um dos seis imóveis da busca do CAR, em lugares verossímeis. Não são imóveis reais.',
    load: () => sampleSource('rural-properties'),
  },
  {
    ...SAMPLE,
    uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f2002',
    name: 'Reservas legais (exemplo)',
    code: 'reservas-legais-exemplo',
    color: '#2f8f4e',
    description: 'Dados de exemplo: a reserva legal dentro de cada imóvel de exemplo, com a parte que o Código Florestal pede no lugar. Não são reservas reais.',
    load: () => sampleSource('legal-reserves'),
  },
  {
    ...SAMPLE,
    uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f2003',
    name: 'Alertas de desmatamento (exemplo)',
    code: 'alertas-desmatamento-exemplo',
    color: '#d6336c',
    description: 'Dados de exemplo: alertas de desmatamento nos imóveis de exemplo e ao redor deles. Não são alertas reais.',
    load: () => sampleSource('deforestation-alerts'),
  },
];

async function sampleSource(name: string): Promise<LocalLayerSource> {
  const file = await openDiskFile(path.join(import.meta.dirname, '..', '..', 'data', `${name}.geojson`));
  try {
    const driver = await driverFor('geojson');
    const dataset = await driver.open({ format: 'geojson', name, files: [file] });
    const [layer] = dataset.layers;
    const reader = dataset.attributes(0);
    const attributes: Attributes[] = [];
    for (let feature = 0; feature + 1 < layer.geometry.featureOffsets.length; feature++) attributes.push(await reader.at(feature));
    return { geometry: layer.geometry, attributes: (feature) => attributes[feature] ?? {}, label: (feature) => layer.label(feature) };
  } finally {
    await file.close();
  }
}
