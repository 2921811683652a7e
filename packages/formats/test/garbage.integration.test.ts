import { ERRORS, ProblemError } from '@geoinsights/contract';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { garbageCases } from './garbage/cases.ts';
import { GEOJSON, GEOPACKAGE, KML, KMZ, SHP } from './garbage/seeds.ts';
import { contentsOf, takeFiles } from './garbage/take.ts';

const base = mkdtempSync(join(tmpdir(), 'garbage-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const newFolder = (): string => mkdtempSync(join(base, 'case-'));

it.each(Object.entries({ '.shp': SHP, '.kml': KML, '.kmz': KMZ, '.gpkg': GEOPACKAGE, '.geojson': GEOJSON }))('the %s is sound before it is damaged', async (extension, bytes) => {
  expect((await takeFiles(newFolder(), { [`farm${extension}`]: bytes })).identical).toBe(true);
});

/** Every file inside a folder, so that a result written elsewhere than requested is noticed, too. */
function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).toSorted();
}

describe('garbage', () => {
  it.each(garbageCases())('$title', async ({ files, codes, note }) => {
    const folder = newFolder();
    const outcome = await takeFiles(folder, files).then(
      (taken) => ({ taken, error: null }),
      (error: unknown) => ({ taken: null, error }),
    );
    expect(contentsOf(folder, 'work')).toEqual([]);
    for (const [name, bytes] of Object.entries(files)) expect(readFileSync(join(folder, 'input', name)).equals(bytes)).toBe(true);
    const outside = everything(folder).filter((path) => !path.startsWith('output'));
    expect(outside).toEqual(['input', ...Object.keys(files).map((name) => join('input', name)), 'work'].toSorted());

    if (outcome.error === null) {
      expect(codes, 'it was taken').toBe(null);
      expect(outcome.taken?.identical).toBe(true);
      if (note !== undefined) expect(outcome.taken?.notes.map(({ code }) => code)).toContain(note);
      return;
    }
    const { error } = outcome;
    if (!(error instanceof ProblemError)) throw new Error('not an error for people', { cause: error });
    expect(contentsOf(folder, 'output')).toEqual([]);
    expect(Object.keys(ERRORS)).toContain(error.code);
    if (codes !== null) expect(codes).toContain(error.code);
    expect(error.code).not.toBe('internal');
    // A sentence that names the file, with all placeholders filled and nothing of the machine in it.
    expect(error.message).toMatch(/^[^a-z].{20,}[.?!]$/s);
    expect(error.message).toMatch(/farm/i);
    expect(error.message.length).toBeLessThan(1000);
    expect(error.message).not.toMatch(/\{\w+\}|"\?"|: \?|undefined|NaN|\[object|\/tmp|node:|\n {4}at |SQLITE_/);
  });
});
