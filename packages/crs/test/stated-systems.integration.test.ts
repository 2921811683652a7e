import { describe, expect, test } from 'vitest';
import { textByGdal, transformedByGdal } from '../../../testing/gdal-systems.ts';
import type { WktForm } from '../../../testing/gdal-systems.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { transformationBetween } from '../src/transformation-between.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

const FORMS: readonly WktForm[] = ['WKT1_ESRI', 'WKT1_GDAL', 'WKT2_2019'];

/** Systems that are not in our table, on datums at WGS 84, one or more for each method; where they are used. */
const SYSTEMS: readonly (readonly [what: string, system: string, box: Box, metres?: number])[] = [
  ['polar stereographic by its parallel, north', 'EPSG:3995', [-170, 62, 170, 85]],
  ['polar stereographic off Greenwich', 'EPSG:3413', [-170, 62, 170, 85]],
  ['polar stereographic by its parallel, south', 'EPSG:3031', [-170, -85, 170, -62]],
  ['polar stereographic by its scale', 'EPSG:32661', [-170, 62, 170, 85]],
  ['oblique Mercator, variant A, in feet', 'EPSG:26931', [-140, 54.7, -131, 59]],
  ['oblique Mercator, variant A, in metres', 'EPSG:3078', [-90, 42, -83, 48]],
  ['oblique Mercator, variant B', '+proj=omerc +lat_0=4 +lonc=115 +alpha=53.31580995 +gamma=53.13010236111111 +k=0.99984 +x_0=590476.87 +y_0=442857.65 +datum=WGS84', [110, 1, 119, 7]],
  ['oblique Mercator of Switzerland', '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +datum=WGS84', [6, 46, 10, 48]],
  ['Mercator by its parallel', 'EPSG:3994', [160, -60, 179, 20]],
  ['Mercator by its scale', '+proj=merc +k=0.997 +lon_0=110 +x_0=3900000 +y_0=900000 +datum=WGS84', [100, -8, 118, 6]],
  ['conformal conic of one parallel', '+proj=lcc +lat_1=-15 +lat_0=-15 +lon_0=-52 +k_0=0.9998 +x_0=500000 +y_0=0 +datum=WGS84', [-60, -25, -45, -5]],
  ['conformal conic of two parallels, in feet', 'EPSG:2263', [-74.2, 40.5, -72, 41.2]],
  ['conformal conic of two parallels', 'EPSG:2154', [-5, 42, 9, 51]],
  ['Albers', 'EPSG:5070', [-120, 26, -70, 48]],
  ['equidistant conic', '+proj=eqdc +lat_0=30 +lon_0=10 +lat_1=43 +lat_2=62 +datum=WGS84', [-10, 36, 40, 65]],
  ['oblique stereographic', '+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +datum=WGS84', [-69, 45, -64, 48]],
  ['azimuthal of equal area', 'EPSG:3035', [-10, 36, 40, 65]],
  ['polyconic of a state', '+proj=poly +lat_0=0 +lon_0=-45 +x_0=5000000 +y_0=10000000 +datum=WGS84', [-54, -25, -40, -14]],
  ['Cassini', '+proj=cass +lat_0=-15 +lon_0=-52 +x_0=100000 +y_0=200000 +datum=WGS84', [-53, -17, -51, -13]],
  ['transverse Mercator of Gauss and Krüger', '+proj=tmerc +lat_0=-90 +lon_0=-69 +k=1 +x_0=2500000 +y_0=0 +datum=WGS84', [-71, -50, -67, -25]],
  ['cylindrical of equal area', 'EPSG:6933', [-74, -34, -30, 6]],
  ['cylindrical of equal area, by its parallel', '+proj=cea +lat_ts=20 +lon_0=-50 +x_0=3000 +y_0=4000 +datum=WGS84', [-74, -34, -30, 6]],
  ['equidistant cylindrical', '+proj=eqc +lat_ts=-15 +lon_0=-50 +x_0=3000 +y_0=4000 +datum=WGS84', [-74, -34, -30, 6]],
  ['azimuthal of equal distances', '+proj=aeqd +lat_0=-15 +lon_0=-50 +x_0=3000 +y_0=4000 +datum=WGS84', [-74, -34, -30, 6]],
  ['Bonne', '+proj=bonne +lat_1=46 +lon_0=2 +x_0=3000 +y_0=4000 +datum=WGS84', [-5, 42, 9, 51]],
  ['web Mercator', 'EPSG:3857', [-74, -34, -30, 6]],
  ['Eckert VI', 'ESRI:54010', [-74, -34, -30, 6]],
  ['Robinson', 'ESRI:54030', [-74, -34, -30, 6], 3],
  ['sinusoidal', 'ESRI:54008', [-74, -34, -30, 6]],
  ['Mollweide', 'ESRI:54009', [-74, -34, -30, 6]],
  ['equal earth', 'EPSG:8857', [-74, -34, -30, 6]],
];

/** The texts of a system, by their form; some systems have none in a form. */
function textsOf(system: string): (readonly [form: WktForm, wkt: string])[] {
  return FORMS.map((form) => [form, textByGdal(system, form)] as const).filter(([, wkt]) => wkt !== '');
}

