import { describe, expect, it } from 'vitest';
import { systemWords, unitOfLength, unitWords } from './units.ts';

describe('units', () => {
  it.each([
    [1, 'metre'],
    [0.3048, 'foot'],
    [0.304800609601219, 'US survey foot'],
    [5.0292, 'coordinate unit'],
    [null, 'coordinate unit'],
  ])('of %s m are called %s', (metres, name) => {
    expect(unitOfLength(metres)).toBe(name);
  });

  it.each([
    ['metre', { units: 'geographic' }, 'm on the ground'],
    ['metre', { units: 'planar', metres_per_unit: 1 }, 'm'],
    ['metre', {}, 'm'],
    ['foot', { metres_per_unit: 0.3048 }, 'ft'],
    ['US survey foot', {}, 'US survey ft'],
    ['coordinate unit', { metres_per_unit: 5.0292 }, 'units of 5.029 m'],
    ['coordinate unit', { metres_per_unit: null }, 'units'],
  ])('%s of %o are written %s', (unit, system, words) => {
    expect(unitWords(unit, system)).toBe(words);
  });

  it('systems are named by their register, else as the file names them', () => {
    expect(systemWords({ name: 'S', system: { code: 'EPSG:4674', name: 'SIRGAS 2000' } })).toBe('SIRGAS 2000 (EPSG:4674)');
    expect(systemWords({ name: 'Own_Grid', system: null })).toBe('Own_Grid');
  });
});
