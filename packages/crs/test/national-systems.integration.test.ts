import { describe, expect, test } from 'vitest';
import { codeByGdal, placesByGdal, textByGdal, transformedByGdal } from '../../../testing/gdal-systems.ts';
import type { WktForm } from '../../../testing/gdal-systems.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { nationalSystems } from '../src/national-systems.ts';
import { nationalWellKnownText } from '../src/national-text.ts';
import { transformationBetween } from '../src/transformation-between.ts';

/** A place in the country of each datum: PROJ takes the numbers of the country where a place is. Zones are tried beside their own meridians. */
const PLACES: Readonly<Record<string, readonly [longitude: number, latitude: number]>> = {
  'MAGNA-SIRGAS': [-74.2, 4.9], 'POSGAR 94': [-64, -34], 'POSGAR 98': [-64, -34], 'POSGAR 2007': [-64, -34], 'SIRGAS-Chile 2002': [-70.5, -33], 'SIRGAS-Chile 2013': [-70.5, -33], 'SIRGAS-Chile 2016': [-70.5, -33],
  'Peru96': [-75, -10], 'SIRGAS-ROU98': [-56, -33], 'MARGEN': [-65, -17], 'REGVEN': [-66, 8], 'RGFG95': [-53, 4], 'Mexico ITRF92': [-102, 23], 'Mexico ITRF2008': [-102, 23], 'CR05': [-84, 10], 'CR-SIRGAS': [-84, 10], 'RGAF09': [-61.5, 16.2],
  'NAD83': [-99, 41], 'NAD83(CSRS)': [-96, 52], 'NAD83(2011)': [-99, 41], 'ETRS89': [9, 51], 'RGF93 v1': [2.5, 46.5], 'RGF93 v2b': [2.5, 46.5], 'OSGB36': [-1.5, 53], 'IRENET95': [-7.5, 53.4], 'TM65': [-7.5, 53.4], 'TM75': [-7.5, 53.4],
  'Amersfoort': [5.6, 52.1], 'BD72': [4.6, 50.7], 'MGI': [13.4, 48.2], 'CH1903+': [8.1, 46.9], 'CH1903': [8.1, 46.9], 'RDN2008': [12.2, 43], 'REGCAN95': [-15.5, 28.1], 'PTRA08': [-25.5, 37.8], 'ETRF2000-PL': [19.4, 52], 'HD72': [19.4, 47.2],
  'Slovenia 1996': [14.8, 46.1], 'HTRS96': [16.3, 45.4], 'GGRS87': [22.9, 39], 'SWEREF99': [16, 62], 'EST97': [25.5, 58.7], 'LKS92': [25, 56.9], 'LKS94': [24, 55.2], 'ISN93': [-18.8, 64.9], 'ISN2016': [-18.8, 64.9], 'TUREF': [35, 39],
  'Hartebeesthoek94': [25, -29], 'Moznet': [36.5, -18], 'RGR92': [55.5, -21.1], 'China Geodetic Coordinate System 2000': [105, 34], 'JGD2000': [138, 36], 'JGD2011': [138, 36], 'Korea 2000': [127.6, 36.4], 'TWD97': [121, 23.8], 'SVY21': [103.8, 1.35],
  'DGN95': [110, 1], 'GDA94': [144.8, -36.5], 'GDA2020': [144.8, -36.5], 'NZGD2000': [173.3, -41.5], 'WGS 84': [80.5, 23],
};
/** Where PROJ follows the continent instead of taking the datum for WGS 84, in metres of difference. */
const MOVING: Readonly<Record<string, number>> = { 'POSGAR 2007': 0.7, 'CR05': 0.11, 'NAD83(CSRS)': 2.1 };
/** There and back without heights. */
const MILLIMETRES = 0.003;
const FORMS: readonly WktForm[] = ['WKT1_ESRI', 'WKT1_GDAL', 'WKT2_2019'];
/** In systems about a pole. */
const POLAR: Readonly<Record<string, readonly [number, number]>> = { 'EPSG:3031': [30, -75], 'EPSG:3995': [30, 78], 'EPSG:3413': [-40, 78] };

/** Of systems with consecutive codes on one datum, whose parameters differ by a step, the first and the last. */
const ASKED = [...nationalSystems()].filter(([code, { datum }]) => ![-1, 1].every((step) => nationalSystems().get(`EPSG:${Number(code.slice(5)) + step}`)?.datum === datum));

function placeIn(code: string): readonly [number, number] {
  const { datum, definition } = nationalSystems().get(code) ?? {};
  const [longitude, latitude] = POLAR[code] ?? PLACES[datum?.name ?? ''];
  const zone = /\+proj=utm \+zone=(\d+)/.exec(definition ?? '');
  if (zone !== null) return [6 * Number(zone[1]) - 183 + 0.8, datum?.name === 'DGN95' && definition?.includes('+south') === true ? -latitude : latitude];
  const meridian = /\+proj=tmerc .*?\+lon_0=(\S+)/.exec(definition ?? '')?.[1];
  return meridian === undefined ? [longitude, latitude] : [Number(meridian) + 0.4, latitude];
}

const WGS84 = { name: 'WGS 84', code: 'EPSG:4326' };
const byUs = (code: string, place: readonly [number, number], isBack: boolean): Float64Array => {
  const moved = Float64Array.from(place);
  const own = { name: code, code };
  expect(transformationBetween(isBack ? own : WGS84, isBack ? WGS84 : own, 'a').apply(moved)).toBe(0);
  return moved;
};

