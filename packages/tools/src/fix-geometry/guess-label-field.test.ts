import { expect, it } from 'vitest';
import { guessLabelField } from './guess-label-field.ts';

const rows = (...values: Record<string, string | number | boolean | null>[]) => values;

it.each([
  ['a name before a code, in any case and with accents', rows({ COD_IMOVEL: 'GO-1', Nome: 'Boa Vista' }, { COD_IMOVEL: 'GO-2', Nome: 'Santa Rita' }), 'Nome'],
  ['the code of CAR', rows({ gid: 1, cod_imovel: 'GO-1' }, { gid: 2, cod_imovel: 'GO-2' }), 'cod_imovel'],
  ['a field of SIGEF as a shapefile cuts it', rows({ PARCELA_CO: 'a' }, { PARCELA_CO: 'b' }), 'PARCELA_CO'],
  ['the number of a municipality\'s parcels, not the key of the table', rows({ gid: 1, Inscrição: '01.001.0001' }, { gid: 2, Inscrição: '01.001.0002' }), 'Inscrição'],
  ['the code of an alert of MapBiomas', rows({ ALERTID: 21, ALERTCODE: 1001 }, { ALERTID: 22, ALERTCODE: 1002 }), 'ALERTCODE'],
  ['the process of a mining right', rows({ ID: '{a}', PROCESSO: '860123/2010' }, { ID: '{b}', PROCESSO: '860124/2010' }), 'PROCESSO'],
  ['the municipality, as the state is the same for all', rows({ NM_UF: 'Goiás', NM_MUN: 'Anápolis' }, { NM_UF: 'Goiás', NM_MUN: 'Goiânia' }, { NM_UF: 'Goiás', NM_MUN: 'Jataí' }), 'NM_MUN'],
  ['numbers where there is nothing better', rows({ id: 7, area: 1 }, { id: 8, area: 2 }), 'id'],
  ['not one that is empty for most', rows({ nome: '  ', id: 1 }, { nome: null, id: 2 }, { nome: 'Boa Vista', id: 3 }), 'id'],
  ['not one that says only yes or no', rows({ lote: true, id: 1 }, { lote: false, id: 2 }), 'id'],
  ['none where nothing tells them apart', rows({ nome: 'x' }, { nome: 'x' }, { nome: 'x' }), null],
  ['none where no field is known', rows({ area: 1 }, { area: 2 }), null],
  ['none of no features', [], null],
])('chooses %s', (_words, features, field) => {
  expect(guessLabelField(features)).toBe(field);
});
