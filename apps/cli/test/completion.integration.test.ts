import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { geotools } from './geotools.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** util-linux's terminal, in which a shell behaves as if someone were typing. */
const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout);
const isThere = (shell: Shell): boolean => hasTerminal && spawnSync(shell, ['--version']).status === 0;
for (const shell of SHELLS) if (!isThere(shell)) console.log(`skipped: there is no ${shell} here, or no terminal to type in`);

/** What each shell reads first: our script, and a command that prints its arguments. */
const FIRST_LINES: Readonly<Record<Shell, (script: string) => string>> = {
  bash: (script) => `source ${script}\ngeotools() { printf 'given<%s>\\n' "$@" end; exit; }\nbind 'set bell-style none'\nPS1='$ '\n`,
  zsh: (script) => `autoload -Uz compinit\ncompinit -u -d ${folder}/zcompdump\nzstyle ':completion:*' insert-tab false\nsource ${script}\ngeotools() { printf 'given<%s>\\n' "$@" end; exit }\nPS1='$ '\n`,
  fish: (script) => `source ${script}\nfunction geotools; printf 'given<%s>\\n' $argv end; exit; end\n`,
};
const COMMANDS: Readonly<Record<Shell, (first: string) => string>> = {
  bash: (first) => `bash --rcfile ${first} --noprofile -i`,
  zsh: (first) => `ZDOTDIR=${path.dirname(first)} zsh -i`,
  fish: (first) => `fish --no-config -i -C 'source ${first}'`,
};

/** Types into a shell, including tab characters. @returns the words that the command finally received. */
function typed(shell: Shell, keys: string): string[] {
  const place = path.join(folder, shell);
  const command = COMMANDS[shell](path.join(place, '.zshrc'));
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd: place, input: `${keys}\n`, encoding: 'utf8', env: { ...process.env, TERM: 'xterm', HOME: place, COLUMNS: '200' }, timeout: 60_000 });
  const words = [...stdout.matchAll(/given<([^>\n]*)>/g)].map(([, word]) => word);
  expect(words.at(-1), stdout).toBe('end');
  return words.slice(0, -1);
}

describe.each(SHELLS)('%s', (shell) => {
  beforeAll(() => {
    const place = path.join(folder, shell);
    mkdirSync(path.join(place, 'samples'), { recursive: true });
    const { stdout } = geotools('completion', shell);
    writeFileSync(path.join(place, 'geotools-completion'), stdout);
    writeFileSync(path.join(place, '.zshrc'), FIRST_LINES[shell](path.join(place, 'geotools-completion')));
    writeFileSync(path.join(place, 'parcels.geojson'), '');
  });

  test.each([
    ['a command', 'geotools che\t', ['check']],
    ['a tool', 'geotools compr\t', ['compress']],
    ['an option of a tool', 'geotools compress parcels.geojson --rep\t', ['compress', 'parcels.geojson', '--report']],
    ['an option', 'geotools check --li\t', ['check', '--list']],
    ['the value of an option', 'geotools check --overlaps k\t', ['check', '--overlaps', 'keep']],
    ['the value behind a sign', 'geotools check --overlaps=k\t', ['check', '--overlaps=keep']],
    ['a file', 'geotools check parc\t', ['check', 'parcels.geojson']],
    ['a file as a value', 'geotools fix-geometry -o parc\t', ['fix-geometry', '-o', 'parcels.geojson']],
    ['all of a line', 'geotools fix\tparc\t--out\tresults --ga\tke\t', ['fix-geometry', 'parcels.geojson', '--output', 'results', '--gaps', 'keep']],
    ['a second word', 'geotools layers pub\t', ['layers', 'publish']],
    ['an option behind a second word', 'geotools layers update-group Fazendas --vis\t', ['layers', 'update-group', 'Fazendas', '--visible']],
    ['a folder', 'geotools layers list --data-dir sam\t', ['layers', 'list', '--data-dir', 'samples/']],
    ['a shell', 'geotools completion zs\t', ['completion', 'zsh']],
    ['a command to explain', 'geotools help compl\t', ['help', 'completion']],
    ['a tool to explain', 'geotools help compr\t', ['help', 'compress']],
    ['a second word to explain', 'geotools help layers imp\t', ['help', 'layers', 'import-wms']],
  ])('completes %s', needs(isThere(shell), `${shell} is not installed`), (_, keys, words) => {
    // Shells decide for themselves between a space and the equals sign, and whether a folder ends in a slash.
    const plain = (list: readonly string[]): string => list.map((word) => word.replace(/\/$/, '').replace('=', ' ')).join(' ');
    expect(plain(typed(shell, keys))).toBe(plain(words));
  });

  test('offers no option that the command does not take', needs(isThere(shell), `${shell} is not installed`), () => {
    expect(typed(shell, 'geotools check --out\t')).toEqual(['check', '--out']);
    expect(typed(shell, 'geotools layers remove --col\t')).toEqual(['layers', 'remove', '--col']);
  });
});

test('an unknown shell, or none, is answered with the known ones', () => {
  for (const args of [[], ['tcsh'], ['bash', 'zsh']]) expect(geotools('completion', ...args)).toMatchObject({ status: 2, stdout: '' });
  expect(geotools('completion', 'tcsh').stderr).toContain('bash, zsh or fish');
});
