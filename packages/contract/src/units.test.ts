import { describe, expect, it } from 'vitest';
import { areaWords, begunWords, evidenceWords, lengthWords, listOf, openVoidsWords, systemWords, transfersHeading, transferWords, unitOfLength, unitWords } from './units.ts';

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

  it.each([
    [1, { metres_per_unit: null }, 'unit'],
    [1, { metres_per_unit: 5.0292 }, 'unit of 5.029 m'],
    [1.5, { metres_per_unit: null }, 'units'],
  ])('%s of the unit of %o is written %s', (count, system, words) => {
    expect(unitWords('coordinate unit', system, count)).toBe(words);
  });

  it('systems are named by their code, or else as the file names them', () => {
    expect(systemWords({ name: 'S', system: { code: 'EPSG:4674', name: 'SIRGAS 2000' } })).toBe('SIRGAS 2000 (EPSG:4674)');
    expect(systemWords({ name: 'Own_Grid', system: null })).toBe('Own_Grid');
  });

  // GDAL writes the first of them into every GeoJSON.
  it.each([
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'WGS 84 (OGC:CRS84)'],
    ['urn:ogc:def:crs:OGC::CRS84', 'WGS 84 (OGC:CRS84)'],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'WGS 84 (OGC:CRS84)'],
    ['http://www.opengis.net/def/crs/OGC/0/CRS84h', 'WGS 84 (OGC:CRS84h)'],
    ['urn:ogc:def:crs:OGC:1.3:CRS83', 'urn:ogc:def:crs:OGC:1.3:CRS83'],
  ])('the OGC system %s is called %s', (name, words) => {
    expect(systemWords({ name, system: null })).toBe(words);
  });

  it.each([
    [1_348_000, 'metre', {}, '134.8 ha'],
    [9999, 'metre', {}, '9,999 m²'],
    [10_000, 'metre', {}, '1 ha'],
    [57_934, 'metre', {}, '5.79 ha'],
    [85_158_678_912, 'metre', {}, '8,515,867.89 ha'],
    [592.44, 'metre', {}, '592 m²'],
    [12.345, 'metre', {}, '12.3 m²'],
    [0.123456, 'metre', {}, '0.123 m²'],
    [-57_934, 'metre', {}, '-5.79 ha'],
    [1e6, 'foot', {}, '9.29 ha'],
    [100, 'coordinate unit', { metres_per_unit: 5.0292 }, '2,529 m²'],
    [100, 'coordinate unit', { metres_per_unit: null }, '100 units²'],
    [1.00001, 'coordinate unit', { metres_per_unit: null }, '1 unit²'],
    [0.5, 'coordinate unit', {}, '0.5 units²'],
  ])('an area of %s in %s of %o is written %s', (area, unit, system, words) => {
    expect(areaWords(area, unit, system)).toBe(words);
  });

  it.each([
    [621_929.4, '621,929 m'],
    [1112.95, '1,113 m'],
    [100, '100 m'],
    [2.444, '2.44 m'],
    [0.0113, '1.1 cm'],
    [0.006_789, '6.79 mm'],
    [0.000_012_34, '0.0123 mm'],
    [0, '0 mm'],
  ])('a length of %s m is written %s', (metres, words) => {
    expect(lengthWords(metres)).toBe(words);
  });

  it('a transfer says who gives how much land to whom', () => {
    const transfer = { feature: 0, label: 'Reserve', other: 4, other_label: 'Lot 3', lost: 1_348_000, area: 1_392_400 };
    expect(transferWords(transfer, 'metre')).toBe('"Reserve" loses 134.8 ha of 139.24 ha, the largest part to "Lot 3"');
    expect(transferWords({ ...transfer, lost: 1, area: 2 }, 'coordinate unit')).toBe('"Reserve" loses 1 unit² of 2 units², the largest part to "Lot 3"');
    // Self-crossing rings have more land than their area says.
    // Farms have their plots in the file under one name.
    expect(transferWords({ ...transfer, label: '129', other_label: '129' }, 'metre')).toBe('"129" (number 1) loses 134.8 ha of 139.24 ha, the largest part to "129" (number 5)');
    expect(transferWords({ ...transfer, area: 0 }, 'metre')).toBe('"Reserve" loses 134.8 ha, the largest part to "Lot 3"');
    expect(transferWords(transfer, 'metre', undefined, 'planned')).toBe('"Reserve" would lose 134.8 ha of 139.24 ha, the largest part to "Lot 3"');
    expect([transfersHeading(1, 'planned'), transfersHeading(2, 'planned')]).toEqual([expect.stringContaining('one feature would lose land to another'), expect.stringContaining('2 features would lose land to others')]);
    expect(transfersHeading(1)).toContain('one feature loses land to another');
    expect(transfersHeading(1200)).toContain('1,200 features lose land to others');
  });
});

