// Programs that are not ours and that the tests use: a Chromium for the browser, GDAL to open results with other eyes.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium: `CHROME_PATH`, else one on the PATH, else Debian's installed as root; null when there is none. */
export function findOrInstallChromium() {
  const given = process.env.CHROME_PATH;
  if (given) return existsSync(given) ? given : null;
  return findOnPath(CHROMIUM_NAMES) ?? (installFromDebian('chromium') ? findOnPath(CHROMIUM_NAMES) : null);
}

/** Whether `ogr2ogr` can be run, after trying to install it as root. */
export function findOrInstallGdal() {
  return findOnPath(['ogr2ogr']) !== null || installFromDebian('gdal-bin');
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
