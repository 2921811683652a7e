import { describe, expect, test } from 'vitest';
import { circlesOf } from './circles.ts';
import { importsIn, readImports, sourceFiles, type Import } from './imports.ts';

const arrow = (text: string): Import => {
  const [from = '', to = ''] = text.split(' > ');
  return { from, to };
};
const membersOf = (...arrows: string[]) => circlesOf(arrows.map(arrow)).map(({ folder, members }) => [folder, ...members]);

test('no files or folders of the product import each other in a circle, and none imports what depends on it', () => {
  const imports = readImports();
  expect(sourceFiles().length).toBeGreaterThan(400);
  expect(imports.length).toBeGreaterThan(1500);
  const circles = circlesOf(imports).map(({ folder, members, imports: ties }) => `${folder}: ${members.join(', ')} by ${ties.map(({ from, to }) => `${from} > ${to}`).join('; ')}`);
  expect(circles).toEqual([]);
});

describe('a circle is found', () => {
  test('between two files beside each other', () => {
    expect(membersOf('a/x.ts > a/y.ts', 'a/y.ts > a/x.ts', 'a/z.ts > a/x.ts')).toEqual([['a', 'x.ts', 'y.ts']]);
  });

  test('through many files', () => {
    expect(membersOf('x.ts > y.ts', 'y.ts > z.ts', 'z.ts > x.ts', 'z.ts > end.ts')).toEqual([['', 'x.ts', 'y.ts', 'z.ts']]);
  });

  test('for each of two separate circles', () => {
    expect(membersOf('a/x.ts > a/y.ts', 'a/y.ts > a/x.ts', 'b/x.ts > b/y.ts', 'b/y.ts > b/x.ts')).toEqual([['a', 'x.ts', 'y.ts'], ['b', 'x.ts', 'y.ts']]);
  });

  test('between folders whose files form none', () => {
    expect(membersOf('a/map/x.ts > a/list/x.ts', 'a/list/y.ts > a/map/y.ts')).toEqual([['a', 'list', 'map']]);
  });

  test('for an import upwards: into the folder above, to a file that depends on the importing folder', () => {
    expect(membersOf('a/b/x.ts > a/page.ts', 'a/page.ts > a/b/y.ts')).toEqual([['a', 'b', 'page.ts']]);
    // A file of the parent folder that uses nothing in this folder may be used.
    expect(membersOf('a/b/x.ts > a/page.ts', 'a/page.ts > a/c/y.ts')).toEqual([]);
  });
});

describe('an import is recognised', () => {
  const seen = (text: string): string[] => importsIn('packages/formats/src/kml/index.ts', text);

  test.each([
    ["import { a } from './a.ts';", 'packages/formats/src/kml/a.ts'],
    ["import type { A } from '../a.ts';", 'packages/formats/src/a.ts'],
    ["export type { A } from './a.ts';", 'packages/formats/src/kml/a.ts'],
    ["export * from './a.ts';", 'packages/formats/src/kml/a.ts'],
    ["type A = import('./a.ts').A;", 'packages/formats/src/kml/a.ts'],
    ["const a = async () => (await import('./a.ts')).a;", 'packages/formats/src/kml/a.ts'],
    ["new Worker(new URL('./a.ts', import.meta.url));", 'packages/formats/src/kml/a.ts'],
    ["import { repair } from '@geoinsights/geometry';", 'packages/geometry/src/index.ts'],
    ["import { startWorkers } from '@geoinsights/geometry/threads';", 'packages/geometry/src/threads/index.ts'],
  ])('%s', (text, file) => {
    expect(seen(text)).toEqual([file]);
  });

  test('but a library is not one', () => {
    expect(seen("import { z } from 'zod'; import 'node:fs'; // import './a.ts'")).toEqual([]);
  });
});
