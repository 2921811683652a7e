// npm run build:program, and after each npm ci: bundles the modules of the command line, and those of the process in which a task runs, into a few files,
// which Node loads in half the time that some four hundred files take. See docs/decisions/0085-the-command-line-in-few-files.md and
// 0088-the-process-of-a-task-in-few-files.md; apps/cli/bin/built-program.js and apps/server/src/tasks/runner-program.ts run them.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areOfTheirSources, listSources, statesOf } from '../packages/tools/built/built-files.js';
import { BUILT, FROM_SOURCES } from '../apps/cli/bin/built-program.js';
import { loadedByCommands, loadedByTasks } from './loaded-together.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** A thread that any large file starts, and the name of its own file. Other threads run from their sources. */
const THREAD = { name: 'polygon-thread', source: 'packages/tools/src/validity/thread.ts' };
const PROGRAMS = [
  { folder: BUILT, loadedTogether: loadedByCommands, input: { geotools: 'apps/cli/src/geotools.ts', [THREAD.name]: THREAD.source } },
  { folder: 'apps/server/dist', loadedTogether: loadedByTasks, input: { runner: 'apps/server/src/tasks/runner.ts', tools: 'packages/tools/src/index.ts', [THREAD.name]: THREAD.source } },
];

/** Only those libraries that are plain JavaScript and that nearly every command loads; the others stay where npm put them. */
const LIBRARIES = /^(zod|flatbush|flatqueue|robust-predicates|saxes|xmlchars|yauzl|yazl|pend|fd-slicer|buffer-crc32|proj4|mgrs|wkt-parser)(\/|$)/;

/** Null if it is not installed, as with `--omit=dev`, or without its native part, as with `--omit=optional`. Then everything runs from its sources. */
async function bundler() {
  try {
    return (await import('rolldown')).rolldown;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') console.warn(`The programs run from their sources, since they could not be put together: ${String(error)}`);
    return null;
  }
}

export function areProgramsBuilt() {
  return PROGRAMS.every(({ folder }) => areOfTheirSources(path.join(root, folder), root));
}

export async function buildPrograms() {
  for (const { folder, input, loadedTogether } of PROGRAMS) await build(path.join(root, folder), input, loadedTogether);
}

async function build(folder, input, loadedTogether) {
  let output = await putTogether(folder, input, isExternal);
  if (output === null) return;
  // Now, because all of them are read a second time: whoever changes one meanwhile may be too late.
  const states = statesOf(Object.values(modulesOf(output)).flat(), root);
  output = await inFewerFiles(folder, input, output, loadedTogether);
  const modules = modulesOf(output);
  // For the tests that check what a command loads.
  writeFileSync(path.join(folder, 'modules.json'), JSON.stringify(modules));
  if (!listSources(folder, states, root)) console.warn(`Sources changed while ${folder} was built: what is in it is not used until it is built again.`);
}

/** A program again, with what is loaded at the same times in one file. */
async function inFewerFiles(folder, input, output, loadedTogether) {
  let together;
  try {
    together = await loadedTogether(folder, modulesOf(output));
  } catch (error) {
    console.warn(`What is in ${folder} starts more slowly than it could, since it failed when it was tried: ${String(error)}`);
    return output;
  }
  return putTogether(folder, input, isExternal, together);
}

/** The modules of each file, but for those that are no files. */
function modulesOf(output) {
  return Object.fromEntries(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk.moduleIds.filter((id) => path.isAbsolute(id))]] : [])));
}

/**
 * @param folder where the files go, which replace what is there
 * @param input sources by the names of their files
 * @param isExternal whether a module stays where it is
 * @param {Set<string>[]} together modules that become one file each; the others are divided by who imports them
 * @returns what was written; null if there is no bundler
 */
export async function putTogether(folder, input, isExternal, together = []) {
  const rolldown = await bundler();
  if (rolldown === null) return null;
  const built = new Map(Object.entries(input).map(([name, source]) => [path.join(root, source), name]));
  const bundle = await rolldown({
    input: Object.fromEntries([...built].map(([source, name]) => [name, source])),
    cwd: root,
    platform: 'node',
    external: isExternal,
    // It is meant: the modules that go into one file may import each other on demand.
    checks: { ineffectiveDynamicImport: false },
    plugins: [{ name: 'places-of-sources', transform: (code, id) => (id.startsWith(root) && code.includes('import.meta.') ? atItsPlace(code, id, folder, built) : null) }],
  });
  // A group takes in what its modules import, but for what an earlier one has. What is started stays by itself: the process of a task waits for its tools while it is loaded,
  // and would wait forever if they were in the same file.
  const groups = together.map((modules, i) => ({ name: `together-${i}`, test: (id) => modules.has(id) && !built.has(id), priority: together.length - i }));
  rmSync(folder, { recursive: true, force: true });
  return (await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js', codeSplitting: { groups } })).output;
}

function isExternal(id, importer) {
  // The code of a command is in a folder of the same name.
  if ([...FROM_SOURCES].some((command) => id.startsWith(`./${command}/`))) return true;
  if (id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@geoinsights/')) return false;
  return importer === undefined || !LIBRARIES.test(id);
}

/** Another package, and a file beside this one, in the ways in which sources refer to what they do not import; then their own place. */
const PLACES = /pathToFileURL\(createRequire\(import\.meta\.url\)\.resolve\('@geoinsights\/(\w+)'\)\)\.href|new URL\('(\.[^']+)', import\.meta\.url\)|import\.meta\.url|import\.meta\.dirname/g;

/** Keeps each module's reference to its own location valid: threads and data are found next to the sources, but for those that are built. */
function atItsPlace(code, id, folder, built) {
  const place = path.relative(folder, id).replaceAll(path.sep, '/');
  return code.replaceAll(PLACES, (found, room, target) => {
    if (found === 'import.meta.dirname') return `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(place)}`)})`;
    const own = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
    const name = built.get(room === undefined ? path.resolve(path.dirname(id), target ?? '.') : path.join(root, 'packages', room, 'src', 'index.ts'));
    if (name !== undefined) return room === undefined ? `new URL('./${name}.js', import.meta.url)` : `new URL('./${name}.js', import.meta.url).href`;
    if (room !== undefined) return found.replace('import.meta.url', own);
    return target === undefined ? own : `new URL('${target}', ${own})`;
  });
}

if (process.argv[1] === import.meta.filename) await buildPrograms();
