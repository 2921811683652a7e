import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..', 'src');
/** The folders of the server, each standing on those before it only; docs/architecture.md has them too. */
const FOLDERS = ['db', 'wms', 'files', 'layer-features', 'catalogue', 'tasks', 'operator', 'routes'];
/** Files beside the folders that stand below all of them; the others there put the folders together. */
const BELOW_ALL = ['config.ts', 'entity-tag.ts', 'security-headers.ts'];
/** What the routes, and nothing else in a folder, may use. */
const FOR_ROUTES = ['errors.ts', 'services.ts'];

/** Where a file stands: a higher number may import a lower one. */
function levelOf(file: string): number {
  const [folder = '', ...inside] = file.split(path.sep);
  if (inside.length > 0) return FOLDERS.indexOf(folder);
  if (BELOW_ALL.includes(file)) return -1;
  return FOR_ROUTES.includes(file) ? FOLDERS.indexOf('routes') - 0.5 : FOLDERS.length;
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(SOURCES, file), 'utf8');
  return [...text.matchAll(/(?:from |import\(|new URL\()'(\.[^']+\.ts)'/g)].map(([, target = '']) => path.join(path.dirname(file), target));
}

test('no file of the server imports one of a folder above its own', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const folders = new Set(files.filter((file) => file.includes(path.sep)).map((file) => file.split(path.sep)[0]));
  expect([...folders].sort()).toEqual(FOLDERS.toSorted());
  const upwards = files.flatMap((file) => importsOf(file).filter((target) => levelOf(target) > levelOf(file)).map((target) => `${file} → ${target}`));
  expect(upwards).toEqual([]);
});
