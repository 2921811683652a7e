import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { identifySystem } from '../src/identify.ts';
import { knownSystems } from '../src/known-systems.ts';
import { transformationFrom } from '../src/transformation.ts';


/** Where a system is used, so that every zone is tried inside of itself. */
function placeIn(code: number): [longitude: number, latitude: number] {
  const zoneOf: readonly (readonly [first: number, last: number, zone: number, latitude: number])[] = [
    [32601, 32660, 1, 8], [32701, 32760, 1, -12], [31965, 31976, 11, 4], [31977, 31985, 17, -12], [6210, 6211, 23, 2], [29168, 29172, 18, 4], [29187, 29195, 17, -12], [22521, 22525, 21, -18], [5858, 5858, 22, -12], [5875, 5877, 18, -8],
  ];
  const row = zoneOf.find(([first, last]) => code >= first && code <= last);
  if (row === undefined) return [-47.25, -15.75];
  const [first, , zone, latitude] = row;
  return [-183 + 6 * (zone + code - first) + 1.5, latitude];
}

/** Codes that the installed PROJ knows, with the place by its reckoning. */
function placesByProj(name: string, [longitude, latitude]: readonly [number, number]): [number, number] | null {
  const { stdout, status } = spawnSync('gdaltransform', ['-s_srs', 'OGC:CRS84', '-t_srs', name, '-output_xy'], { input: `${longitude} ${latitude}\n`, encoding: 'utf8' });
  const [x, y] = stdout.trim().split(/\s+/).map(Number);
  return status === 0 && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

/** Of the 120 zones of WGS 84 some are enough. */
const TRIED = knownSystems().filter(({ code }) => !/^EPSG:32[67]\d\d$/.test(code) || Number(code.slice(5)) % 7 === 0);
/** Each call starts a program: of zones that differ by the meridian only, two of three are left out. */
const TRIED_IN_TEXT = TRIED.filter(({ code, utm }) => !['EPSG:4979', 'EPSG:4989'].includes(code) && (utm === null || utm.zone % 3 === 1));

/** The well-known text that GDAL writes for a code; null when the installed PROJ does not know the code, or has no such text for it. */
function textByGdal(code: string, form: string): string | null {
  const { stdout, status } = spawnSync('gdalsrsinfo', ['-o', form, '--single-line', code], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

describe('reference systems as PROJ has them', needs(hasGdal, 'GDAL is not installed'), () => {
  // Where a datum lies is known to some metres only, and PROJ may choose another shift than the one of IBGE.
  const OLD_DATUM_METRES = 12;
  test('every code of the table gives back the place that PROJ put in', () => {
    let tried = 0;
    for (const { code: name } of TRIED) {
      const code = Number(name.slice(5));
      const place = placeIn(code);
      const projected = placesByProj(name, place);
      if (projected === null) continue;
      tried++;
      const back = transformationFrom({ name, code: name }, null, 'a')?.(...projected) ?? projected;
      const metres = Math.hypot((back[0] - place[0]) * 111_320 * Math.cos((place[1] * Math.PI) / 180), (back[1] - place[1]) * 110_574);
      const isOld = [4618, 5527, 29101, 5530, 4225, 102015, 102033, 5858, 5875, 5876, 5877].includes(code) || (code >= 29168 && code <= 29195) || (code >= 22521 && code <= 22525);
      expect(`${name} ${metres < (isOld ? OLD_DATUM_METRES : 0.01) ? 'agrees' : `is ${metres} m away`}`).toBe(`${name} agrees`);
    }
    expect(tried).toBeGreaterThan(50);
  });

  // ArcGIS's text has no code: what is found there is found by the parameters alone.
  test.each(['wkt1', 'wkt_esri', 'wkt2_2019'])('every system of the table is known again in %s', (form) => {
    let tried = 0;
    for (const { code, name } of TRIED_IN_TEXT) {
      const wkt = textByGdal(code, form);
      if (wkt === null) continue;
      tried++;
      expect(identifySystem({ name: '', code: null, wkt }), wkt).toEqual({ code, name });
    }
    expect(tried).toBeGreaterThan(20);
  });
});
