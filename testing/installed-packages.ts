import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '..');
const PACKAGES = ['contract', 'crs', 'geometry', 'formats'];
const OURS = '@geoinsights/';
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

export interface Consumer {
  /** Everything that was created; to be removed. */
  readonly folder: string;
  /** Somebody else's package that has installed ours. */
  readonly project: string;
}

/**
 * Packs the packages that others install as `npm pack` does it in their folders, and installs the tarballs far from the repository.
 * No registry is contacted: third-party packages are copied to where npm would put them.
 */
export function installPackages(): Consumer {
  const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-packages-'));
  const [clone, project, tarballs] = ['clone', 'project', 'tarballs'].map((name) => path.join(folder, name));
  run(process.execPath, ['scripts/build-packages.mjs'], ROOT);
  copyRepository(clone);
  run(process.execPath, ['scripts/pack-packages.mjs', tarballs], clone);
  copyLibraries(PACKAGES.flatMap((name) => needsOf(path.join(ROOT, 'packages', name))), project);
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', '--silent', ...readdirSync(tarballs).map((file) => path.join(tarballs, file))], project);
  // Not earlier: npm removes packages that nobody depends on.
  copyLibraries(['@types/node'], project);
  return { folder, project };
}

/** What packing needs of the repository: packing swaps manifests, which people working there must not see. */
function copyRepository(clone: string): void {
  const isWanted = (place: string): boolean => !place.includes(`${path.sep}node_modules`);
  const wanted = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'tsconfig.base.json', 'tsconfig.node.json', 'scripts', ...PACKAGES.map((name) => `packages/${name}`)];
  for (const each of wanted) cpSync(path.join(ROOT, each), path.join(clone, each), { recursive: true, filter: isWanted });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'), 'junction');
}

/** Copies third-party packages, and their dependencies in turn. */
function copyLibraries(names: readonly string[], project: string): void {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name) || name.startsWith(OURS)) return;
    found.add(name);
    cpSync(path.join(ROOT, 'node_modules', name), path.join(project, 'node_modules', name), { recursive: true });
    needsOf(path.join(ROOT, 'node_modules', name)).forEach(add);
  };
  names.forEach(add);
}

function needsOf(folder: string): string[] {
  return Object.keys(manifestSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).dependencies);
}

/** Runs a program without the npm variables of the process that runs the tests. @returns its output */
export function run(command: string, args: readonly string[], cwd: string): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|VITEST)/i.test(name)));
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', shell: command === 'npm' && process.platform === 'win32' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status ?? String(error)}:\n${stdout}${stderr}`);
  return stdout;
}

/** The Node of a major version on this machine: that of the tests, or another in one of the usual places. */
export function findNode(major: number): string | null {
  const folders = ['/usr/local/bin', '/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const places = [process.execPath, ...folders.map((folder) => path.join(folder, 'node')).filter((place) => existsSync(place))];
  return places.find((place) => spawnSync(place, ['--version'], { encoding: 'utf8' }).stdout.startsWith(`v${major}.`)) ?? null;
}
