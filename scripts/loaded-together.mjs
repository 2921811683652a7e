// Which modules of a built program are loaded at the same times, so that they can be one file: finding and linking a file takes Node a third of a millisecond and more,
// and a conversion loaded eighty. Found by looking at what a program loads, not from a list that somebody would have to keep.
// See docs/decisions/0113-files-by-the-commands-that-load-them.md.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LAYER = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}';
/** Writes the address of each module to a file as it is loaded: a process may be killed when it has done its work. */
const HOOK = `
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  const list = process.env.LOADED_MODULES;
  registerHooks({ load(url, context, next) { appendFileSync(list, url + '\\n'); return next(url, context); } });`;
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--import', `data:text/javascript,${encodeURIComponent(HOOK)}`];

/** What most people start on the command line. Each reads the layer or what one before it wrote. */
const COMMANDS = [
  ['convert', 'a.geojson', '-o', 'a.shp'],
  ['convert', 'a.geojson', '-o', 'a.gpkg'],
  ['convert', 'a.shp', '-o', 'a.kml'],
  ['convert', 'a.gpkg', '-o', 'b.geojson'],
  ['fix-geometry', 'a.geojson', '-o', 'c.geojson'],
  ['fix-geometry', 'a.shp', '-o', 'c.shp'],
  ['fix-geometry', 'a.gpkg', '-o', 'c.gpkg'],
  ['fix-geometry', 'a.kml', '-o', 'c.kml'],
];
/** A thread that large files start. It loads little of what its program does, so what it needs must not be in one file with the rest. */
const THREAD = 'polygon-thread.js';
/** Tasks for the process of a task, whose files go into folders of the same names. None stands for a process that is ready and waits. */
const TASKS = [
  null,
  { name: 'shp', tool: 'convert', inputs: ['a.geojson'], options: { to: 'shapefile' } },
  { name: 'gpkg', tool: 'convert', inputs: ['a.geojson'], options: { to: 'geopackage' } },
  { name: 'kml', tool: 'convert', inputs: ['a.geojson'], options: { to: 'kml' } },
  { name: 'c-geojson', tool: 'fix-geometry', inputs: ['a.geojson'], options: {} },
  { name: 'c-shp', tool: 'fix-geometry', inputs: ['shp/a.zip'], options: {} },
  { name: 'c-gpkg', tool: 'fix-geometry', inputs: ['gpkg/a.gpkg'], options: {} },
  { name: 'c-kml', tool: 'fix-geometry', inputs: ['kml/a.kml'], options: {} },
];

/**
 * Sets of modules that the same commands of the command line load: nothing is loaded in vain when each is one file.
 * @param {string} folder of the built program
 * @param {Record<string, string[]>} modules of each of its files
 * @returns {Promise<Set<string>[]>} those that most commands load come first, so a module is never before what it imports
 * @throws {Error} if a command fails
 */
export function loadedByCommands(folder, modules) {
  return together(folder, modules, COMMANDS, runCommand);
}

/** The same for the process of a task and the tasks that it may get. */
export function loadedByTasks(folder, modules) {
  return together(folder, modules, TASKS, runTask);
}

async function together(folder, modules, uses, run) {
  const place = mkdtempSync(path.join(tmpdir(), 'geoinsights-loaded-'));
  const own = `${pathToFileURL(folder).href}/`;
  try {
    writeFileSync(path.join(place, 'a.geojson'), LAYER);
    const usesOf = new Map();
    const runs = [...uses.map((use) => (env) => run(folder, use, place, env)), (env) => loadThread(folder, place, env)];
    for (const [i, load] of runs.entries()) {
      const list = path.join(place, `loaded-${i}`);
      await load({ ...process.env, LOADED_MODULES: list });
      const files = readFileSync(list, 'utf8').split('\n').filter((url) => url.startsWith(own)).map((url) => url.slice(own.length));
      for (const file of new Set(files)) usesOf.set(file, [...(usesOf.get(file) ?? []), i]);
    }
    const filesByUses = Map.groupBy(usesOf.keys(), (file) => usesOf.get(file).join());
    const groups = [...filesByUses].sort(([a], [b]) => b.split(',').length - a.split(',').length);
    return groups.map(([, files]) => new Set(files.flatMap((file) => modules[file] ?? [])));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function runCommand(folder, args, place, env) {
  const program = `
    const { geotools } = await import(${JSON.stringify(pathToFileURL(path.join(folder, 'geotools.js')).href)});
    process.exitCode = await geotools(${JSON.stringify([...args, '--quiet'])});`;
  const { status, words } = await start(['--input-type=module', '-e', program], place, env, 'ignore').ended;
  if (status !== 0) throw new Error(`geotools ${args.join(' ')}: ${words}`);
}

/** Only loaded, as it would be for a file of many thousand polygons. Without a thread that started it, it fails when it is run, after everything was loaded. */
async function loadThread(folder, place, env) {
  const program = `await import(${JSON.stringify(pathToFileURL(path.join(folder, THREAD)).href)}).catch(() => undefined);`;
  const { status, words } = await start(['--input-type=module', '-e', program], place, env, 'ignore').ended;
  if (status !== 0) throw new Error(`${THREAD}: ${words}`);
}

async function runTask(folder, task, place, env) {
  const { child, ended } = start([path.join(folder, 'runner.js'), pathToFileURL(path.join(folder, 'tools.js')).href, String(process.pid)], place, env, 'ipc');
  let isDone = false;
  child.on('message', (message) => {
    if (message.kind === 'listening' && task !== null) child.send(orderOf(task, place));
    else if (message.kind === 'done' || message.kind === 'listening') isDone = child.kill('SIGKILL');
    else if (message.kind === 'failed' || message.kind === 'crashed') child.kill('SIGKILL');
  });
  const { words } = await ended;
  if (!isDone) throw new Error(`${JSON.stringify(task)}: ${words}`);
}

function orderOf({ name, tool, inputs, options }, place) {
  const outputFolder = path.join(place, name);
  const workFolder = path.join(place, `${name}-work`);
  for (const folder of [outputFolder, workFolder]) mkdirSync(folder);
  const files = inputs.map((input) => ({ name: path.basename(input), path: path.join(place, input), size: statSync(path.join(place, input)).size }));
  return { tool, inputs: files, options, workFolder, outputFolder, threads: 1, bound: null };
}

function start(args, cwd, env, channel) {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe', channel] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (words += text));
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', (status) => resolve({ status, words })));
  return { child, ended };
}
