import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { esriWellKnownText } from '../src/esri-text.ts';
import { identifySystem } from '../src/identify.ts';
import { knownSystems } from '../src/known-systems.ts';
import type { KnownSystem } from '../src/known-systems.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-prj-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text has no place for a height: systems with one are written as what they lie on. */
const PLANE = knownSystems().filter(({ code }) => !['EPSG:4979', 'EPSG:4989'].includes(code));
/** Of the 120 zones of WGS 84 some are enough, as each takes a start of GDAL. */
const TRIED = PLANE.filter(({ code }) => !/^EPSG:32[67]\d\d$/.test(code) || Number(code.slice(5)) % 20 === 2);

test('every system of the table is known again by its own text', () => {
  for (const system of PLANE) {
    const wkt = esriWellKnownText(system);
    expect(identifySystem({ name: '', code: null, wkt }), wkt).toEqual({ code: system.code, name: system.name });
  }
});

/** The code that GDAL finds for a `.prj`, without its authority; empty when it finds none. */
function codeForGdal(system: KnownSystem): string {
  const file = path.join(folder, `${system.code.replace(':', '-')}.prj`);
  writeFileSync(file, esriWellKnownText(system));
  const { stdout } = spawnSync('gdalsrsinfo', ['-e', '-o', 'epsg', file], { encoding: 'utf8' });
  return stdout.trim();
}

describe('as PROJ reads it', needs(hasGdal, 'GDAL is not installed'), () => {
  test('the codes of the register are found again', () => {
    // Registers before version 11 lack it.
    const older = spawnSync('gdalsrsinfo', ['-o', 'epsg', 'EPSG:10857'], { encoding: 'utf8' }).status !== 0 ? ['EPSG:10857'] : [];
    const tried = TRIED.filter(({ code }) => code.startsWith('EPSG:') && !older.includes(code));
    expect(tried.length).toBeGreaterThan(50);
    const found = tried.map((system) => `${system.code} is read as ${codeForGdal(system)}`);
    expect(found).toEqual(tried.map(({ code }) => `${code} is read as ${code}`));
  }, 120_000);

  test('it is the text that PROJ writes for the same code', () => {
    const texts = TRIED.flatMap((system) => {
      const { stdout, status } = spawnSync('gdalsrsinfo', ['-o', 'wkt_esri', '--single-line', system.code], { encoding: 'utf8' });
      return status !== 0 || stdout.trim() === '' ? [] : [{ system, byProj: stdout.trim() }];
    });
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.map(({ system }) => esriWellKnownText(system))).toEqual(texts.map(({ byProj }) => byProj));
  }, 120_000);
});
