import { describe, expect, test } from 'vitest';
import { transformedByGdal } from '../../../testing/gdal-systems.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { knownSystems, projDefinition, systemOfCode } from '../src/known-systems.ts';
import type { KnownSystem } from '../src/known-systems.ts';
import { transformationBetween } from '../src/transformation-between.ts';

type Box = readonly [west: number, south: number, east: number, north: number];
const BRAZIL: Box = [-74, -34, -30, 6];
/** Where our shift is the one that PROJ uses, for the systems on datums not used all over Brazil. */
const BOXES: Record<string, Box> = { 'corrego-alegre-1970': [-53.9, -24.5, -42.5, -15.5], 'aratu': [-47, -31, -43.2, -27.5], 'chua': [-48, -15.9, -47.2, -15.4], 'psad56': [-51, 0.5, -49, 4] };

function known(code: string): KnownSystem {
  const system = systemOfCode(code);
  if (system === null) throw new Error(`${code} is not in the table`);
  return system;
}

function grid([west, south, east, north]: Box, steps = 12): Float64Array {
  const places: number[] = [];
  for (let row = 0; row <= steps; row++) for (let column = 0; column <= steps; column++) places.push(west + ((east - west) * column) / steps, south + ((north - south) * row) / steps);
  return Float64Array.from(places);
}

function byUs(from: string, to: string, places: Float64Array): Float64Array {
  const moved = places.slice();
  const missing = transformationBetween({ name: from, code: from }, { name: to, code: to }, 'a').apply(moved);
  expect(missing).toBe(0);
  return moved;
}

/** The maximum distance between two lists of positions, in metres. */
function apart(system: KnownSystem, left: Float64Array, right: Float64Array): number {
  expect(left.length).toBe(right.length);
  const metres = system.method === 'geographic' ? 111_320 : 1;
  return left.reduce((most, value, index) => Math.max(most, Math.abs(value - right[index]) * metres), 0);
}

const MILLIMETRE = 0.001;
const isInstalled = needs(hasGdal, 'GDAL is not installed');

describe('transformations agree with PROJ', isInstalled, () => {
  const ALL_OF_BRAZIL = ['EPSG:4326', 'EPSG:4618', 'EPSG:5527', 'EPSG:32722', 'EPSG:5880', 'EPSG:29101', 'EPSG:5530', 'EPSG:5641', 'EPSG:3857', 'EPSG:3395', 'ESRI:102033', 'ESRI:102015', 'EPSG:31982', 'EPSG:29192', 'EPSG:5858'];
  const PARTS_OF_IT = ['EPSG:4225', 'EPSG:22523', 'EPSG:4208', 'EPSG:20822', 'EPSG:4224', 'EPSG:4071'];

  test.for([...ALL_OF_BRAZIL, ...PARTS_OF_IT])('between SIRGAS 2000 and %s, both ways', (code) => {
    const system = known(code);
    const places = grid(BOXES[system.datum] ?? BRAZIL);
    const theirs = transformedByGdal('EPSG:4674', code, places);
    expect(apart(system, byUs('EPSG:4674', code, places), theirs)).toBeLessThan(MILLIMETRE);
    expect(apart(known('EPSG:4674'), byUs(code, 'EPSG:4674', theirs), transformedByGdal(code, 'EPSG:4674', theirs))).toBeLessThan(MILLIMETRE);
  });

  test.for([
    ['EPSG:29192', 'EPSG:31982'],
    ['EPSG:29101', 'EPSG:5880'],
    ['EPSG:31982', 'EPSG:31983'],
    ['EPSG:31983', 'EPSG:3857'],
    ['EPSG:22523', 'EPSG:31983'],
    ['EPSG:5880', 'EPSG:32723'],
    ['ESRI:102033', 'EPSG:4326'],
    ['EPSG:24882', 'EPSG:4326'],
    ['EPSG:31998', 'EPSG:4326'],
  ] as const)('from %s to %s', ([from, to]) => {
    const places = byUs(from === 'EPSG:24882' ? 'EPSG:4248' : 'EPSG:4674', from, grid(BOXES[known(from).datum] ?? [-53, -30, -44, 4]));
    expect(apart(known(to), byUs(from, to, places), transformedByGdal(from, to, places))).toBeLessThan(MILLIMETRE);
  });

  test('in every zone of SIRGAS 2000 in Brazil, to 3° beyond its borders', () => {
    let tried = 0;
    for (const { code, datum, utm } of knownSystems()) {
      if (datum !== 'sirgas2000' || utm === null || utm.zone < 18) continue;
      tried++;
      const meridian = 6 * utm.zone - 183;
      const places = grid(utm.hemisphere === 'S' ? [meridian - 6, -34, meridian + 6, 1] : [meridian - 6, -1, meridian + 6, 7], 8);
      const theirs = transformedByGdal('EPSG:4674', code, places);
      expect(apart(known(code), byUs('EPSG:4674', code, places), theirs), code).toBeLessThan(MILLIMETRE);
      expect(apart(known('EPSG:4674'), byUs(code, 'EPSG:4674', theirs), places), code).toBeLessThan(MILLIMETRE);
    }
    expect(tried).toBe(16);
  });

  test('for Brazil Albers, for which older versions of PROJ have no code', () => {
    const definition = projDefinition(known('EPSG:10857'));
    if (definition === null) throw new Error('no definition');
    const theirs = transformedByGdal('EPSG:4674', definition, grid(BRAZIL));
    expect(apart(known('EPSG:10857'), byUs('EPSG:4674', 'EPSG:10857', grid(BRAZIL)), theirs)).toBeLessThan(MILLIMETRE);
  });

  test.for([10, 20, 30, 40, 60])('%i° from its meridian', (degrees) => {
    const places = grid([-51 - degrees, -80, -51 + degrees, 80], 9);
    for (const code of ['EPSG:31982', 'EPSG:5880']) expect(apart(known(code), byUs('EPSG:4674', code, places), transformedByGdal('EPSG:4674', code, places)), code).toBeLessThan(MILLIMETRE);
  });
});
