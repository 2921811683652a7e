// Third-party programs that the tests use: a Chromium for the browser tests, GDAL to open results independently, PostgreSQL, an S3 server,
// a proxy, a wrong clock.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Chromium without windows, which takes a quarter less CPU for the same tests; Debian's package of this name. */
const CHROMIUM_SHELL = 'chromium-headless-shell';
/** Used if it is missing. */
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The servers of OpenStack Swift in Debian, which are unpacked rather than installed: they would bring system services with them. */
const SWIFT_PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const UNPACKED = path.resolve(import.meta.dirname, '..', 'node_modules', '.cache');
const SWIFT_FOLDER = path.join(UNPACKED, 'swift');
const NGINX_FOLDER = path.join(UNPACKED, 'nginx');
const FAKETIME_FOLDER = path.join(UNPACKED, 'faketime');
/** Where Debian puts the programs of a PostgreSQL server, by version; they are not on the PATH. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/**
 * Path of a Chromium: `CHROME_PATH`, else the headless shell on the PATH or installed as root on Debian, else any other; null if there
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

/** Folder of the programs `initdb` and `postgres`, after trying to install them as root; null if there is none. */
export function findOrInstallPostgres() {
  return findPostgres() ?? (installFromDebian('postgresql') ? findPostgres() : null);
}

/** Folder of the programs `initdb` and `postgres`: on the PATH, else Debian's newest; null if there is none. */
export function findPostgres() {
  const onPath = findOnPath(['initdb']);
  if (onPath !== null) return path.dirname(onPath);
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin')).find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

/** The Python environment needed to run OpenStack Swift, after trying to unpack its Debian packages; null if unavailable. */
export function findOrUnpackSwift() {
  const isUnpacked = () => unpackFromDebian('OpenStack Swift', SWIFT_FOLDER, SWIFT_PACKAGES, /(?<=^Inst )(python3-|swift|lib)\S*/gm);
  return findSwift() ?? (isUnpacked() ? findSwift() : null);
}

/** The Python environment needed to run OpenStack Swift, installed or previously unpacked; null if there is none. */
export function findSwift() {
  const unpacked = { PYTHONPATH: path.join(SWIFT_FOLDER, 'usr/lib/python3/dist-packages'), LD_LIBRARY_PATH: sharedLibraries().join(path.delimiter) };
  return [{}, unpacked].find((environment) => canRunSwift(environment)) ?? null;
}

function canRunSwift(environment) {
  const program = 'import swift.proxy.server, swift.obj.server, swift.common.middleware.s3api.s3api';
  return spawnSync('/usr/bin/python3', ['-c', program], { env: { PATH: process.env.PATH, ...environment }, stdio: 'ignore' }).status === 0;
}

function sharedLibraries() {
  const folder = path.join(SWIFT_FOLDER, 'usr', 'lib');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-linux-gnu')).map((name) => path.join(folder, name)) : [];
}

/** Path of nginx: on the PATH, or unpacked from Debian's package, which would start a service if installed; null if unavailable. */
export function findOrUnpackNginx() {
  const unpacked = path.join(NGINX_FOLDER, 'usr', 'sbin', 'nginx');
  const runs = (program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0;
  const find = () => [findOnPath(['nginx']), unpacked].find((program) => program !== null && runs(program)) ?? null;
  return find() ?? (unpackFromDebian('nginx', NGINX_FOLDER, ['nginx'], /(?<=^Inst )nginx\S*/gm) ? find() : null);
}

/** Path of the library that reports a wrong time to a program when preloaded, unpacked from Debian's package; null if unavailable. */
export function findOrUnpackFaketime() {
  const find = () => {
    const libraries = path.join(FAKETIME_FOLDER, 'usr', 'lib');
    const folders = existsSync(libraries) ? readdirSync(libraries).map((name) => path.join(libraries, name, 'faketime')) : [];
    return folders.map((folder) => path.join(folder, 'libfaketimeMT.so.1')).find((library) => existsSync(library)) ?? null;
  };
  return find() ?? (unpackFromDebian('libfaketime', FAKETIME_FOLDER, ['libfaketime'], /(?<=^Inst )libfaketime\S*/gm) ? find() : null);
}

/** @param wanted the needed ones of the packages: nothing that starts services, rotates logs or is called as root */
function unpackFromDebian(title, folder, packages, wanted) {
  if (['apt-get', 'dpkg'].some((program) => findOnPath([program]) === null)) return false;
  console.log(`Unpacking ${title} for the tests …`);
  const part = `${folder}.${String(process.pid)}.part`;
  const archives = path.join(part, 'archives');
  mkdirSync(archives, { recursive: true });
  try {
    const namesOf = () => apt('install', '--simulate', '--no-install-recommends', ...packages).match(wanted) ?? [];
    let names = namesOf();
    if (names.length === 0) {
      apt('update');
      names = namesOf();
    }
    spawnSync('apt-get', ['download', ...names], { cwd: archives, stdio: 'ignore' });
    const unpacked = path.join(part, 'root');
    for (const name of readdirSync(archives)) spawnSync('dpkg', ['-x', path.join(archives, name), unpacked], { stdio: 'ignore' });
    // What is there is replaced only by something.
    if (!existsSync(unpacked)) return false;
    rmSync(folder, { recursive: true, force: true });
    renameSync(unpacked, folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function apt(...args) {
  return spawnSync('apt-get', args, { encoding: 'utf8' }).stdout ?? '';
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
