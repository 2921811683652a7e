import { WMS } from './map-services.ts';

/** An unordered catalogue for the explorer's specs. */
export const GROUPS = [
  {
    name: 'Limites',
    position: 2,
    is_visible: false,
    layers: [layer({ uuid: 'layer-3', name: 'Municípios', code: 'limites:municipios', position: 1, is_visible: false, color: '#3366cc' })],
  },
  {
    name: 'Desmatamento',
    position: 1,
    is_visible: true,
    layers: [
      layer({ uuid: 'layer-2', name: 'Alertas', code: 'desmatamento:alertas', position: 20, is_visible: false, color: '#fc8d59' }),
      layer({
        uuid: 'layer-1',
        name: 'PRODES anual',
        code: 'desmatamento:prodes',
        position: 10,
        is_visible: true,
        color: '#d7301f',
        description: 'Supressão anual da vegetação nativa.',
        source: 'INPE',
        layer_tasks: [
          { provider_date: '2024-07-31T14:05:09', source_date: '2024-11-06T23:59:58Z', details: 'Consolidado de 2024' },
          { provider_date: '2023-07-31', source_date: null, details: 'Consolidado de 2023' },
        ],
      }),
    ],
  },
];

function layer<Fields extends Record<string, unknown>>(fields: Fields) {
  return { description: 'Descrição da camada.', source: 'Fonte da camada', webmap: { url: WMS }, layer_tasks: [], ...fields };
}
