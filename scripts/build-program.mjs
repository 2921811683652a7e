// npm run build:program, and after each npm ci: puts the command line's modules into few files, which Node loads in half the time that it takes
// for some four hundred. See docs/decisions/0085-the-command-line-in-few-files.md; apps/cli/bin/built-program.js runs them.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUILT, FROM_SOURCES } from '../apps/cli/bin/built-program.js';

const root = path.resolve(import.meta.dirname, '..');
const SOURCE = path.join(root, 'apps', 'cli', 'src', 'geotools.ts');
const BUILT_PROGRAM = path.join(root, BUILT);

/** Of the libraries only those that are plain JavaScript and that nearly every command loads; the others stay where npm put them. */
const LIBRARIES = /^(zod|flatbush|flatqueue|robust-predicates|saxes|xmlchars|yauzl|yazl|pend|fd-slicer|buffer-crc32|proj4|mgrs|wkt-parser)(\/|$)/;

/** Null where it is not installed: not with `--omit=dev`, and its native part not with `--omit=optional`. Then the command line runs from its sources. */
async function bundler() {
  try {
    return (await import('rolldown')).rolldown;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') console.warn(`The command line runs from its sources, since they could not be put together: ${String(error)}`);
    return null;
  }
}

export async function buildProgram() {
  const rolldown = await bundler();
  if (rolldown === null) return;
  const bundle = await rolldown({
    input: { geotools: SOURCE },
    cwd: root,
    platform: 'node',
    external: isExternal,
    plugins: [{ name: 'places-of-sources', transform: (code, id) => (id.startsWith(root) && code.includes('import.meta.') ? atItsPlace(code, id) : null) }],
  });
  rmSync(BUILT_PROGRAM, { recursive: true, force: true });
  const { output } = await bundle.write({ dir: BUILT_PROGRAM, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  const modules = Object.fromEntries(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk.moduleIds.filter((id) => path.isAbsolute(id))]] : [])));
  // For the tests of what a command loads.
  writeFileSync(path.join(BUILT_PROGRAM, 'modules.json'), JSON.stringify(modules));
  const sources = new Set(Object.values(modules).flat());
  // Last: without it nothing of the folder is run.
  writeFileSync(path.join(BUILT_PROGRAM, 'sources.json'), JSON.stringify([...sources].sort().map(stateOf)));
}

function isExternal(id, importer) {
  // The code of a command lies in a folder of its name.
  if ([...FROM_SOURCES].some((command) => id.startsWith(`./${command}/`))) return true;
  if (id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@geoinsights/')) return false;
  return importer === undefined || !LIBRARIES.test(id);
}

/** What a module says of its own place stays true: threads and data are found beside the sources. */
function atItsPlace(code, id) {
  const place = path.relative(BUILT_PROGRAM, id).replaceAll(path.sep, '/');
  return code
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(place)}`)})`);
}

function stateOf(file) {
  const { size, mtimeMs } = statSync(file);
  return [path.relative(root, file).replaceAll(path.sep, '/'), size, mtimeMs];
}

if (process.argv[1] === import.meta.filename) await buildProgram();
