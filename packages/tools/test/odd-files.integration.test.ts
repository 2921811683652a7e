import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { exemplaryGarbage } from '../../formats/test/garbage/cases.ts';
import { runOgr2ogr } from '../../../testing/gdal-process.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { buffer } from '../src/buffer/definition.ts';
import { convert } from '../src/convert/definition.ts';
import { extract } from '../src/extract/definition.ts';
import { merge } from '../src/merge/definition.ts';
import { reproject } from '../src/reproject/definition.ts';
import { simplify } from '../src/simplify/definition.ts';
import { split } from '../src/split/definition.ts';
import type { ToolDefinition } from '../src/tool.ts';
import { ODD_FILES } from './odd-files.ts';
import { filesOf } from './run-tool.ts';

const base = mkdtempSync(path.join(tmpdir(), 'odd-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const BOX = '-50.5,-15.5,-49.5,-14.5';
const RUNS: readonly (readonly [ToolDefinition, Readonly<Record<string, unknown>>])[] = [
  ...['shapefile', 'kml', 'geojson', 'geopackage'].map((to) => [convert, { to }] as const),
  [merge, { format: 'geopackage', sourceField: 'source' }],
  [merge, { format: 'shapefile' }],
  [merge, { format: 'kml', layers: 'each' }],
  [split, { by: 'part', format: 'geojson' }],
  [split, { by: 'a', format: 'shapefile' }],
  [split, { by: 'count', count: 1, format: 'geojson' }],
  [split, { by: 'layer', format: 'kml' }],
  [extract, { where: 'a = 1' }],
  [extract, { bbox: BOX, format: 'shapefile' }],
  [extract, { bbox: BOX, clip: true, format: 'geojson' }],
  [simplify, { distance: 10, format: 'geopackage' }],
  [simplify, { share: 0, keepAll: false, format: 'geojson' }],
  [buffer, { distance: 30, format: 'shapefile' }],
  [buffer, { distance: 30, dissolve: true, format: 'geojson' }],
  [buffer, { distance: -30, format: 'geojson' }],
  [reproject, { to: 'EPSG:31982', format: 'shapefile' }],
  [reproject, { to: 'EPSG:5880', format: 'geopackage', densify: 1 }],
];

/** Each file takes a seventh of the runs, its neighbours other sevenths; all of them with ODD_FILES=all. */
function runsOf(place: number): typeof RUNS {
  return process.env['ODD_FILES'] === 'all' ? RUNS : RUNS.filter((_, run) => (run + place) % 7 === 0);
}

/** Runs a tool; its outcome must be files or an error for people. @returns the files of the result */
async function outcomeOf(tool: ToolDefinition, files: Readonly<Record<string, Uint8Array | string>>, options: Readonly<Record<string, unknown>>): Promise<string[]> {
  const place = mkdtempSync(path.join(base, 'run-'));
  const [input, workFolder, outputFolder] = ['input', 'work', 'output'].map((name) => path.join(place, name));
  for (const folder of [input, workFolder, outputFolder]) mkdirSync(folder);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(input, name), bytes);
  const inputs = readdirSync(input).map((name) => filesOf(path.join(input, name))).flatMap((each) => each.slice(0, 1));
  const title = `${tool.name} ${JSON.stringify(options)}`;
  const error: unknown = await tool.run({ inputs, options: tool.optionsSchema.parse(options), workFolder, outputFolder, threads: 1, unpacked: true, onProgress: () => undefined }).then(
    ({ report }) => {
      tool.reportSchema.parse(report);
      return null;
    },
    (problem: unknown) => problem,
  );
  const written = readdirSync(outputFolder);
  expect(readdirSync(place).sort(), title).toEqual(['input', 'output', 'work']);
  if (error === null) {
    expect(written.length, title).toBeGreaterThan(1);
    return written.map((name) => path.join(outputFolder, name));
  }
  if (!(error instanceof ProblemError)) throw new Error(`${title}: not an error for people`, { cause: error });
  expect(['internal', 'output-check-failed'], title).not.toContain(error.code);
  expect(written, title).toEqual([]);
  return [];
}

describe('unusual files', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each([...Object.keys(ODD_FILES).entries()])('%i %s: every tool writes files that GDAL reads, or says what is wrong', async (place, name) => {
    const mains: string[] = [];
    for (const [tool, options] of runsOf(place)) mains.push(...(await outcomeOf(tool, { [name]: ODD_FILES[name] }, options)).filter((file) => /\.(?:shp|kml|geojson|gpkg)$/.test(file)));
    for (const file of mains.filter((_, index) => index % 2 === 0)) {
      const { status, stderr } = runOgr2ogr(['-f', 'Memory', 'read', file]);
      expect([file, status, /ERROR/.test(stderr) ? stderr : '']).toEqual([file, 0, '']);
    }
  });

  it.each(Object.keys(ODD_FILES))('%s does not affect the result of a sound file beside it', async (name) => {
    await outcomeOf(convert, { [name]: ODD_FILES[name], 'sound.geojson': '{"type":"Point","coordinates":[-50,-15]}' }, { to: 'geojson' }).then((files) => {
      expect(files.map((file) => path.basename(file)).some((file) => file.startsWith('sound'))).toBe(true);
    });
  });
});

describe('garbage', () => {
  it.each(exemplaryGarbage())('$title: every tool says what is wrong', async ({ files }) => {
    for (const [tool, options] of RUNS.filter(([each], index) => RUNS.findIndex(([other]) => other === each) === index)) await outcomeOf(tool, files, options);
  });
});
