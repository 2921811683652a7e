import type { LayerGroup } from '@geoinsights/contract';

const TERRABRASILIS = 'https://terrabrasilis.dpi.inpe.br/geoserver/ows';
const IBGE = 'https://geoservicos.ibge.gov.br/geoserver/ows';

/**
 * The groups that a new database starts with. None of the services was called by us yet, which `last_checked` says; the
 * dates of the data are unknown for the same reason, and are not made up.
 */
export const SEED_LAYER_GROUPS: readonly LayerGroup[] = [
  {
    name: 'Desmatamento',
    position: 1,
    is_visible: false,
    layers: [
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a01',
        name: 'PRODES Cerrado (anual)',
        code: 'prodes-cerrado-nb:yearly_deforestation',
        position: 1,
        is_visible: false,
        color: '#d7301f',
        description: 'Supressão anual da vegetação nativa do Cerrado, mapeada pelo projeto PRODES.',
        source: 'INPE, TerraBrasilis',
        webmap: { url: TERRABRASILIS },
        layer_tasks: [{ provider_date: null, source_date: null, details: 'Lida diretamente do serviço WMS do INPE; nada é copiado.' }],
        minimum_zoom: null,
        licence: null,
        attribution: 'INPE/TerraBrasilis',
        last_checked: null,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02',
        name: 'DETER Cerrado',
        code: 'deter-cerrado-nb:deter_cerrado',
        position: 2,
        is_visible: false,
        color: '#fc8d59',
        description: 'Alertas de alteração da vegetação nativa do Cerrado, emitidos pelo sistema DETER.',
        source: 'INPE, TerraBrasilis',
        webmap: { url: TERRABRASILIS },
        layer_tasks: [{ provider_date: null, source_date: null, details: 'Lida diretamente do serviço WMS do INPE; nada é copiado.' }],
        minimum_zoom: null,
        licence: null,
        attribution: 'INPE/TerraBrasilis',
        last_checked: null,
      },
    ],
  },
  {
    name: 'Água',
    position: 2,
    is_visible: false,
    layers: [
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a03',
        name: "Massas d'água",
        code: 'CCAR:BC250_2025_hid_massa_dagua_a',
        position: 1,
        is_visible: false,
        color: '#2b8cbe',
        description: 'Lagos, represas e rios largos da Base Cartográfica Contínua do Brasil, escala 1:250 000, de 2025.',
        source: 'IBGE, BC250 2025',
        webmap: { url: IBGE },
        layer_tasks: [{ provider_date: null, source_date: null, details: 'Lida diretamente do serviço WMS do IBGE; nada é copiado.' }],
        minimum_zoom: null,
        licence: null,
        attribution: 'IBGE',
        last_checked: null,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a04',
        name: 'Drenagem',
        code: 'CCAR:BC250_2025_hid_trecho_drenagem_l',
        position: 2,
        is_visible: false,
        color: '#74a9cf',
        description: 'Trechos de rios da Base Cartográfica Contínua do Brasil, escala 1:250 000, de 2025.',
        source: 'IBGE, BC250 2025',
        webmap: { url: IBGE },
        layer_tasks: [{ provider_date: null, source_date: null, details: 'Lida diretamente do serviço WMS do IBGE; nada é copiado.' }],
        minimum_zoom: null,
        licence: null,
        attribution: 'IBGE',
        last_checked: null,
      },
    ],
  },
];
