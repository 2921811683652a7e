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

test('a command on large files restarts itself with large pages, in the same process and with all its arguments', needs(process.platform === 'linux', 'only Linux has such pages'), () => {
  expect(started(['check', large, '--quiet', 'a b'])).toEqual(['glibc.malloc.hugetlb=1', ['check', large, '--quiet', 'a b'], FOR_NODE, true]);
});

test('small files, missing files and standard input do not restart it', () => {
  expect(started(['check', small, '-', path.join(folder, 'missing.shp')])).toEqual([null, ['check', small, '-', path.join(folder, 'missing.shp')], FOR_NODE, true]);
});

test('a conversion, which holds little at a time, does not restart however large its files are', () => {
  expect(started(['convert', large])).toEqual([null, ['convert', large], FOR_NODE, true]);
});

test('an option value that cannot be a file name does not make it fail', () => {
  const filter = `municipio IN (${Array.from({ length: 60 }, (_, i) => 5_200_050 + i).join(', ')})`;
  expect(started(['extract', small, '--where', filter])).toEqual([null, ['extract', small, '--where', filter], FOR_NODE, true]);
});

test('what the user has set is left unchanged', () => {
  expect(started([large], 'glibc.malloc.perturb=0')).toEqual(['glibc.malloc.perturb=0', [large], FOR_NODE, true]);
});
