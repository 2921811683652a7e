import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TOOL_LIST } from '@geoinsights/tools/list';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { geotoolsHere } from './geotools-here.ts';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path.resolve(import.meta.dirname, '..', 'package.json'), 'utf8')));

test.each([['--version'], ['-V'], ['version']])('%s prints the version', async (word) => {
  expect(await geotoolsHere(word)).toEqual({ status: 0, stdout: `geotools ${version}\n`, stderr: '' });
});

const TOOLS = TOOL_LIST.filter(({ command }) => command === 'made').map(({ name }) => name);
const COMMANDS = ['fix-geometry', 'check', ...TOOLS, 'layers', 'layers list', 'layers publish', 'layers update', 'layers remove', 'layers update-group', 'layers import-wms', 'admin', 'admin status', 'admin sweep', 'admin requeue', 'admin cancel', 'admin backup', 'admin restore', 'completion'];

test.each(COMMANDS)('%s prints its help, however it is requested', async (command) => {
  const words = command.split(' ');
  const help = await geotoolsHere('help', ...words);
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout.split('\n')[0]).toMatch(new RegExp(`^geotools ${command}: `));
  expect(help.stdout).toContain('Exit codes');
  for (const line of help.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  for (const word of ['--help', '-h']) expect(await geotoolsHere(...words, word)).toEqual(help);
  if (words.length > 1) expect(await geotoolsHere(words[0] ?? '', 'help', words[1] ?? '')).toEqual(help);
});

test('a tool for the site only has no command', async () => {
  expect(await geotoolsHere('preview-tolerances', 'a.kml')).toMatchObject({ status: 2, stdout: '' });
  expect((await geotoolsHere('--help')).stdout).not.toContain('preview-tolerances');
});

test('the help of a command mentions only its own options', async () => {
  expect((await geotoolsHere('help', 'check')).stdout).toContain('--list');
  expect((await geotoolsHere('help', 'check')).stdout).not.toContain('--output');
  expect((await geotoolsHere('help', 'layers', 'remove')).stdout).not.toContain('--color');
});

test('no tool offers an OUTPUT that it refuses', async () => {
  for (const tool of TOOLS) expect((await geotoolsHere('help', tool)).stdout.includes('ends in .shp'), tool).toBe(!['compress', 'split'].includes(tool));
  for (const [tool, output] of [['compress', 'is a .zip file, or a folder'], ['split', 'is a folder for the files']] as const) expect((await geotoolsHere('help', tool)).stdout).toContain(`OUTPUT ${output}`);
});

test('without a command, or with one that does not exist, the commands are listed', async () => {
  const helpOnHelp = [['help', 'help'], ['help', '--help'], ['--help', '-h']];
  for (const args of [['help'], ['--help'], ['-h'], ...helpOnHelp]) {
    const { status, stdout } = await geotoolsHere(...args);
    expect(status).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(command.split(' ')[0]);
  }
  for (const args of [[], ['repair'], ['help', 'repair'], ['layers'], ['layers', 'burn']]) {
    const run = await geotoolsHere(...args);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toMatch(args[0] === 'layers' ? /list, publish, update, remove, update-group (and|or) import-wms/ : /fix-geometry, check, layers, admin/);
  }
});

