import type { CatalogueLayer } from '@geoinsights/contract';

const SERVICES = {
  terrabrasilis: { url: 'https://terrabrasilis.dpi.inpe.br/geoserver/ows', owner: 'INPE', source: 'INPE, TerraBrasilis', attribution: 'INPE/TerraBrasilis' },
  ibge: { url: 'https://geoservicos.ibge.gov.br/geoserver/ows', owner: 'IBGE', source: 'IBGE, Base Cartográfica Contínua do Brasil 1:250 000 (BC250), 2025', attribution: 'IBGE' },
  mma: { url: 'https://geoservicos.inde.gov.br/geoserver/MMA/ows', owner: 'MMA, na INDE', source: 'Ministério do Meio Ambiente, Cadastro Nacional de Unidades de Conservação (CNUC)', attribution: 'MMA/CNUC' },
  icmbio: { url: 'https://geoservicos.inde.gov.br/geoserver/ICMBio/ows', owner: 'ICMBio, na INDE', source: 'Instituto Chico Mendes de Conservação da Biodiversidade', attribution: 'ICMBio' },
  funai: { url: 'https://geoserver.funai.gov.br/geoserver/Funai/wms', owner: 'Funai', source: 'Fundação Nacional dos Povos Indígenas', attribution: 'Funai' },
  sicar: { url: 'https://geoserver.car.gov.br/geoserver/sicar/wms', owner: 'SICAR', source: 'Sistema Nacional de Cadastro Ambiental Rural (SICAR)', attribution: 'SICAR' },
} as const;

/** When someone else reported that these layers answered GetCapabilities and GetMap. We have not called any of them. */
const REPORTED_WORKING = '2026-09-28T00:00:00.000Z';

export interface RemoteLayer {
  readonly uuid: string;
  readonly service: keyof typeof SERVICES;
  readonly name: string;
  readonly code: string;
  readonly color: string;
  readonly description: string;
  readonly reportedWorking: boolean;
  readonly minimumZoom?: number;
}

/** A layer of a public service, as initially in the catalogue. We do not know its licence, and do not invent one. */
export function remoteLayer(layer: RemoteLayer, position: number): CatalogueLayer {
  const { url, owner, source, attribution } = SERVICES[layer.service];
  const checked = layer.reportedWorking
    ? 'Funcionamento relatado por outro projeto público em 28/09/2026; ainda não verificado por nós.'
    : 'Endereço encontrado em código público; funcionamento ainda não verificado.';
  return {
    uuid: layer.uuid,
    name: layer.name,
    code: layer.code,
    position,
    is_visible: false,
    color: layer.color,
    description: layer.description,
    source,
    webmap: { url },
    layer_tasks: [{ provider_date: null, source_date: null, details: `Lida diretamente do serviço WMS (${owner}); nada é copiado. ${checked}` }],
    minimum_zoom: layer.minimumZoom ?? null,
    licence: null,
    attribution,
    last_checked: layer.reportedWorking ? REPORTED_WORKING : null,
  };
}
