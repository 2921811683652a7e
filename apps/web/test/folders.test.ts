import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../src');
const MODEL = 'geoexplorer/model/';

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The source files of the site, by their paths below `src`. */
function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')).filter((name) => /\.tsx?$/.test(name));
}

function textOf(name: string): string {
  return readFileSync(path.join(SOURCE, name), 'utf8');
}

/** Every import of a file of the site by another, types included. */
function imports(): Import[] {
  return sources().flatMap((from) =>
    [...textOf(from).matchAll(/(?:from |import |import\(|new URL\()'(\.[^']+\.tsx?)'/g)].map(([, given = '']) => ({ from, to: path.posix.join(path.posix.dirname(from), given) })),
  );
}

/** A way through the imports that ends where it began; null when there is none. */
function circleIn(edges: readonly Import[]): string[] | null {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const each of next.get(node) ?? []) {
      const circle = walk(each, [...way, node]);
      if (circle !== null) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of next.keys()) {
    const circle = walk(node, []);
    if (circle !== null) return circle;
  }
  return null;
}

test('no files of the site import each other in a circle', () => {
  expect(imports().length).toBeGreaterThan(100);
  expect(circleIn(imports())).toBeNull();
});

test('no folders of the site import each other in a circle: none reaches up to one that stands on it', () => {
  expect(circleIn(imports().map(({ from, to }) => ({ from: path.posix.dirname(from), to: path.posix.dirname(to) })))).toBeNull();
});

test('the model of the explorer knows nothing of what shows it', () => {
  const upwards = imports().filter(({ from, to }) => from.startsWith(MODEL) && !to.startsWith(MODEL) && to !== 'ui/no-compiled-schemas.ts');
  expect(upwards).toEqual([]);
  const model = sources().filter((name) => name.startsWith(MODEL));
  expect(model.length).toBeGreaterThan(15);
  expect(model.filter((name) => name.endsWith('.tsx') || /from '(react|react-dom|react-router|@tanstack\/react-query)/.test(textOf(name)))).toEqual([]);
});

test('a circle is found', () => {
  expect(circleIn([{ from: 'a', to: 'b' }, { from: 'b', to: 'c' }, { from: 'c', to: 'b' }])).toEqual(['b', 'c', 'b']);
});
