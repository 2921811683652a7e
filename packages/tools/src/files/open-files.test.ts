import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { withOpenFiles } from './open-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'open-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MANY = 900;
const places = Array.from({ length: MANY }, (_, number) => ({ name: `${String(number)}.txt`, path: path.join(folder, `${String(number)}.txt`) }));
for (const { name, path: place } of places) writeFileSync(place, `I am ${name}`);

describe('very many files', () => {
  it('are read like few, but not all of them are kept open', needs(process.platform === 'linux', 'the system does not list open files in /proc'), async () => {
    await withOpenFiles(places, async (files) => {
      expect(readdirSync('/proc/self/fd').length).toBeLessThan(MANY - 200);
      const texts = await Promise.all(files.map(async (file) => Buffer.from(await file.read(0, file.size)).toString()));
      expect(texts).toEqual(places.map(({ name }) => `I am ${name}`));
      expect(Buffer.from(await files[MANY - 1].read(5, 8)).toString()).toBe('899');
    });
  });

  it('are not confused with files that take their place', async () => {
    const last = places[MANY - 1];
    await withOpenFiles(places, async (files) => {
      writeFileSync(path.join(folder, 'other'), 'I am other..');
      renameSync(path.join(folder, 'other'), last.path);
      await expect(files[MANY - 1].read(0, 4)).rejects.toMatchObject({ code: 'input-unreadable', details: { file: last.name } });
    });
  });
});