it('explains distances derived from the data, and calls no overlap a road', () => {
  expect(evidenceWords({ sliver_width: 2.13, corridor_width: 11, coordinate_step: 0, edge_length: 97 }, 'metre')).toBe(
    'Borders that were drawn twice are up to 2.1 m apart. The narrowest strip of even width between two features (a road, a stream, or an overlap) is 11 m wide; the snap distance stays below that. A quarter of the edges are shorter than 97 m, which limits both distances.',
  );
  expect(begunWords({ snap_distance: 0.7, max_gap_width: 2 }, 'foot')).toBe('The repair began with snap distance 0.7 ft and gap width 2 ft; once the clear cases were repaired, the layer needed larger ones.');
});

it('says which narrow spaces between features stay open', () => {
  const first = [{ at: [-39.9510951, -19.5], features: [{ feature: 3, label: 'Lote 1' }, { feature: 8, label: 'Lote 2' }] }] as const;
  expect(openVoidsWords({ count: 1, narrowest: 3.2, widest: 3.2, first }, 'metre', { units: 'geographic' })).toBe(
    'One narrow space between features stays open, 3.2 m wide: wider than the gap width, or shaped like a road. It lies between "Lote 1" and "Lote 2" at -39.951095 -19.5.',
  );
  expect(openVoidsWords({ count: 1200, narrowest: 3.2, widest: 12, first: [{ ...first[0], at: [1_494_133.811, 640_815.444] }] }, 'foot')).toBe(
    '1,200 narrow spaces between features stay open, 3.2 to 12 ft wide: wider than the gap width, or shaped like roads. The narrowest lies between "Lote 1" and "Lote 2" at 1494133.81 640815.44.',
  );
  const alike = [{ at: [1, 2], features: [{ feature: 3, label: 'City' }, { feature: 8, label: 'City' }] }] as const;
  expect(openVoidsWords({ count: 1, narrowest: 3.2, widest: 3.2, first: alike }, 'metre')).toContain(' between "City" (number 4) and "City" (number 9) at 1 2.');
});

it('writes one unit in the singular', () => {
  expect(evidenceWords({ sliver_width: 0, corridor_width: null, coordinate_step: 1.001, edge_length: 4000 }, 'coordinate unit')).toContain('in steps of 1 unit. A quarter of the edges are shorter than 4,000 units,');
});

it('claims a step of no more vertices than the kernel looks for: among degrees, a quarter of them', () => {
  expect(evidenceWords({ sliver_width: 0, corridor_width: null, coordinate_step: 11_000, edge_length: 5600 }, 'metre')).toContain('At least a quarter of the vertices are written in steps of 11,000 m.');
});

it('explains no distances if there is no border to measure', () => {
  expect(evidenceWords({ sliver_width: 0, corridor_width: null, coordinate_step: 0, edge_length: 0 }, 'metre')).toBe('There are no polygon borders to measure.');
  expect(evidenceWords({ sliver_width: 0, corridor_width: null, coordinate_step: 0, edge_length: 8 }, 'metre')).toContain('No borders that were drawn twice were found.');
});

it('lists words with commas and a conjunction before the last', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => listOf(words, 'or'))).toEqual(['', 'a', 'a or b', 'a, b or c']);
});
