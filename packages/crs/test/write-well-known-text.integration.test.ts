import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { codeByGdal } from '../../../testing/gdal-systems.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { identifySystem } from '../src/identify.ts';
import { geographicSystemOf, knownSystems } from '../src/known-systems.ts';
import type { KnownSystem } from '../src/known-systems.ts';
import { esriWellKnownText, wellKnownText } from '../src/write-well-known-text.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-wkt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Systems with a height cannot be expressed in WKT 1. */
const FLAT = knownSystems().filter(({ code }) => !['EPSG:4979', 'EPSG:4989'].includes(code));

/** Well-known text on one line, without blanks between its parts, and without the axis order, which GDAL's own layers do not keep. */
function onOneLine(text: string): string {
  return text.replace(/\n\s*/g, '').replace(',AXIS["Latitude",NORTH],AXIS["Longitude",EAST]', '').trim();
}

/** What GDAL writes for the codes known to the installed PROJ, by code. */
function textsByGdal(form: string): Map<string, string> {
  const points = path.join(folder, 'points.csv');
  writeFileSync(points, 'x,y\n1,1\n');
  const layers = FLAT.map(({ code }) => `<OGRVRTLayer name="${code}"><SrcDataSource>${points}</SrcDataSource><SrcLayer>points</SrcLayer><LayerSRS>${code}</LayerSRS><GeometryType>wkbPoint</GeometryType><GeometryField encoding="PointFromColumns" x="x" y="y"/></OGRVRTLayer>`);
  const file = path.join(folder, `${form}.vrt`);
  writeFileSync(file, `<OGRVRTDataSource>${layers.join('')}</OGRVRTDataSource>`);
  const { stdout } = spawnSync('ogrinfo', ['-ro', '-so', '-al', '-wkt_format', form, file], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const texts = stdout.split(/^Layer name: /m).slice(1);
  return new Map(texts.map((text) => [text.slice(0, text.indexOf('\n')), onOneLine(/^Layer SRS WKT:\n([\s\S]+?)\nData axis/m.exec(text)?.[1] ?? '')]));
}

function expectSameTexts(form: string, textOf: (system: KnownSystem) => string): void {
  const theirs = textsByGdal(form);
  let tried = 0;
  for (const system of FLAT) {
    const text = theirs.get(system.code) ?? '';
    if (text === '') continue;
    tried++;
    expect(textOf(system), system.code).toBe(text);
  }
  // An older PROJ lacks a code or two.
  expect(tried).toBeGreaterThan(FLAT.length - 3);
}

/** One system of each kind, i.e. one for each method and datum. */
const KINDS = FLAT.filter(({ datum, method, code }, index) => code !== 'EPSG:10857' && index === FLAT.findIndex((each) => each.datum === datum && each.method === method));

const METHODS = KINDS.filter(({ method }, index) => index === KINDS.findIndex((each) => each.method === method));

describe('well-known text agrees with GDAL', needs(hasGdal, 'GDAL is not installed'), () => {
  test('for the first generation', () => expectSameTexts('WKT1', (system) => wellKnownText(system).replace(/,TOWGS84\[[^\]]*\]/, '')));
  test('for ArcGIS', () => expectSameTexts('WKT1_ESRI', esriWellKnownText));

  test('GDAL reads both as the same system', () => {
    // ArcGIS's text has no code: GDAL identifies it by the names and numbers.
    const texts = [...KINDS.map((system) => ({ system, text: esriWellKnownText(system) })), ...METHODS.map((system) => ({ system, text: wellKnownText(system) }))];
    for (const { system, text } of texts) {
      expect(codeByGdal(text), text).toBe(`EPSG:${system.code.slice(5)}`);
    }
  });
});

describe('well-known text', () => {
  test('is recognised when it is read again', () => {
    for (const system of FLAT) {
      for (const wkt of [wellKnownText(system), esriWellKnownText(system)]) expect(identifySystem({ name: '', code: null, wkt }), wkt).toEqual({ code: system.code, name: system.name });
    }
  });

  test('states the shifts of old datums, and none for those at WGS 84', () => {
    expect(wellKnownText(geographicSystemOf('sad69'))).toContain('TOWGS84[-67.35,3.88,-38.22,0,0,0,0]');
    expect(wellKnownText(geographicSystemOf('sirgas2000'))).not.toContain('TOWGS84');
  });
});
