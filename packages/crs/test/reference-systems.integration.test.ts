import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-systems-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What GDAL tells of a layer for each code, by code, asked in one program: GDAL leaves out what the installed PROJ does not know. */
function layersByGdal(codes: readonly string[], layerOf: (code: string, points: string) => string, ...options: string[]): Map<string, string> {
  const layers = codes.map((code) => {
    const points = path.join(folder, `${code.replace(':', '-')}.csv`);
    writeFileSync(points, `x,y\n${placeIn(Number(code.slice(5))).join(',')}\n`);
    const source = `<SrcDataSource>${points}</SrcDataSource><SrcLayer>${path.basename(points, '.csv')}</SrcLayer>`;
    return layerOf(code, `${source}<GeometryType>wkbPoint</GeometryType><GeometryField encoding="PointFromColumns" x="x" y="y"/>`);
  });
  const file = path.join(folder, 'systems.vrt');
  writeFileSync(file, `<OGRVRTDataSource>${layers.join('\n')}</OGRVRTDataSource>`);
  const { stdout } = spawnSync('ogrinfo', ['-ro', '-al', ...options, file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return new Map(stdout.split(/^Layer name: /m).slice(1).map((text) => [text.slice(0, text.indexOf('\n')), text]));
}

/** Where PROJ has the place of each code that it knows. */
function placesByProj(codes: readonly string[]): Map<string, [number, number]> {
  const warped = layersByGdal(codes, (code, points) => `<OGRVRTWarpedLayer><OGRVRTLayer name="${code}">${points.replace('<GeometryType>', '<LayerSRS>OGC:CRS84</LayerSRS><GeometryType>')}</OGRVRTLayer><TargetSRS>${code}</TargetSRS></OGRVRTWarpedLayer>`);
  const places = new Map<string, [number, number]>();
  for (const [code, text] of warped) {
    const point = /POINT \(([-\d.e+]+) ([-\d.e+]+)\)/.exec(text);
    if (point !== null) places.set(code, [Number(point[1]), Number(point[2])]);
  }
  return places;
}

/** Of the 120 zones of WGS 84 some are enough. */
const TRIED = knownSystems().filter(({ code }) => !/^EPSG:32[67]\d\d$/.test(code) || Number(code.slice(5)) % 7 === 0);
/** Of systems with a height as well GDAL writes what they lie on. */
const TRIED_IN_TEXT = TRIED.filter(({ code }) => !['EPSG:4979', 'EPSG:4989'].includes(code));

/** The well-known text that GDAL writes for each code that the installed PROJ knows, if there is such a text for it. */
function textsByGdal(codes: readonly string[], form: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [code, text] of layersByGdal(codes, (each, points) => `<OGRVRTLayer name="${each}">${points.replace('<GeometryType>', `<LayerSRS>${each}</LayerSRS><GeometryType>`)}</OGRVRTLayer>`, '-wkt_format', form)) {
    const wkt = /^Layer SRS WKT:\n([\s\S]+?)\nData axis/m.exec(text)?.[1]?.trim() ?? '';
    if (wkt !== '') texts.set(code, wkt);
  }
  return texts;
}

describe('reference systems as PROJ has them', needs(hasGdal, 'GDAL is not installed'), () => {
  // Where a datum lies is known to some metres only, and PROJ may choose another shift than the one of IBGE.
  const OLD_DATUM_METRES = 12;
  test('every code of the table gives back the place that PROJ put in', () => {
    let tried = 0;
    for (const [name, projected] of placesByProj(TRIED.map(({ code }) => code))) {
      const code = Number(name.slice(5));
      const place = placeIn(code);
      tried++;
      const back = transformationFrom({ name, code: name }, null, 'a')?.(...projected) ?? projected;
      const metres = Math.hypot((back[0] - place[0]) * 111_320 * Math.cos((place[1] * Math.PI) / 180), (back[1] - place[1]) * 110_574);
      const isOld = [4618, 5527, 29101, 5530, 4225, 102015, 102033, 5858, 5875, 5876, 5877].includes(code) || (code >= 29168 && code <= 29195) || (code >= 22521 && code <= 22525);
      expect(`${name} ${metres < (isOld ? OLD_DATUM_METRES : 0.01) ? 'agrees' : `is ${metres} m away`}`).toBe(`${name} agrees`);
    }
    expect(tried).toBeGreaterThan(50);
  });

  // ArcGIS's text has no code: what is found there is found by the parameters alone.
  test.each(['WKT1', 'WKT1_ESRI', 'WKT2_2019'])('every system of the table is known again in %s', (form) => {
    let tried = 0;
    const texts = textsByGdal(TRIED_IN_TEXT.map(({ code }) => code), form);
    for (const { code, name } of TRIED_IN_TEXT) {
      const wkt = texts.get(code);
      if (wkt === undefined) continue;
      tried++;
      expect(identifySystem({ name: '', code: null, wkt }), wkt).toEqual({ code, name });
    }
    expect(tried).toBeGreaterThan(50);
  });
});
