import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeArchive } from './archive.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is the same for the same files, whenever and wherever it is made', async () => {
  const file = path.join(folder, 'a.shp');
  writeFileSync(file, 'the same bytes');
  const made: Buffer[] = [];
  for (const zone of ['America/Sao_Paulo', 'Asia/Tokyo']) {
    process.env['TZ'] = zone;
    const target = path.join(folder, `${made.length}.zip`);
    await writeArchive(target, [{ name: 'São José.shp', path: file }]);
    made.push(readFileSync(target));
  }
  expect(made[0].equals(made[1])).toBe(true);
  expect(made[0].includes('São José.shp')).toBe(true);
});