describe('systems known by their code alone', needs(hasGdal, 'GDAL is not installed'), () => {
  test('lie where PROJ has them, both ways, to a few millimetres', () => {
    const asked = ASKED.map(([code]) => [code, placeIn(code)] as const);
    const theirs = placesByGdal('EPSG:4326', asked);
    const wrong = asked.flatMap(([code, place], index) => {
      const found = theirs[index];
      if (found === null) return [`${code} is unknown to PROJ`];
      const isGeographic = Math.abs(found[0]) <= 180 && Math.abs(found[1]) <= 90;
      const there = byUs(code, place, false);
      const back = byUs(code, found, true);
      const away = Math.hypot(there[0] - found[0], there[1] - found[1]) * (isGeographic ? 111_320 : 1);
      const backAway = Math.hypot(back[0] - place[0], back[1] - place[1]) * 111_320;
      const most = MOVING[nationalSystems().get(code)?.datum.name ?? ''] ?? MILLIMETRES;
      return Math.max(away, backAway) < most ? [] : [`${code} at ${place.join(' ')}: ${away.toFixed(4)} m, ${backAway.toFixed(4)} m back`];
    });
    expect(wrong).toEqual([]);
  });

  test('have the names of the register', () => {
    const nameOf = (code: string): string | undefined => /"([^"]*)"/.exec(textByGdal(code, 'WKT2_2019'))?.[1];
    expect(ASKED.flatMap(([code, { name }]) => (nameOf(code) === name ? [] : [`${code}: ${name}, not ${nameOf(code)}`]))).toEqual([]);
  });

  test('have a text that GDAL, and we, take for the same system', () => {
    const texts = ASKED.flatMap(([code]) => ((text) => (text === null ? [] : [[code, text, placeIn(code)] as const]))(nationalWellKnownText(code)));
    // WKT 1 has no name for the one of equal area with round sides.
    expect(ASKED.map(([code]) => code).filter((code) => !texts.some(([known]) => known === code))).toEqual(['EPSG:8857']);
    const theirs = placesByGdal('EPSG:4326', texts.map(([, text, place]) => [text, place]));
    const wrong = texts.flatMap(([code, text, place], index) => {
      const ours = byUs(code, place, false);
      const read = Float64Array.from(place);
      transformationBetween(WGS84, { name: code, code, wkt: text }, 'a').apply(read);
      const metres = (x: number, y: number): number => Math.hypot(x - ours[0], y - ours[1]) * (Math.abs(ours[0]) <= 180 && Math.abs(ours[1]) <= 90 ? 111_320 : 1);
      const found = theirs[index];
      const most = MOVING[nationalSystems().get(code)?.datum.name ?? ''] ?? MILLIMETRES;
      const [byGdal, asRead] = [found === null ? Infinity : metres(...found), metres(read[0], read[1])];
      return byGdal < most && asRead < MILLIMETRES ? [] : [`${code}: ${byGdal} m, ${asRead} m`];
    });
    expect(wrong).toEqual([]);
    for (const code of ['EPSG:2154', 'EPSG:27700', 'EPSG:4258', 'EPSG:2056', 'EPSG:28992', 'EPSG:9377']) expect(codeByGdal(nationalWellKnownText(code) ?? ''), code).toBe(code);
  });

  test('are found by their datum in a text that does not say where it is, as that of a shapefile never does', () => {
    // A text of longitudes and latitudes on MGI may be one of Austria or one of Yugoslavia.
    const shifted = [...nationalSystems()].filter(([code, { datum }]) => code !== 'EPSG:4312' && datum.accuracyMetres !== null && ASKED.some(([asked]) => asked === code)).map(([code]) => [code, placeIn(code)] as const);
    const theirs = placesByGdal('EPSG:4326', shifted);
    const wrong = shifted.flatMap(([code, place], index) => FORMS.flatMap((form) => {
      const moved = Float64Array.from(place);
      const wkt = textByGdal(code, form);
      const { description } = transformationBetween(WGS84, { name: code, code: null, wkt }, 'a');
      transformationBetween(WGS84, { name: code, code, wkt }, 'a').apply(moved);
      const away = Math.hypot(moved[0] - (theirs[index]?.[0] ?? Infinity), moved[1] - (theirs[index]?.[1] ?? Infinity)) * (Math.abs(moved[0]) <= 180 ? 111_320 : 1);
      return away < MILLIMETRES && / by the numbers of EPSG:\d+, accurate to about [12](\.5)? m\.$/.test(description) ? [] : [`${code} as ${form}: ${away.toFixed(4)} m; ${description}`];
    }));
    expect(wrong).toEqual([]);
  });

  test('are not guessed: a datum of two countries, and one on another ellipsoid than its own', () => {
    const textOf = (code: string): string => textByGdal(code, 'WKT1_ESRI');
    for (const wkt of [textOf('EPSG:4312'), textOf('EPSG:28992').replace('6377397.155', '6378137')]) {
      expect(() => transformationBetween(WGS84, { name: 'a', code: null, wkt }, 'a')).toThrow('relates to WGS 84 is not known');
    }
  });

  test('come as close to PROJ over all of a country whose datum is shifted', () => {
    const places = Float64Array.from([-5.1, 50.2, -4, 57.5, 0.9, 52.5, -3.2, 54.9]);
    const theirs = transformedByGdal('EPSG:4326', 'EPSG:27700', places);
    const moved = places.slice();
    transformationBetween(WGS84, { name: 'a', code: 'EPSG:27700' }, 'a').apply(moved);
    expect(Math.max(...moved.map((value, index) => Math.abs(value - theirs[index])))).toBeLessThan(0.002);
  });
});
