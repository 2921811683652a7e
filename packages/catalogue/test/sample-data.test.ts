import { SEED_GROUPS } from '@geoinsights/catalogue';
import { layerSchema } from '@geoinsights/contract';
import { describe, expect, test } from 'vitest';
import type { LocalLayerSource } from '../src/local-layer/source.ts';

const NAMES = ['Fazenda Santa Clara', 'Sitio Boa Vista', 'Area Experimental Sul', 'Fazenda Primavera', 'Chacara Esperanca', 'Vale do Rio Verde'].map((name) => `CAR - ${name}`);

async function source(code: string): Promise<LocalLayerSource> {
  const local = SEED_GROUPS.flatMap(({ layers }) => layers).find(({ layer }) => layer.code === code)?.local;
  if (local === undefined || local === null) throw new Error(`there is no seed ${code}`);
  return local.load();
}

function ringOf({ geometry: { xy, ringOffsets } }: LocalLayerSource, ring: number): [number, number][] {
  const positions: [number, number][] = [];
  for (let vertex = ringOffsets[ring]; vertex < ringOffsets[ring + 1]; vertex++) positions.push([xy[2 * vertex], xy[2 * vertex + 1]]);
  return positions;
}

/** Hectares on a sphere flattened at the ring's own latitude: accurate to a per cent. */
function hectares(ring: readonly [number, number][]): number {
  const scale = Math.cos((ring[0][1] * Math.PI) / 180) * 111_320 ** 2;
  const sum = ring.reduce((total, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length];
    return total + (x - ring[0][0]) * (nextY - ring[0][1]) - (nextX - ring[0][0]) * (y - ring[0][1]);
  }, 0);
  return Math.abs((sum / 2) * scale) / 10_000;
}

/** Inside or on the border, up to a few centimetres. */
function contains(ring: readonly [number, number][], [x, y]: [number, number]): boolean {
  let inside = false;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[x1, y1], [x2, y2]] = [ring[at], ring[at + 1]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length ** 2));
    if (Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) < 3e-7) return true;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

describe('the first catalogue', () => {
  test('has the form that the API promises, and unique uuids and codes', () => {
    const layers = SEED_GROUPS.flatMap((group) => group.layers);
    for (const { layer } of layers) layerSchema.parse(layer);
    expect(new Set(layers.map(({ layer }) => layer.uuid)).size).toBe(layers.length);
    expect(new Set(layers.map(({ layer }) => `${layer.webmap.url} ${layer.code}`)).size).toBe(layers.length);
    expect(SEED_GROUPS.map(({ position }) => position)).toEqual(SEED_GROUPS.map((_, index) => index + 1));
  });

  test('shows what this server draws and hides what other services must answer for', () => {
    for (const { layers } of SEED_GROUPS) for (const { layer, local } of layers) expect(`${layer.name} ${layer.is_visible}`).toBe(`${layer.name} ${local !== null}`);
    expect(SEED_GROUPS.flatMap(({ layers }) => layers).filter(({ local }) => local !== null).length).toBeGreaterThanOrEqual(4);
  });

  test('says of every sample that it is one', () => {
    const samples = SEED_GROUPS.find(({ name }) => name === 'Dados de exemplo')?.layers ?? [];
    expect(samples.length).toBe(3);
    for (const { layer } of samples) expect(layer.description).toContain('Dados de exemplo');
  });
});

describe('the sample', () => {
  test('has one polygon for each CAR entry, in Brazil and with the stated area', async () => {
    const properties = await source('imoveis-rurais-exemplo');
    const rows = NAMES.map((_, feature) => properties.attributes(feature));
    expect(rows.map(({ nome }) => nome)).toEqual(NAMES);
    expect(properties.geometry.featureOffsets.length - 1).toBe(NAMES.length);
    for (const [feature, row] of rows.entries()) {
      const ring = ringOf(properties, feature);
      expect(hectares(ring) / Number(row['area_ha'])).toBeCloseTo(1, 1);
      expect(ring.every(([x, y]) => x > -74 && x < -34 && y > -34 && y < 6)).toBe(true);
      expect(ring.length).toBeGreaterThan(20);
    }
  });

  test('has a reserve inside each property, as large as the law requires', async () => {
    const [properties, reserves] = [await source('imoveis-rurais-exemplo'), await source('reservas-legais-exemplo')];
    for (const [feature, name] of NAMES.entries()) {
      const [property, reserve] = [ringOf(properties, feature), ringOf(reserves, feature)];
      expect(reserves.attributes(feature)['imovel']).toBe(name);
      expect(reserve.filter((position) => !contains(property, position))).toEqual([]);
      const share = (100 * hectares(reserve)) / hectares(property);
      expect(Math.abs(share - Number(reserves.attributes(feature)['exigida_pct']))).toBeLessThan(4);
    }
  });

  test('has alerts at every property', async () => {
    const [properties, alerts] = [await source('imoveis-rurais-exemplo'), await source('alertas-desmatamento-exemplo')];
    const count = alerts.geometry.featureOffsets.length - 1;
    const touched = new Set<string>();
    for (let alert = 0; alert < count; alert++) {
      const name = String(alerts.attributes(alert)['imovel']);
      if (ringOf(alerts, alert).some((position) => contains(ringOf(properties, NAMES.indexOf(name)), position))) touched.add(name);
    }
    expect([...touched].sort()).toEqual([...NAMES].sort());
  });
});
