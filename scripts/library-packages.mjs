// The packages that others may install, and their manifests for built JavaScript. For any Node from 20.19 on, since npm runs it with
// whatever Node does the packing.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const SCOPE = '@geoinsights/';
/** The published packages; our other packages that they depend on are packed with them. */
const ASKED_FOR = ['geometry', 'formats'];
const NODE = '>=20.19';

/** The names of the folders in `packages`, dependencies first. */
export function libraryPackages() {
  const found = [];
  const add = (name) => {
    if (found.includes(name)) return;
    for (const needed of ourDependencies(manifestOf(name))) add(needed);
    found.push(name);
  };
  for (const name of ASKED_FOR) add(name);
  return found;
}

/** The manifest of the sources, even while that of a tarball is in its place. */
export function manifestOf(name) {
  const read = (file) => JSON.parse(readFileSync(path.join(root, 'packages', name, file), 'utf8'));
  try {
    return read('package.json.source');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return read('package.json');
  }
}

/** The manifest for the tarball: entries are built files with their types, and nothing in it is for development. */
export function packedManifest(name) {
  const { version, description, type, sideEffects, exports, dependencies } = manifestOf(name);
  const { license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return {
    name: `${SCOPE}${name}`,
    version,
    description,
    license,
    type,
    ...(sideEffects === undefined ? {} : { sideEffects }),
    engines: { node: NODE },
    files: ['dist/**/*.js', 'dist/**/*.d.ts', 'dist/**/*.map', 'src/**/*.ts', '!src/**/*.test.ts', '!src/**/test', 'api/*.md'],
    exports: { ...Object.fromEntries(Object.entries(exports).map(([entry, file]) => [entry, builtEntry(file)])), './package.json': './package.json' },
    dependencies,
  };
}

function builtEntry(file) {
  const built = file.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1');
  if (built === file) throw new Error(`${file} is no entry that is built`);
  return { types: `${built}.d.ts`, default: `${built}.js` };
}

/** The import name of each entry, and its source. */
export function sourceOfEntries(names) {
  return Object.fromEntries(
    names.flatMap((name) => Object.entries(manifestOf(name).exports).map(([entry, file]) => [`${SCOPE}${name}${entry.slice(1)}`, path.join(root, 'packages', name, file)])),
  );
}

function ourDependencies({ dependencies = {} }) {
  return Object.keys(dependencies).flatMap((each) => (each.startsWith(SCOPE) ? [each.slice(SCOPE.length)] : []));
}