test('an invalid option is named in one sentence, with the help of its command', async () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [['check', '--colour', 'red'], 'There is no option --colour.\nSee geotools help check.\n'],
    [['check', 'a.kml', '-o', 'b.kml'], '"geotools check" takes no -o.\nSee geotools help check.\n'],
    [['fix-geometry', 'a.kml', '-o'], '-o needs a value: OUTPUT.\nSee geotools help fix-geometry.\n'],
    [['extract', 'a.kml', '-o', 'b.kml', '--where', '-x<0'], '--where needs a value: TEXT. "-x<0" looks like an option; if it is meant as the value, write --where="-x<0".\nSee geotools help extract.\n'],
    [['fix-geometry', 'a.kml', '-o', '--quiet'], '-o needs a value: OUTPUT. "--quiet" is an option.\nSee geotools help fix-geometry.\n'],
    [['fix-geometry', 'a.kml', '-o', ''], '-o needs a value: OUTPUT. The one given is empty.\nSee geotools help fix-geometry.\n'],
    [['extract', 'a.kml', '-o', 'b.kml', '--within='], '--within needs a value: FILE. The one given is empty.\nSee geotools help extract.\n'],
    [['layers', 'list', '--data-dir', ''], '--data-dir needs a value: FOLDER. The one given is empty.\nSee geotools help layers list.\n'],
    [['check', ''], 'One of the arguments is empty. If it comes from a variable of the shell, that variable is not set.\nSee geotools help check.\n'],
    [['convert', 'a.kml', '-o=b.gpkg'], 'Write -o b.gpkg without "=", which would become part of the name.\nSee geotools help convert.\n'],
    [['check', 'a.kml', '--quiet=yes'], '--quiet takes no value.\nSee geotools help check.\n'],
    [['layers', 'list', '--colour'], 'There is no option --colour.\nSee geotools help layers list.\n'],
    [['check', 'a.kml', '--snap_distance', '2'], 'There is no option --snap_distance; did you mean --snap-distance?\nSee geotools help check.\n'],
    [['extract', 'a.kml', '-where', 'a=1'], 'There is no option -where; did you mean --where?\nSee geotools help extract.\n'],
    [['reproject', 'a.kml', '-t_srs', 'EPSG:4674'], 'There is no option -t_srs.\nSee geotools help reproject.\n'],
    [['buffer', 'a.kml', '--disolve'], 'There is no option --disolve; did you mean --dissolve?\nSee geotools help buffer.\n'],
    [['convert', 'a.kml', '-output', 'b.gpkg'], 'There is no option -output; did you mean --output?\nSee geotools help convert.\n'],
    [['convert', 'a.kml', '-oresult'], 'There is no option -oresult; if "result" is meant as the value, write -o result.\nSee geotools help convert.\n'],
    [['convert', 'a.kml', '-qout', 'b.gpkg'], 'There is no option -qout; if "ut" is meant as the value, write -o ut.\nSee geotools help convert.\n'],
    [['check', 'a.kml', '--outputs', 'b.kml'], 'There is no option --outputs.\nSee geotools help check.\n'],
    [['layers', 'list', '--color', '#ffffff'], '"geotools layers list" takes no --color.\nSee geotools help layers list.\n'],
  ];
  for (const [args, stderr] of cases) expect(await geotoolsHere(...args)).toEqual({ status: 2, stdout: '', stderr });
});

test('options that are wrong whatever is in the files are wrong usage', async () => {
  const file = fileURLToPath(import.meta.url);
  for (const [args, stderr] of [
    [['reproject', file, '-o', 'b.gpkg', '--to', 'Atlantis'], 'The reference system "Atlantis" is not known here. Give an EPSG code such as EPSG:31982, or a name such as "SIRGAS 2000 / UTM zone 22S".\nSee geotools help reproject.\n'],
    [['extract', file, '-o', 'b.gpkg', '--where', 'owner =='], 'The filter cannot be understood at character 8: "=" stands where a field or a value must be.\nSee geotools help extract.\n'],
  ] as const) expect(await geotoolsHere(...args)).toEqual({ status: 2, stdout: '', stderr });
});

test('options that exclude each other are refused with a sentence of their own', async () => {
  const file = fileURLToPath(import.meta.url);
  expect((await geotoolsHere('simplify', file, '-o', 'b.kml')).stderr).toBe('Give either distance or share.\nSee geotools help simplify.\n');
  expect((await geotoolsHere('extract', file, '-o', 'b.kml', '--clip')).stderr).toBe('Say which features to extract: where, bbox or within.\n--clip: can only be used with bbox or within\nSee geotools help extract.\n');
});

test('a value may follow its short option directly, unless it looks like the rest of a name', async () => {
  for (const args of [['-ob.gpkg'], ['-qob.gpkg'], ['-o./b'], ['-qo', 'b.gpkg']]) {
    expect((await geotoolsHere('convert', 'missing.kml', ...args, '--to', 'geopackage')).stderr).toBe('File not found: There is no file "missing.kml". Check its name and folder.\n');
  }
});

test('for a misspelt command a similar one is suggested', async () => {
  expect((await geotoolsHere('simplfy', 'a.kml')).stderr).toMatch(/^There is no command "simplfy"; did you mean "simplify"\? The commands are /);
  expect((await geotoolsHere('help', 'fix')).stderr).toMatch(/^There is no command "fix"; did you mean "fix-geometry"\? The commands are /);
  expect((await geotoolsHere('layers', 'publsh')).stderr).toMatch(/^There is no command "layers publsh"; did you mean "publish"\? The commands are /);
  expect((await geotoolsHere('burn')).stderr).toMatch(/^There is no command "burn". The commands are /);
});
