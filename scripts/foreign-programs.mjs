// Programs that are not ours and that the tests use: a Chromium for the browser, GDAL to open results with other eyes, PostgreSQL.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Chromium without a window of its own, which takes a quarter less of the processor for the same tests; Debian's package of this name. */
const CHROMIUM_SHELL = 'chromium-headless-shell';
/** What is used instead of it. */
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Where Debian puts the programs of a PostgreSQL server, by version; they are not on the PATH there. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/**
 * Path of a Chromium: `CHROME_PATH`, else the headless shell on the PATH or installed as root on Debian, else any other; null when there
 * is none.
 */
export function findOrInstallChromium() {
  const given = process.env.CHROME_PATH;
  if (given) return existsSync(given) ? given : null;
  return findOrInstall([CHROMIUM_SHELL], CHROMIUM_SHELL) ?? findOrInstall(CHROMIUM_NAMES, 'chromium');
}

/** Whether `ogr2ogr` can be run, after trying to install it as root. */
export function findOrInstallGdal() {
  return findOnPath(['ogr2ogr']) !== null || installFromDebian('gdal-bin');
}

/** Folder of the programs `initdb` and `postgres`, after trying to install them as root; null when there is none. */
export function findOrInstallPostgres() {
  return findPostgres() ?? (installFromDebian('postgresql') ? findPostgres() : null);
}

/** Folder of the programs `initdb` and `postgres`: on the PATH, else the newest of Debian's; null when there is none. */
export function findPostgres() {
  const onPath = findOnPath(['initdb']);
  if (onPath !== null) return path.dirname(onPath);
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin')).find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

function findOrInstall(names, packageName) {
  return findOnPath(names) ?? (installFromDebian(packageName) ? findOnPath(names) : null);
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of names) for (const folder of folders) if (existsSync(path.join(folder, name))) return path.join(folder, name);
  return null;
}

function installFromDebian(packageName) {
  if (process.getuid?.() !== 0 || findOnPath(['apt-get']) === null) return false;
  console.log(`Installing ${packageName} for the tests …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment }).status === 0;
  return run('update') && run('install', '-y', '--no-install-recommends', packageName);
}
