import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'large-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = path.join(folder, 'program.mjs');
const module = path.resolve(import.meta.dirname, '..', 'bin', 'large-pages.js');
writeFileSync(program, `import { askForLargePages } from ${JSON.stringify(module)};\nconst args = process.argv.slice(2);\naskForLargePages(args);\nconsole.log(JSON.stringify([process.env.GLIBC_TUNABLES ?? null, args, process.execArgv, process.pid]));`);
const large = path.join(folder, 'large.shp');
writeFileSync(large, '');
truncateSync(large, 4_000_000);
const small = path.join(folder, 'small.shp');
writeFileSync(small, 'small');

/** What the program finds: the setting, its arguments, those of Node, and whether it is still the process that was started. */
function started(args: readonly string[], setting?: string): unknown[] {
  const env = Object.fromEntries(Object.entries({ ...process.env, GLIBC_TUNABLES: setting }).filter(([, value]) => value !== undefined));
  const { pid, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], { encoding: 'utf8', env });
  expect(stderr).toBe('');
  const [tunables, given, forNode, own] = JSON.parse(stdout) as unknown[];
  return [tunables, given, forNode, own === pid];
}

const FOR_NODE = ['--disable-warning=ExperimentalWarning'];

test('a command on large files starts again in its place, with large pages and all that it was given', needs(process.platform === 'linux', 'only Linux has such pages'), () => {
  expect(started(['check', large, '--quiet', 'a b'])).toEqual(['glibc.malloc.hugetlb=1', ['check', large, '--quiet', 'a b'], FOR_NODE, true]);
});

test('small files, files that are not there and standard input do not ask for that', () => {
  expect(started(['check', small, '-', path.join(folder, 'missing.shp')])).toEqual([null, ['check', small, '-', path.join(folder, 'missing.shp')], FOR_NODE, true]);
});

test('the value of an option that no file could be named is no reason to fail', () => {
  const filter = `municipio IN (${Array.from({ length: 60 }, (_, i) => 5_200_050 + i).join(', ')})`;
  expect(started(['extract', small, '--where', filter])).toEqual([null, ['extract', small, '--where', filter], FOR_NODE, true]);
});

test('what the user has set is left as it is', () => {
  expect(started([large], 'glibc.malloc.perturb=0')).toEqual(['glibc.malloc.perturb=0', [large], FOR_NODE, true]);
});
