// Which modules of the built command line are loaded by the same commands, so that they can be one file: finding and linking a file takes Node a third of a millisecond
// and more, and a conversion loaded eighty. Found by looking at what commands load, not from a list that somebody would have to keep.
// See docs/decisions/0085-the-command-line-in-few-files.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LAYER = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}';
/** What most people start. Each reads the layer or what one before it wrote. */
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

/**
 * Sets of modules that the same commands load: nothing is loaded in vain when each is one file.
 * @param {string} folder of the built program
 * @param {Record<string, string[]>} modules of each of its files
 * @returns {Promise<Set<string>[]>} those that most commands load come first, so a module is never before what it imports
 * @throws {Error} if a command fails
 */
export async function loadedTogether(folder, modules) {
  const place = mkdtempSync(path.join(tmpdir(), 'geotools-loaded-'));
  try {
    writeFileSync(path.join(place, 'a.geojson'), LAYER);
    const commandsOf = new Map();
    for (const [i, args] of COMMANDS.entries()) {
      for (const file of await filesLoadedBy(folder, args, place)) commandsOf.set(file, [...(commandsOf.get(file) ?? []), i]);
    }
    const filesByCommands = Map.groupBy(commandsOf.keys(), (file) => commandsOf.get(file).join());
    const groups = [...filesByCommands].sort(([a], [b]) => b.length - a.length).map(([, files]) => files);
    return groups.map((files) => new Set(files.flatMap((file) => modules[file] ?? [])));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The names of the built files that one command loads. */
async function filesLoadedBy(folder, args, place) {
  const list = path.join(place, 'loaded');
  const program = `
    import { registerHooks } from 'node:module';
    import { writeFileSync } from 'node:fs';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(loaded)));
    const { geotools } = await import(${JSON.stringify(pathToFileURL(path.join(folder, 'geotools.js')).href)});
    process.exitCode = await geotools(${JSON.stringify([...args, '--quiet'])});`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], { cwd: place, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (words += text));
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (status !== 0) throw new Error(`geotools ${args.join(' ')}: ${words}`);
  const own = `${pathToFileURL(folder).href}/`;
  return new Set(JSON.parse(readFileSync(list, 'utf8')).filter((url) => url.startsWith(own)).map((url) => url.slice(own.length)));
}
