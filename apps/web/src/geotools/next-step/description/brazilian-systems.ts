import type { Suggestion } from '../../form/text-field.tsx';

/** The systems that occur in Brazilian data, with the states whose land lies in each zone. */
export const BRAZILIAN_SYSTEMS: readonly Suggestion[] = [
  { value: 'EPSG:4674', words: 'SIRGAS 2000, degrees: all of Brazil' },
  { value: 'EPSG:31978', words: 'SIRGAS 2000 / UTM zone 18S: west of Acre and of Amazonas' },
  { value: 'EPSG:31979', words: 'SIRGAS 2000 / UTM zone 19S: Acre, west of Amazonas' },
  { value: 'EPSG:31980', words: 'SIRGAS 2000 / UTM zone 20S: Rondônia, Amazonas, south of Roraima, west of Mato Grosso' },
  { value: 'EPSG:31981', words: 'SIRGAS 2000 / UTM zone 21S: Mato Grosso, Mato Grosso do Sul, west of Pará and of Rio Grande do Sul' },
  {
    value: 'EPSG:31982',
    words: 'SIRGAS 2000 / UTM zone 22S: Paraná, Santa Catarina, Rio Grande do Sul, Goiás, Pará, Amapá, west of São Paulo and of Tocantins',
  },
  {
    value: 'EPSG:31983',
    words: 'SIRGAS 2000 / UTM zone 23S: São Paulo, Minas Gerais, Rio de Janeiro, Distrito Federal, Maranhão, west of Bahia and of Piauí',
  },
  { value: 'EPSG:31984', words: 'SIRGAS 2000 / UTM zone 24S: Bahia, Espírito Santo, Ceará, Sergipe, east of Piauí and of Minas Gerais' },
  { value: 'EPSG:31985', words: 'SIRGAS 2000 / UTM zone 25S: Pernambuco, Paraíba, Alagoas, Rio Grande do Norte, Fernando de Noronha' },
  { value: 'EPSG:4618', words: 'SAD69, degrees: older data' },
  { value: 'EPSG:4326', words: 'WGS 84, degrees: GPS and KML' },
  { value: 'EPSG:3857', words: 'Web Mercator: web maps' },
  { value: 'EPSG:10857', words: 'SIRGAS 2000 / Brazil Albers: areas of the whole country' },
  { value: 'EPSG:5880', words: 'SIRGAS 2000 / Brazil Polyconic: maps of the whole country' },
];
