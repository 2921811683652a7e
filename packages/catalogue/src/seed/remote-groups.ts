import type { RemoteLayer } from './remote-layers.ts';
import { STATES } from './states.ts';

/** The public services of the initial catalogue, group by group. docs/operating.md gives their sources and what is known about each. */
export const REMOTE_GROUPS: readonly { readonly name: string; readonly layers: readonly RemoteLayer[] }[] = [
  {
    name: 'Desmatamento',
    layers: [
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a01',
        service: 'terrabrasilis',
        name: 'PRODES Cerrado (anual)',
        code: 'prodes-cerrado-nb:yearly_deforestation',
        color: '#d7301f',
        description: 'Supressão anual da vegetação nativa do Cerrado, mapeada pelo projeto PRODES.',
        reportedWorking: true,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02',
        service: 'terrabrasilis',
        name: 'DETER Cerrado',
        code: 'deter-cerrado-nb:deter_cerrado',
        color: '#fc8d59',
        description: 'Alertas de alteração da vegetação nativa do Cerrado, emitidos pelo sistema DETER.',
        reportedWorking: true,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a05',
        service: 'terrabrasilis',
        name: 'PRODES Brasil',
        code: 'prodes-brasil-nb:prodes_brasil',
        color: '#b30000',
        description: 'Supressão da vegetação nativa em todos os biomas do Brasil, mapeada pelo projeto PRODES.',
        reportedWorking: false,
      },
    ],
  },
  {
    name: 'Limites',
    layers: [
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a06',
        service: 'terrabrasilis',
        name: 'Biomas',
        code: 'prodes-brasil-nb:biomas_brasil',
        color: '#78c679',
        description: 'Os seis biomas do Brasil, como o projeto PRODES os usa.',
        reportedWorking: false,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a07',
        service: 'ibge',
        name: 'Municípios (BC250 2025)',
        code: 'CCAR:BC250_2025_lml_municipio_a',
        color: '#737373',
        description: 'Limites dos municípios da Base Cartográfica Contínua do Brasil, escala 1:250 000, de 2025.',
        reportedWorking: true,
        minimumZoom: 6,
      },
    ],
  },
  {
    name: 'Água',
    layers: [
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a03',
        service: 'ibge',
        name: "Massas d'água",
        code: 'CCAR:BC250_2025_hid_massa_dagua_a',
        color: '#2b8cbe',
        description: 'Lagos, represas e rios largos da Base Cartográfica Contínua do Brasil, escala 1:250 000, de 2025.',
        reportedWorking: true,
        minimumZoom: 6,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a04',
        service: 'ibge',
        name: 'Drenagem',
        code: 'CCAR:BC250_2025_hid_trecho_drenagem_l',
        color: '#74a9cf',
        description: 'Trechos de rios da Base Cartográfica Contínua do Brasil, escala 1:250 000, de 2025.',
        reportedWorking: true,
        minimumZoom: 8,
      },
    ],
  },
  {
    name: 'Proteção',
    layers: [
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a08',
        service: 'mma',
        name: 'Unidades de conservação (CNUC)',
        code: 'MMA:cnuc_26_07_31',
        color: '#238b45',
        description: 'Unidades de conservação do Cadastro Nacional, situação de 31/07/2026. O nome da camada no serviço traz a data e muda a cada edição.',
        reportedWorking: true,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a09',
        service: 'icmbio',
        name: 'Embargos ICMBio',
        code: 'ICMBio:embargos_icmbio',
        color: '#cc4c02',
        description: 'Áreas embargadas pelo ICMBio em unidades de conservação federais.',
        reportedWorking: true,
      },
      {
        uuid: '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a0a',
        service: 'funai',
        name: 'Terras indígenas',
        code: 'Funai:tis_poligonais',
        color: '#8c510a',
        description: 'Terras indígenas nas fases do processo de demarcação, segundo a Funai.',
        reportedWorking: false,
      },
    ],
  },
  {
    name: 'Fundiário',
    layers: STATES.map(([code, name], index) => ({
      uuid: `6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0c${String(index + 1).padStart(2, '0')}`,
      service: 'sicar',
      name: `Imóveis do CAR - ${name}`,
      code: `sicar:sicar_imoveis_${code.toLowerCase()}`,
      color: '#b8860b',
      description: `Perímetros dos imóveis inscritos no Cadastro Ambiental Rural em ${name} (${code}), declarados por seus donos. Aparecem a partir do zoom 10.`,
      reportedWorking: true,
      minimumZoom: 10,
    })),
  },
];
