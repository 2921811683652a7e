import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './imports.ts';

function textsIn(folder: string): Map<string, string> {
  return new Map(readdirSync(folder).toSorted().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

test('the API reference of the packages to install matches their sources', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-api-'));
  try {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/api-reference.mjs', folder], { cwd: ROOT, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    // If it differs: npm run docs:api
    for (const name of ['geometry', 'formats']) expect(textsIn(path.join(ROOT, 'packages', name, 'api'))).toEqual(textsIn(path.join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
