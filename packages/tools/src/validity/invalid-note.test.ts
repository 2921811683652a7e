import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FORMAT_NAMES, type FormatName } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { compress } from '../compress/definition.ts';
import { convert } from '../convert/definition.ts';
import { extract } from '../extract/definition.ts';
import { merge } from '../merge/definition.ts';
import { reproject } from '../reproject/definition.ts';
import { simplify } from '../simplify/definition.ts';
import { split } from '../split/definition.ts';
import type { ToolDefinition } from '../tool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'invalid-note-'));
afterAll(() => rmSync(folder, { recursive: true }));

const square = (x: number): number[][] => [[x, -15], [x + 1, -15], [x + 1, -14], [x, -14], [x, -15]];
const bowTie = (x: number): number[][] => [[x, -15], [x + 1, -14], [x + 1, -15], [x, -14], [x, -15]];
const touching = [square(-44), [[-43.5, -15], [-43.4, -14.5], [-43.6, -14.5], [-43.5, -15]]];
const holeOutside = [square(-42), [[-38, -15], [-38, -14.5], [-37.5, -14.5], [-38, -15]]];

/** @param polygons each with a name, or null */
function fileOf(name: string, ...polygons: readonly (readonly [string | null, number[][][]])[]): string {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), name);
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: polygons.map(([nome, coordinates]) => ({ type: 'Feature', properties: { nome }, geometry: { type: 'Polygon', coordinates } })) }));
  return source;
}

async function told(tool: ToolDefinition, options: object, ...sources: readonly string[]): Promise<{ notes: string[]; main: string }> {
  const ran = await runTool(tool, folder, filesOf(...sources), options);
  const { notes } = ran.result.report as { notes: { code: string; text: string }[] };
  const main = readdirSync(ran.folder).find((name) => /\.(?:shp|kml|kmz|gpkg|geojson)$/.test(name)) ?? '';
  return { notes: notes.filter(({ code }) => code === 'polygons-not-valid').map(({ text }) => text), main: path.join(ran.folder, main) };
}

const ADVICE = 'Other programs may refuse that: repair the file with Fix geometry first.';
const faulty = fileOf('lots.geojson', ['North', [square(-50)]], ['South', [bowTie(-48)]], ['East', [bowTie(-46)]], ['West', touching]);
const sound = fileOf('lots.geojson', ['North', [square(-50)]], ['South', [square(-50)]], ['West', touching]);
const FAULTS = 'have rings that cross or overlap, or a hole outside its shell.';
const expected = `In layer "lots", 2 features ${FAULTS} The first one is feature 2 of the result (South). ${ADVICE}`;

describe('a note on polygons that are not valid', () => {
  it.each(FORMAT_NAMES)('is there for a source in %s and each target, and not for a sound one', async (from: FormatName) => {
    const [source, soundSource] = [(await told(convert, { to: from }, faulty)).main, (await told(convert, { to: from }, sound)).main];
    for (const to of FORMAT_NAMES) {
      expect([to, (await told(convert, { to }, source)).notes]).toEqual([to, [expected]]);
      expect([to, (await told(convert, { to }, soundSource)).notes]).toEqual([to, []]);
    }
  });

  it.each([
    ['reproject', reproject, { to: 'EPSG:31982' }, [expected]],
    ['extract', extract, { where: "nome <> 'South'" }, [`In layer "lots", one feature has rings that cross or overlap, or a hole outside its shell. It is feature 2 of the result (East). ${ADVICE}`]],
    ['merge', merge, { format: 'geopackage' }, [expected.replace('"lots"', '"merged"')]],
    ['split', split, { by: 'nome' }, [expected.replace('of the result', 'of the file')]],
    ['simplify', simplify, { distance: 10 }, [expected]],
    ['compress', compress, { decimals: 3 }, [expected.replace('the result', '"lots.geojson"')]],
    ['compress without a change', compress, {}, []],
  ] as const)('%s', async (_, tool, options, notes) => {
    expect((await told(tool, options, faulty)).notes).toEqual(notes);
  });

  it('names a hole outside its shell, and no name where there is none', async () => {
    expect((await told(convert, { to: 'geopackage' }, fileOf('lots.geojson', [null, holeOutside]))).notes).toEqual([`In layer "lots", one feature has rings that cross or overlap, or a hole outside its shell. It is feature 1 of the result. ${ADVICE}`]);
  });

  it('is there for lines without two different positions, which a repair does not mend', async () => {
    const features = [[[1, 2]], [[1, 2], [1, 2]], [[1, 2], [1, 2], [2, 2]]].map((coordinates, place) => ({ type: 'Feature', properties: { nome: `Rio ${String(place)}` }, geometry: { type: 'MultiLineString', coordinates: [[[0, 0], [1, 1]], coordinates] } }));
    const source = path.join(folder, 'rivers.geojson');
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
    for (const [tool, options, where] of [[convert, { to: 'geopackage' }, 'the result'], [split, { by: 'nome' }, 'the file']] as const) {
      const { result } = await runTool(tool, folder, filesOf(source), options);
      expect((result.report as { notes: unknown }).notes).toEqual([{ code: 'lines-not-valid', text: `In layer "rivers", 2 features have a line without two different positions. The first one is feature 1 of ${where} (Rio 0). Other programs may refuse that: complete or delete such lines in the program that made them.` }]);
    }
  });

  it('names the file if layers of several files have the same name', async () => {
    const other = fileOf('lots.geojson', ['Hill', [bowTie(-40)]]);
    const inputs = [...filesOf(faulty), ...filesOf(other)];
    const { result } = await runTool(convert, folder, inputs, { to: 'geopackage' });
    const { notes } = result.report as { notes: { code: string; text: string }[] };
    expect(notes.filter(({ code }) => code === 'polygons-not-valid').map(({ text }) => text.slice(0, 14))).toEqual(['"lots.geojson"', '"lots.geojson"']);
  });
});
