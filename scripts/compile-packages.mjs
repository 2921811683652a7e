// Compiles the sources of packages to JavaScript and declarations, by the native TypeScript, which also checks their types.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, sourceOfEntries } from './library-packages.mjs';

/** What Node 20 supports. Using a name from a later edition fails the build. */
const EDITION = { target: 'es2023', lib: ['es2023', 'es2024.string', 'dom'] };
const COMPILER = path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

/** Exits the process if they contain an error. */
export function compilePackages(sources, names) {
  // Inside the repository, since libraries are looked up from the location of a tsconfig.
  const work = path.join(root, 'node_modules', '.cache', 'packages', String(process.pid));
  const output = path.join(work, 'output');
  mkdirSync(work, { recursive: true });
  writeFileSync(path.join(work, 'tsconfig.json'), JSON.stringify(configOf(sources, names, output)));
  // One checker, and no collection of garbage that there hardly is: see check-types.mjs.
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', work, '--checkers', '1', '--pretty'], { cwd: root, stdio: 'inherit', env: { ...process.env, GOGC: '400' } });
  if (status === 0) for (const name of names) moveBuilt(path.join(output, name, 'src'), path.join(root, 'packages', name, 'dist'));
  rmSync(work, { recursive: true });
  if (status !== 0) process.exit(1);
}

function configOf(sources, names, output) {
  return {
    extends: path.join(root, 'tsconfig.node.json'),
    files: sources,
    compilerOptions: {
      ...EDITION,
      noEmit: false,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      rewriteRelativeImportExtensions: true,
      noEmitOnError: true,
      rootDir: path.join(root, 'packages'),
      outDir: output,
      paths: Object.fromEntries(Object.entries(sourceOfEntries(names)).map(([entry, file]) => [entry, [file]])),
    },
  };
}

/** Moves what was built of a package's sources into its `dist`. */
function moveBuilt(from, to) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const place = path.join(to, path.relative(from, file));
    const text = readFileSync(file, 'utf8');
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.endsWith('.map') ? movedMap(text, path.dirname(file), path.dirname(place)) : withBuiltAddresses(text));
  }
}

/** A source map moved from one folder to another. */
function movedMap(text, from, to) {
  const map = JSON.parse(text);
  const sources = map.sources.map((source) => path.relative(to, path.resolve(from, source)).replaceAll('\\', '/'));
  return JSON.stringify({ ...map, sources });
}

/**
 * The compiler rewrites the extension of what JavaScript imports, but not of what declarations import, nor in `new URL('./thread.ts', import.meta.url)`.
 * The new extension is as long as the old one, so source maps stay right.
 */
function withBuiltAddresses(text) {
  return text
    .replaceAll(/(\b(?:from|import) |\bimport\()(["'])(\.[^"']*)\.ts\2/g, '$1$2$3.js$2')
    .replaceAll(/(new URL\()(["'])(\.[^"']*)\.ts\2(?=, import\.meta\.url\))/g, '$1$2$3.js$2');
}
