import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CAR_ENTRIES, findCarEntries, matchIn, readLinkedCar, writeLinkedCar } from '../src/geoexplorer/model/registry/car-entries.ts';
import { adviceFor } from '../src/geoexplorer/ui/region/advice.ts';
import { formatDateTime } from '../src/geoexplorer/ui/layers/dates.ts';
import { choicesOf, readLinkedLayers, writeLinkedLayers } from '../src/geoexplorer/model/layers/link.ts';
import { NO_CHOICES, shownGroups, toggleGroup, toggleLayer } from '../src/geoexplorer/model/layers/shown-layers.ts';
import { readLinkedView, writeLinkedView } from '../src/geoexplorer/model/map/view-link.ts';

const layer = (uuid: string, isVisible: boolean) => ({
  uuid,
  name: uuid,
  code: uuid,
  position: 1,
  is_visible: isVisible,
  color: '#000000',
  description: '',
  source: '',
  webmap: { url: '/wms' },
  layer_tasks: [],
  minimum_zoom: undefined,
  style: 'filled' as const,
  revision: undefined,
  licence: undefined,
  attribution: undefined,
  last_checked: undefined,
});
const GROUPS = [{ name: 'g', position: 1, is_visible: true, layers: [layer('a', true), layer('b', false)] }];
const visible = (choices: typeof NO_CHOICES) => shownGroups(GROUPS, choices).flatMap((group) => [group.isVisible, ...group.layers.map(({ isVisible }) => isVisible)]);

describe('toggles', () => {
  it('begin as the catalogue says', () => {
    expect(visible(NO_CHOICES)).toEqual([true, true, false]);
  });
  it('set all layers of a group to its new value', () => {
    const off = toggleGroup(GROUPS, NO_CHOICES, 'g');
    expect(visible(off)).toEqual([false, false, false]);
    expect(visible(toggleGroup(GROUPS, off, 'g'))).toEqual([true, true, true]);
  });
  it('flip one layer and leave its group', () => {
    expect(visible(toggleLayer(GROUPS, NO_CHOICES, 'a'))).toEqual([true, false, false]);
    expect(toggleLayer(GROUPS, NO_CHOICES, 'unknown')).toBe(NO_CHOICES);
  });
});

describe('a link', () => {
  it('shows what its writer saw', () => {
    const choices = { ...toggleLayer(GROUPS, NO_CHOICES, 'b'), opacities: new Map([['b', 0.35]]) };
    const text = writeLinkedLayers(shownGroups(GROUPS, choices));
    expect(text).toBe('a,b~35');
    const read = shownGroups(GROUPS, choicesOf(readLinkedLayers(text), GROUPS));
    expect(read[0]?.layers.map(({ isVisible, opacity }) => [isVisible, opacity])).toEqual([[true, 1], [true, 0.35]]);
  });
  it('of no layer shows none, and a missing one leaves it to the catalogue', () => {
    expect(visible(choicesOf(readLinkedLayers(''), GROUPS))).toEqual([false, false, false]);
    expect(visible(choicesOf(readLinkedLayers(null), GROUPS))).toEqual([true, true, false]);
  });
  it('holds a view, and what is none counts as nothing', () => {
    const view = { center: [-47.75, -15.5] as const, zoom: 9.25 };
    expect(readLinkedView(writeLinkedView(view))).toEqual(view);
    for (const text of [null, '', '1,2', '91,0,4', '0,181,4', '0,0,23', 'a,b,c', '1e9,0,1']) expect(readLinkedView(text)).toBeNull();
  });
});

