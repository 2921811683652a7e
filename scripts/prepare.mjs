// What has to stand before anything runs: the installed packages, the locked runtime, the built site.
// Plain JavaScript for any Node from 20.19 on, since it is what a bare clone starts with.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const REQUIRED_NODE_MAJOR = 24;

/** Installs by the lock file when what is installed differs from it. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing the packages of the lock file …');
  runNpm(['ci']);
}

/** Every package of the lock file that is not optional stands in node_modules in its locked version. */
function isInstalled() {
  const installedLock = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  return Object.entries(locked).every(([place, entry]) => {
    if (!place.startsWith('node_modules/') || entry.optional || entry.devOptional || entry.peer || entry.link) return true;
    return installed[place]?.version === entry.version;
  });
}

/** The Node that runs the product: the locked one, else the one that runs this script if it is new enough. */
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

/** Builds the site when its sources differ from those of the last build. */
export function ensureSiteBuilt() {
  const stamp = path.join(root, 'apps', 'web', 'dist', '.sources-hash');
  const hash = hashOfSiteSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the site …');
  runNpm(['run', 'build', '--silent']);
  writeFileSync(stamp, hash);
}

function hashOfSiteSources() {
  const hash = createHash('sha256');
  const places = ['apps/web', 'packages/contract', 'packages/geometry', 'packages/formats', 'package-lock.json'];
  for (const place of places) addToHash(hash, place);
  return hash.digest('hex');
}

function addToHash(hash, place) {
  const full = path.join(root, place);
  if (/\.[a-z]+$/i.test(place)) {
    hash.update(place).update(readFileSync(full));
    return;
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (['dist', 'node_modules', 'test'].includes(entry.name) || entry.name.includes('.test.')) continue;
    if (entry.isDirectory() || /\.[a-z]+$/i.test(entry.name)) addToHash(hash, `${place}/${entry.name}`);
  }
}

/** Runs npm with the runtime of the product first on the path; ends this process when it fails. */
export function runNpm(args) {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', shell: !npm && process.platform === 'win32' });
  if (status !== 0) {
    console.error(`"npm ${args.join(' ')}" failed; what it printed above says why.`);
    process.exit(1);
  }
}
