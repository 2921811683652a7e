import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { matchingFiles } from '../src/geotools/review/model/matching-files.ts';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const fileOf = (name: string, content: string) => new File([content], name);
const knownAs = (name: string, content: string) => ({ name, sha256: createHash('sha256').update(content).digest('hex') });
const namesOf = async (files: readonly File[], known: Parameters<typeof matchingFiles>[1]) => (await matchingFiles(files, known)).map(({ name }) => name);

it('a repaired file is known by its content, also under another name', async () => {
  expect(await namesOf([fileOf('copy.kml', 'a'), fileOf('a.kml', 'changed')], [knownAs('a.kml', 'a')])).toEqual(['a.kml']);
});

it('of two equal files each keeps its own name', async () => {
  expect(await namesOf([fileOf('b.kml', 'same'), fileOf('a.kml', 'same')], [knownAs('a.kml', 'same'), knownAs('b.kml', 'same')])).toEqual(['b.kml', 'a.kml']);
});