describe('dates', () => {
  it('without a zone are shown as they stand', () => {
    expect(formatDateTime('2024-07-31T14:05:09')).toBe('31/07/2024 14:05:09');
    expect(formatDateTime('2024-07-31T14:05:09.123456')).toBe('31/07/2024 14:05:09');
    expect(formatDateTime('2024-07-31')).toBe('31/07/2024 00:00:00');
  });
  it('with a zone are told in the visitor\'s own', () => {
    const moment = new Date(2024, 6, 31, 14, 5, 9);
    expect(formatDateTime(moment.toISOString())).toBe('31/07/2024 14:05:09');
  });
  it('that are a day, which the catalogue keeps as its midnight in UTC, are that day everywhere', () => {
    vi.stubEnv('TZ', 'America/Sao_Paulo');
    expect(new Date('2024-07-31T00:00:00Z').getDate()).toBe(30);
    expect(formatDateTime('2024-07-31T00:00:00.000Z')).toBe('31/07/2024 00:00:00');
    expect(formatDateTime('2024-07-31T00:00:00+00:00')).toBe('31/07/2024 00:00:00');
    expect(formatDateTime('2024-07-31T00:00:00-03:00')).toBe('31/07/2024 00:00:00');
    expect(formatDateTime('2024-07-31T00:00:01Z')).toBe('30/07/2024 21:00:01');
    vi.unstubAllEnvs();
  });
  it('that are none are told as they are', () => {
    expect(formatDateTime('julho de 2024')).toBe('julho de 2024');
    expect(formatDateTime('')).toBe('');
  });
});

describe('CAR entries', () => {
  it('are found by what they contain, and not by a blank query', () => {
    expect(findCarEntries(' \t')).toEqual([]);
    expect(findCarEntries(' RIO ').map(({ label }) => label)).toEqual(['CAR - Vale do Rio Verde']);
    expect(findCarEntries('car')).toHaveLength(6);
    expect(findCarEntries('Chácara ESPERANÇA').map(({ label }) => label)).toEqual(['CAR - Chacara Esperanca']);
  });
  it('are marked where the query stands, whatever its accents and those of the entry', () => {
    expect(matchIn('CAR - Sitio Boa Vista', ' sítio ')).toEqual([6, 11]);
    expect(matchIn('CAR - Sítio Boa Vista', 'SITIO b')).toEqual([6, 13]);
    expect(matchIn('CAR - Si\u0301tio', 'sitio')).toEqual([6, 12]);
    expect(matchIn('CAR - Sitio', 'si\u0301tio')).toEqual([6, 11]);
    expect(matchIn('CAR - Sitio', 'fazenda')).toBeNull();
    expect(matchIn('CAR - Sitio', '\u0301')).toBeNull();
  });
  it('come back from an address', () => {
    for (const entry of CAR_ENTRIES) expect(readLinkedCar(writeLinkedCar(entry))).toBe(entry);
    expect(readLinkedCar(null)).toBeNull();
    expect(readLinkedCar('Fazenda')).toBeNull();
  });
  const sample = path.resolve(import.meta.dirname, '../../../packages/catalogue/data/rural-properties.geojson');
  it('lie where the sample layer has them', () => {
    const positions = z.array(z.array(z.tuple([z.number(), z.number()]).rest(z.number())));
    const schema = z.object({ features: z.array(z.object({ properties: z.object({ nome: z.string() }), geometry: z.object({ coordinates: positions }) })) });
    const { features } = schema.parse(JSON.parse(readFileSync(sample, 'utf8')));
    for (const { label, extent, border } of CAR_ENTRIES) {
      const ring = features.find(({ properties }) => properties.nome === label)?.geometry.coordinates.flat() ?? [];
      expect(border).toEqual(ring);
      const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      const seen = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
      for (const [side, value] of seen.entries()) expect(extent[side]).toBeCloseTo(value, 3);
    }
  });
});

it('an index beside its shapefile is said not to be needed; alone it is part of one that is missing', () => {
  expect(adviceFor('Farm.SHX', false, [{ name: 'farm.shp' }, { name: 'Farm.SHX' }])).toBe('parte de farm.shp; não é preciso para o mapa');
  expect(adviceFor('farm.shx', false, [{ name: 'other.shp' }])).toBe('É parte de um shapefile. Escolha-o junto com o .shp de mesmo nome.');
});
