// What is needed before anything runs: the installed packages, the locked runtime, the built site. Plain JavaScript for any Node from 20.19
// on, since a bare clone starts with it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const REQUIRED_NODE_MAJOR = 24;
const OUR_PACKAGES = '@geoinsights/';

/** Installs all packages of the lock file if the installed ones differ from it. */
export function ensureInstalled() {
  if (!isInstalled({ withDevelopment: true })) installAll('what is installed differs from it');
}

/**
 * What running needs: packages, and a built site. The development packages are installed only if the site must be built, or if they
 * were installed before.
 */
export function ensureStartable() {
  const reason = reasonToBuild();
  if (reason === null) {
    if (!isInstalled({ withDevelopment: false })) installWhatRunningTakes();
    return;
  }
  if (!isInstalled({ withDevelopment: true })) installAll(`${reason}, and building it takes the development packages`);
  buildSite();
}

/** `npm ci` removes everything installed before; a developer should keep the development packages. */
function installWhatRunningTakes() {
  const installed = installedPackages() ?? {};
  if (Object.entries(lockedPackages()).some(([place, entry]) => entry.dev && place in installed)) {
    installAll('what is installed differs from it');
    return;
  }
  console.log('Installing the packages that the server needs …');
  runNpm(['ci', '--omit=dev']);
}

/** Includes development packages whatever npm is configured to do, such as by NODE_ENV=production. */
function installAll(reason) {
  console.log(`Installing all packages of the lock file: ${reason} …`);
  runNpm(['ci', '--include=dev']);
}

/** Whether node_modules has every non-optional package of the lock file in its locked version, and links to each of our packages. */
function isInstalled({ withDevelopment }) {
  const installed = installedPackages();
  if (installed === null) return false;
  return Object.entries(lockedPackages()).every(([place, entry]) => {
    if (!place.startsWith('node_modules/') || entry.optional || entry.devOptional || entry.peer) return true;
    if (entry.link) return existsSync(path.join(root, place));
    return (entry.dev && !withDevelopment) || installed[place]?.version === entry.version;
  });
}

function lockedPackages() {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
}

/** Null if nothing was ever installed, or if npm was interrupted while it wrote its list of that. */
function installedPackages() {
  const installedLock = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return null;
  try {
    return JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The Node that runs the product: the locked one, else the one running this script if it is new enough. */
export function runtime() {
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  const locked = path.join(root, 'node_modules', `node-${system}-${arch}`, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(locked)) return locked;
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE_MAJOR) return process.execPath;
  console.error(
    `There is no bundled Node ${REQUIRED_NODE_MAJOR} for ${platform} on ${arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${REQUIRED_NODE_MAJOR} or newer and try again.`,
  );
  process.exit(1);
}

/** Builds the site if its sources differ from those of the last build; all packages are installed. */
export function ensureSiteBuilt() {
  if (reasonToBuild() !== null) buildSite();
}

/** Why the site must be built, as the middle part of a sentence; null if the existing one is of these sources. */
function reasonToBuild() {
  const stamp = stampOfSite();
  if (!existsSync(stamp)) return 'the site has not been built yet';
  return readFileSync(stamp, 'utf8') === hashOfSiteSources() ? null : 'the sources of the site have changed since it was built';
}

/** Builds the site, and records its sources. */
export function buildSite() {
  console.log('Building the site …');
  // Before, since whoever changes a source meanwhile may be too late for this build.
  const hash = hashOfSiteSources();
  runNpm(['run', 'build', '--workspace', 'apps/web', '--silent']);
  writeFileSync(stampOfSite(), hash);
}

function stampOfSite() {
  return path.join(root, 'apps', 'web', 'dist', '.sources-hash');
}

function hashOfSiteSources() {
  const hash = createHash('sha256');
  for (const room of roomsOf('apps/web')) addFolder(hash, room);
  addFile(hash, 'package-lock.json');
  return hash.digest('hex');
}

/** A workspace and all workspaces that it depends on according to their package.json. */
function roomsOf(place, known = new Set()) {
  if (known.has(place)) return known;
  known.add(place);
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).sort()) if (name.startsWith(OUR_PACKAGES)) roomsOf(`packages/${name.slice(OUR_PACKAGES.length)}`, known);
  return known;
}

/** Adds the files of a folder that may be sources. Editors leave folders of their own there, and links that name whoever edits a file. */
function addFolder(hash, folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (['dist', 'node_modules', 'test'].includes(entry.name) || entry.name.includes('.test.')) continue;
    const place = `${folder}/${entry.name}`;
    if (entry.isFile() && /\.[a-z]+$/i.test(entry.name)) addFile(hash, place);
    else if (entry.isDirectory() && !entry.name.startsWith('.')) addFolder(hash, place);
  }
}

function addFile(hash, place) {
  hash.update(place).update(readFileSync(path.join(root, place)));
}

/** Runs npm with the product's runtime first on the PATH; exits this process if it fails. */
export function runNpm(args) {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', shell: !npm && process.platform === 'win32' });
  if (status !== 0) {
    console.error(`"npm ${args.join(' ')}" failed; what it printed above says why.`);
    process.exit(1);
  }
}
