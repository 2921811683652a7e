import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { collectInputs } from './inputs.ts';

// The superuser, as whom tests may run, may read everything.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'EACCES' }));
  return {
    ...original,
    stat: (place: string) => (place.includes('locked') ? refused() : original.stat(place)),
    readdir: (place: string) => (place.includes('unlisted') ? refused() : original.readdir(place, { withFileTypes: true })),
  };
});

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-inputs-'));
const unlisted = mkdtempSync(path.join(tmpdir(), 'geotools-unlisted-'));
afterAll(() => {
  for (const place of [folder, unlisted]) rmSync(place, { recursive: true, force: true });
});

const collected = (place: string) => collectInputs({ inputs: [place], streamFormat: null, quiet: true });

test('what may not be read is not called missing', async () => {
  const locked = path.join(folder, 'locked.kml');
  await expect(collected(locked)).rejects.toMatchObject({ code: 'input-unreadable', details: { reason: 'the permission to read it is missing' } });
  await expect(collected(path.join(folder, 'none.kml'))).rejects.toMatchObject({ code: 'input-not-found', details: { reason: 'Check its name and folder.' } });
  await expect(collected(path.join(folder, '*.kml'))).rejects.toMatchObject({ code: 'input-not-found', details: { reason: 'No file fits this pattern, or your shell does not understand patterns: name the files.' } });
});

test('a name that is no UTF-8 is said to be the reason', async () => {
  await expect(collected(path.join(folder, 'caf\ufffd.kml'))).rejects.toMatchObject({ code: 'input-not-found', details: { reason: 'Its name is not valid UTF-8: rename the file.' } });
});

test('a shapefile in a folder that may not be listed says so', async () => {
  const place = path.join(unlisted, 'parcels.shp');
  writeFileSync(place, '');
  await expect(collected(place)).rejects.toMatchObject({ code: 'input-unreadable', details: { file: unlisted } });
});