function grid([west, south, east, north]: Box, steps = 6): Float64Array {
  const places: number[] = [];
  for (let row = 0; row <= steps; row++) for (let column = 0; column <= steps; column++) places.push(west + ((east - west) * column) / steps, south + ((north - south) * row) / steps);
  return Float64Array.from(places);
}

const isInstalled = needs(hasGdal, 'GDAL is not installed');

describe('systems that are defined by their own text only', isInstalled, () => {
  test.for(SYSTEMS)('%s agree with PROJ in both directions, in each form of the text', ([what, system, box, metres = 0.02]) => {
    const places = grid(box);
    const theirs = transformedByGdal('EPSG:4326', system, places);
    const texts = textsOf(system);
    // The first generation of texts has no name for equal earth.
    expect(texts.map(([form]) => form)).toEqual(FORMS.filter((form) => what !== 'equal earth' || form !== 'WKT1_GDAL'));
    for (const [form, wkt] of texts) {
      const stated = { name: system, code: null, wkt };
      const wgs84 = { name: 'WGS 84', code: 'EPSG:4326' };
      const forth = places.slice();
      const back = theirs.slice();
      expect(transformationBetween(wgs84, stated, 'a').apply(forth), form).toBe(0);
      expect(transformationBetween(stated, wgs84, 'a').apply(back), form).toBe(0);
      // GRS 1980 differs from WGS 84 by a tenth of a millimetre; the series of some methods end at some millimetres.
      expect(forth.reduce((most, value, index) => Math.max(most, Math.abs(value - theirs[index])), 0), form).toBeLessThan(metres);
      expect(back.reduce((most, value, index) => Math.max(most, Math.abs(value - places[index])), 0), form).toBeLessThan(metres * 1e-5);
    }
  });

  test.for([
    ['Krovak', 'EPSG:5514'],
    ['transverse Mercator that counts to the south', 'EPSG:2053'],
    ['Winkel tripel', 'ESRI:54042'],
    ['a projection for one city', 'EPSG:6247'],
    ['Bonne of the south', '+proj=bonne +lat_1=-20 +lon_0=-50 +datum=WGS84'],
    ['sinusoidal with a false origin, which PROJ in JavaScript would leave out,', '+proj=sinu +lon_0=-50 +x_0=3000 +y_0=4000 +datum=WGS84'],
  ])('%s is refused with a sentence, and never taken for another method', ([, system]) => {
    const texts = textsOf(system);
    expect(texts.length).toBeGreaterThan(0);
    for (const [form, text] of texts) {
      const wkt = text.replace(/DATUM\["[^"]*"/, 'DATUM["WGS_1984"');
      expect(() => transformationBetween({ name: system, code: null, wkt }, { name: 'WGS 84', code: 'EPSG:4326' }, 'a'), form).toThrow(/its projection ".*" is not supported|coordinates count to the west or to the south|definition cannot be understood/);
    }
  });

  test.for([
    ['three translations', '+towgs84=-57,1,-41'],
    ['seven parameters', '+towgs84=-57,1,-41,1,-2,3,4'],
    ['nothing', '+towgs84=0,0,0'],
  ])('that are bound to WGS 84 by %s are transformed by it, in each generation of the text, also with another name of the datum', ([, shift]) => {
    const system = `+proj=aea +lat_1=-2 +lat_2=-22 +lat_0=-12 +lon_0=-54 +ellps=GRS80 ${shift} +type=crs`;
    const places = Float64Array.of(-200_000, 300_000, 900_000, -1_200_000);
    const theirs = transformedByGdal(system, 'EPSG:4326', places);
    for (const form of ['WKT1_GDAL', 'WKT2_2019'] as const) {
      const written = textByGdal(system, form);
      for (const wkt of [written, written.replace(/ using towgs84=[^"]*/, '')]) {
        const ours = places.slice();
        const way = transformationBetween({ name: 'ours', code: null, wkt }, { name: 'WGS 84', code: 'EPSG:4326' }, 'a');
        expect(way.description).toContain('; between its datum and WGS 84 as it states,');
        way.apply(ours);
        expect(ours.reduce((most, value, index) => Math.max(most, Math.abs(value - theirs[index])), 0), wkt).toBeLessThan(1e-8);
      }
    }
  });

  test('whose meridian of Paris is in grads agree with PROJ', () => {
    const wkt = textByGdal('EPSG:27572', 'WKT2_2019').replace('DATUM["Nouvelle Triangulation Francaise (Paris)"', 'DATUM["WGS 84 (Paris)"');
    const place = Float64Array.of(600_000, 2_200_000);
    transformationBetween({ name: 'ours', code: null, wkt }, { name: 'WGS 84', code: 'EPSG:4326' }, 'a').apply(place);
    expect(place[0]).toBeCloseTo(2.33722917, 7);
  });

  test('in Cassini refuse a place so far from the meridian that it would not transform back', () => {
    const wkt = textByGdal('+proj=cass +lat_0=40 +lon_0=12 +datum=WGS84', 'WKT1_GDAL');
    const places = Float64Array.of(13, 42, 20, 60);
    expect(transformationBetween({ name: 'WGS 84', code: 'EPSG:4326' }, { name: 'ours', code: null, wkt }, 'a').apply(places)).toBe(1);
    expect(Number.isNaN(places[2])).toBe(true);
  });
});
