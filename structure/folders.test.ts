import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { circlesOf } from './circles.ts';
import { readImports, ROOT, sourceFiles } from './imports.ts';

const SITE = 'apps/web/src/';
const MODEL = `${SITE}geoexplorer/model/`;
const SERVER = 'apps/server/src/';
/** The folders of the server, each depending only on those before it. */
const FOLDERS = ['db', 'wms', 'files', 'layer-features', 'catalogue', 'tasks', 'observability', 'operator', 'visitors', 'routes'];
/** Files next to the folders that are below all of them; the other files there assemble the folders. */
const BELOW_ALL = ['access-settings.ts', 'bearer-token.ts', 'config.ts', 'entity-tag.ts', 'public-address.ts', 'recently-read.ts', 'security-headers.ts', 'setting-kinds.ts', 'slots.ts', 'version.ts'];
/** What the routes, and nothing else in a folder, may use. */
const FOR_ROUTES = ['errors.ts', 'services.ts'];

test('no two folders of the site import each other; the files directly in one count as one', () => {
  const asOne = (file: string): string => `${path.posix.dirname(file)}/*`;
  const imports = readImports().filter(({ from, to }) => from.startsWith(SITE) && to.startsWith(SITE));
  expect(imports.length).toBeGreaterThan(100);
  expect(circlesOf(imports.map(({ from, to }) => ({ from: asOne(from), to: asOne(to) }))).map(({ folder, members }) => [folder, ...members])).toEqual([]);
});

/** What the model may use from the folder shared by all pages. */
const FOR_MODEL = ['answer-questions.ts', 'asked-worker.ts', 'late-code.ts', 'listeners.ts', 'no-compiled-schemas.ts', 'once.ts', 'wants-stillness.ts', 'when-to-retry.ts'].map((file) => `${SITE}ui/${file}`);
/** What draws on a map, for the explorer and for the result of a repair. */
const DRAWING = `${SITE}map-drawing/`;

test('the model of the explorer imports neither React nor what displays it', () => {
  const upwards = readImports().filter(({ from, to }) => from.startsWith(MODEL) && to.startsWith(SITE) && !to.startsWith(MODEL) && !to.startsWith(DRAWING) && !FOR_MODEL.includes(to));
  expect(upwards).toEqual([]);
  expect(FOR_MODEL.filter((file) => !sourceFiles().includes(file)), 'names of files that are not there').toEqual([]);
  const model = sourceFiles().filter((file) => file.startsWith(MODEL));
  expect(model.length).toBeGreaterThan(15);
  expect(model.filter((file) => file.endsWith('.tsx') || /from '(react|react-dom|react-router|@tanstack\/react-query)/.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});

/** The level of a server file: a higher level may import a lower one. */
function levelOf(file: string): number {
  const [folder = '', ...inside] = file.slice(SERVER.length).split('/');
  if (inside.length > 0) return FOLDERS.indexOf(folder);
  if (BELOW_ALL.includes(folder)) return -1;
  return FOR_ROUTES.includes(folder) ? FOLDERS.indexOf('routes') - 0.5 : FOLDERS.length;
}

test('the folders of the server are in the order of docs/architecture.md', () => {
  const files = sourceFiles().filter((file) => file.startsWith(SERVER));
  const folders = new Set(files.flatMap((file) => file.slice(SERVER.length).split('/').slice(0, -1).slice(0, 1)));
  expect([...folders].sort()).toEqual(FOLDERS.toSorted());
  expect([...BELOW_ALL, ...FOR_ROUTES].filter((file) => !files.includes(SERVER + file)), 'names of files that are not there').toEqual([]);
  expect(readFileSync(path.join(ROOT, 'docs', 'architecture.md'), 'utf8').replaceAll('\n', ' ')).toContain(FOLDERS.map((folder) => `\`${folder}\``).join(', '));
  const imports = readImports().filter(({ from, to }) => from.startsWith(SERVER) && to.startsWith(SERVER));
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ from, to }) => levelOf(to) > levelOf(from))).toEqual([]);
});
