import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { placesByGdal } from '../../../testing/gdal-systems.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { datumOf } from '../src/datums.ts';
import { identifySystem } from '../src/identify.ts';
import { knownSystems, projDefinition } from '../src/known-systems.ts';
import type { KnownSystem } from '../src/known-systems.ts';
import { transformationFrom } from '../src/transformation.ts';

/** Places where the shifts of regional datums are those of PROJ. */
const PLACES: Partial<Record<KnownSystem['datum'], [longitude: number, latitude: number]>> = { aratu: [-46, -29], chua: [-47.5, -15.6], psad56: [-49.5, 3] };

/** A place where a system is used, so that every zone is tested inside itself. */
function placeIn({ datum, utm }: KnownSystem): [longitude: number, latitude: number] {
  const place = PLACES[datum];
  if (datum === 'aratu' && utm?.zone === 25) return [-34, -8];
  if (place !== undefined) return place;
  if (utm === null) return [-47.25, -15.75];
  const south = datum.startsWith('corrego-alegre') ? -18 : -12;
  return [-183 + 6 * utm.zone + 1.5, utm.hemisphere === 'S' ? south : utm.zone > 22 ? 2 : 4];
}

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-systems-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** GDAL's output on a layer for each code, queried with a single program; GDAL leaves out codes that the installed PROJ does not know. */
function layersByGdal(systems: readonly KnownSystem[], layerOf: (code: string, points: string) => string, ...options: string[]): Map<string, string> {
  const layers = systems.map((system) => {
    const { code } = system;
    const points = path.join(folder, `${code.replace(':', '-')}.csv`);
    writeFileSync(points, `x,y\n${placeIn(system).join(',')}\n`);
    const source = `<SrcDataSource>${points}</SrcDataSource><SrcLayer>${path.basename(points, '.csv')}</SrcLayer>`;
    return layerOf(code, `${source}<GeometryType>wkbPoint</GeometryType><GeometryField encoding="PointFromColumns" x="x" y="y"/>`);
  });
  const file = path.join(folder, 'systems.vrt');
  writeFileSync(file, `<OGRVRTDataSource>${layers.join('\n')}</OGRVRTDataSource>`);
  const { stdout } = spawnSync('ogrinfo', ['-ro', '-al', ...options, file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return new Map(stdout.split(/^Layer name: /m).slice(1).map((text) => [text.slice(0, text.indexOf('\n')), text]));
}

/** PROJ's position for each code that it knows. */
function placesByProj(systems: readonly KnownSystem[]): Map<string, [number, number]> {
  const places = placesByGdal('OGC:CRS84', systems.map((system) => [system.code, placeIn(system)]));
  return new Map(systems.flatMap(({ code }, at) => (places[at] === null ? [] : [[code, places[at]]])));
}

/** Some of the 120 zones of WGS 84 are enough. */
const TRIED = knownSystems().filter(({ code }) => !/^EPSG:32[67]\d\d$/.test(code) || Number(code.slice(5)) % 7 === 0);
/** For systems with a height, GDAL also writes the system underneath. */
const TRIED_IN_TEXT = TRIED.filter(({ code }) => !['EPSG:4979', 'EPSG:4989'].includes(code));

/** The well-known text that GDAL writes for each code known to the installed PROJ, if such a text exists. */
function textsByGdal(systems: readonly KnownSystem[], form: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [code, text] of layersByGdal(systems, (each, points) => `<OGRVRTLayer name="${each}">${points.replace('<GeometryType>', `<LayerSRS>${each}</LayerSRS><GeometryType>`)}</OGRVRTLayer>`, '-wkt_format', form)) {
    const wkt = /^Layer SRS WKT:\n([\s\S]+?)\nData axis/m.exec(text)?.[1]?.trim() ?? '';
    if (wkt !== '') texts.set(code, wkt);
  }
  return texts;
}

describe('reference systems agree with PROJ', needs(hasGdal, 'GDAL is not installed'), () => {
  // The position of a datum is only known to some metres, and PROJ may choose a shift other than IBGE's.
  const OLD_DATUM_METRES = 12;
  test('every code of the table gives back the place that PROJ transformed', () => {
    let tried = 0;
    const projected = placesByProj(TRIED);
    for (const system of TRIED) {
      const there = projected.get(system.code);
      if (there === undefined || projDefinition(system) === null) continue;
      const place = placeIn(system);
      tried++;
      const back = transformationFrom(system, null, 'a')?.(...there) ?? there;
      const metres = Math.hypot((back[0] - place[0]) * 111_320 * Math.cos((place[1] * Math.PI) / 180), (back[1] - place[1]) * 110_574);
      const isOld = !['wgs84', 'sirgas2000', 'sirgas1995'].includes(system.datum);
      const most = isOld ? (datumOf(system.datum).shift?.accuracy.toWgs84 ?? 0) + OLD_DATUM_METRES : 0.01;
      expect(`${system.code} ${metres < most ? 'agrees' : `is ${metres} m away`}`).toBe(`${system.code} agrees`);
    }
    expect(tried).toBeGreaterThan(50);
  });

  // ArcGIS's text has no code: it is identified by the parameters alone.
  test.each(['WKT1', 'WKT1_ESRI', 'WKT2_2019'])('every system of the table is recognised in %s', (form) => {
    let tried = 0;
    const texts = textsByGdal(TRIED_IN_TEXT, form);
    for (const { code, name } of TRIED_IN_TEXT) {
      const wkt = texts.get(code);
      if (wkt === undefined) continue;
      tried++;
      expect(identifySystem({ name: '', code: null, wkt }), wkt).toEqual({ code, name });
    }
    expect(tried).toBeGreaterThan(50);
  });
});
