import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';
import { flagsOf } from '../src/command-line/flags.ts';
import { commandHelp } from '../src/command-line/help.ts';
import { readOwnArguments } from '../src/command-line/read-arguments.ts';
import { allCommands, toolCommand } from '../src/command-line/tool-command.ts';
import { bashCompletion } from '../src/completion/bash.ts';
import { fishCompletion } from '../src/completion/fish.ts';
import { zshCompletion } from '../src/completion/zsh.ts';
import { UsageError } from '../src/exit-codes.ts';
import { tool } from '../src/tool.ts';
import { shapeTool } from './tool.fixture.ts';

const root = mkdtempSync(path.join(tmpdir(), 'geotools-tool-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
const place = (...names: string[]): string => path.join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'case-'));
  for (const name of ['farm.kml', 'mask.shp', 'mask.dbf']) writeFileSync(place(name), name);
});

/** Runs the tests' tool as its command would. */
function run(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return runOf(shapeTool, args);
}

async function runOf(definition: ToolDefinition, args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const [out, error] = [vi.spyOn(console, 'log').mockImplementation(() => undefined), vi.spyOn(console, 'error').mockImplementation(() => undefined)];
  try {
    const status = await tool(definition, readOwnArguments(toolCommand(definition), [...args, ...(args.includes('--quiet') ? [] : ['--threads', '1'])]));
    return { status, stdout: out.mock.calls.flat().join('\n'), stderr: error.mock.calls.flat().join('\n') };
  } finally {
    out.mockRestore();
    error.mockRestore();
  }
}

const told = (file: string): unknown => z.object({ told: z.unknown() }).parse(JSON.parse(readFileSync(file, 'utf8'))).told;

test('help is made from the definition', () => {
  expect(commandHelp(toolCommand(shapeTool))).toBe(`geotools shape: do what a test asks for

  geotools shape INPUT… -o OUTPUT [options]

INPUT is a .kml, .kmz, .gpkg, .geojson or .shp file, or a .zip of them. The files that belong to a .shp (.shx, .dbf,
.prj …) are found beside it.
OUTPUT is a file, or a folder for all files of the result under their own names. An OUTPUT that ends in .shp
gives the files of the shapefile unpacked; one that ends in .zip an archive. An input is never overwritten.

Options
      --to shapefile|kml|geojson
                              Format of the result
      --within FILE           Only what lies within the areas of this file
      --maximum-distance auto|NUMBER
                              How far a line may be moved (default auto)
      --field TEXT            A field that is kept, with its values as they are in every feature that has some, and in
                              no other of those that were read (may be given several times)
      --parts N               How many files are made
      --no-keep-ids           switches off: Ids are kept
      --flat                  Heights are left out
  -o, --output OUTPUT         where the result goes: a file or a folder
      --report FILE.json      write a report of what was done as JSON
      --threads N             the most worker threads to use (default: all cores)
  -q, --quiet                 no summary and no progress: only errors, and what was asked for
  -h, --help                  this text

Exit codes
   0  done
   2  wrong usage
   3  an input does not exist, or none can be processed
   4  the output cannot be written
   5  some inputs cannot be processed; the result of the others is written
  70  an internal error

Examples
  geotools shape farm.kml -o farm.shp`);
});

test('every option of every tool has a flag with a unique name in its command', async () => {
  for (const command of await allCommands()) {
    const own = (command.ownOptions ?? []).map(({ name }) => name);
    expect(own.filter((name, position) => own.indexOf(name) !== position || command.options.some((other) => other === name)), command.words).toEqual([]);
    for (const { text, name } of command.ownOptions ?? []) expect(text, `${command.words} --${name}`).not.toBe('');
  }
});

test('an option that no flag can give is a fault of its tool', () => {
  expect(() => flagsOf(z.strictObject({ then: z.array(z.strictObject({ tool: z.string() })) }))).toThrow('then can be given by no flag');
});

describe('options', () => {
  test('are given as flags, each with its type', async () => {
    const flags = ['--maximum-distance', '0,5', '--field', 'name', '--field=area', '--parts', '1', '--no-keep-ids', '--flat'];
    expect(await run(place('farm.kml'), '-o', place('a.geojson'), '--report', place('r.json'), ...flags)).toMatchObject({ status: 0 });
    expect(told(place('r.json'))).toEqual({ to: 'geojson', maximumDistance: 0.5, field: ['name', 'area'], parts: 1, keepIds: false, flat: true });
  });

  test('that are not given have the defaults of the tool', async () => {
    await run(place('farm.kml'), '-o', place('out'), '--to', 'kml', '--report', place('r.json'));
    expect(told(place('r.json'))).toEqual({ to: 'kml', maximumDistance: 'auto', keepIds: true, flat: false });
  });

  test('that name a missing file or a folder are reported as they were given', async () => {
    const missing = path.relative(process.cwd(), place('no', 'mask.shp'));
    await expect(run(place('farm.kml'), '-o', place('a.kml'), '--within', missing)).rejects.toThrow(`There is no file "${missing}". Check its name and folder.`);
    await expect(run(path.join(folder, '..'), '-o', place('a.kml'))).rejects.toThrow(`"${path.join(folder, '..')}" is a folder.`);
  });

  test('that name the same file again are used once, with a note', async () => {
    const again = `${folder}/./farm.kml`;
    const { stderr } = await run(place('farm.kml'), again, '-o', place('out'), '--to', 'kml');
    expect(stderr).toBe(`note: "${again}" was named more than once. It is used once.`);
    expect((await run(place('farm.kml'), again, '-o', place('out'), '--to', 'kml', '--quiet')).stderr).toBe('');
    expect((await run(place('mask.shp'), place('mask.dbf'), '-o', place('out'), '--to', 'kml')).stderr).toBe('');
  });

  test('may name a file, which is passed to the tool with its companions', async () => {
    await run(place('farm.kml'), '-o', place('a.kml'), '--within', place('mask.shp'), '--report', place('r.json'));
    expect(told(place('r.json'))).toMatchObject({ within: 'mask.shp' });
    expect(readFileSync(place('a.kml'), 'utf8')).toBe('out.kml of farm.kml,mask.shp,mask.dbf');
    // A file that is already an input is not added twice, and another file of the same name would be ambiguous.
    await run(place('farm.kml'), '-o', place('b.kml'), '--within', place('farm.kml'));
    expect(readFileSync(place('b.kml'), 'utf8')).toBe('out.kml of farm.kml');
    mkdirSync(place('other'));
    writeFileSync(place('other', 'farm.kml'), '');
    await expect(run(place('farm.kml'), '-o', place('c.kml'), '--within', place('other', 'farm.kml'))).rejects.toThrow('two files named farm.kml');
    // Also if both of them are inputs.
    await expect(run(place('farm.kml'), place('other', 'farm.kml'), '-o', place('c.kml'), '--within', place('farm.kml'))).rejects.toThrow('two files named farm.kml');
  });

  test.each([
    [['farm.kml', '-o', 'out'], '"geotools shape" needs --to shapefile|kml|geojson, or an OUTPUT with its extension.'],
    [['farm.kml', '-o', 'a.kml', '--to', 'geojson'], 'OUTPUT ends in .kml, and --to says geojson. Give one of them, or the same in both.'],
    [['farm.kml', '-o', 'a.geojsonl'], 'OUTPUT ends in .geojsonl, which means a feature on each line. The result is one collection: name it .geojson.'],
    [['farm.kml', '-o', 'a.NDJSON', '--to', 'geojson'], 'OUTPUT ends in .NDJSON, which means a feature on each line. The result is one collection: name it .geojson.'],
    [['farm.kml', '-o', 'out', '--to', 'pdf'], '--to takes shapefile, kml or geojson, not "pdf".'],
    [['farm.kml', '-o', 'a.kml', '--maximum-distance', 'far'], '--maximum-distance takes auto or a number, not "far".'],
    [['farm.kml', '-o', 'a.kml', '--parts', '1.5'], '--parts takes a whole number, not "1.5".'],
    [['farm.kml', '-o', 'a.kml', '--maximum-distance', '11'], /^--maximum-distance: .*10/],
    [['farm.kml', '-o', 'a.kml', '--report', 'a.kml'], 'The report and OUTPUT have the same name. Choose another for one of them.'],
    [['farm.kml', '-o', 'a.kml', '--report', 'r.pdf'], 'The report of "geotools shape" is JSON: give --report a name that ends in .json.'],
    [['farm.kml', '-o', 'a.kml', '--report', 'r.json.gz'], 'The report of "geotools shape" is JSON: give --report a name that ends in .json.'],
    [['farm.kml'], 'Say where the result goes, with -o OUTPUT.'],
    [['-o', 'a.kml'], 'Name at least one file.'],
    [['farm.kml', 'farm.kml', 'farm.kml', '-o', 'a.kml'], '"geotools shape" takes at most 2 INPUTs; there are 3.'],
    [['-', '-o', 'a.kml'], '"geotools shape" works on files, not on standard input and output.'],
    [['farm.kml', '-o', 'a.kml', '-o', 'b.kml'], /^--output is given twice, as ".*a\.kml" and as ".*b\.kml"\. Give one of them\.$/],
    [['farm.kml', '-o', 'a.kml', '--parts', '2', '--parts=3'], '--parts is given twice, as "2" and as "3". Give one of them.'],
    [['farm.kml', '-o', 'a.kml', '--report', 'farm.kml'], 'Choose another name for the report to keep the original.'],
    [['farm.kml', '-o', 'a.kml', '--list'], '"geotools shape" takes no --list.'],
    [['farm.kml', '-o', 'a.kml', '--flat=yes'], '--flat takes no value.'],
    [['farm.kml', '-o', 'a.kml', '--field'], '--field needs a value: TEXT.'],
    [['farm.kml', '-o', 'a.kml', '--colour', 'red'], 'There is no option --colour.'],
  ])('that are wrong are named: %j', async (args, message) => {
    const places = args.map((word) => (word.includes('.') && !word.startsWith('-') && /^[a-z]/.test(word) ? place(word) : word));
    const error = await run(...places.map((word) => (word === 'out' ? place(word) : word))).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    if (error instanceof UsageError) expect(error.message).toMatch(message);
    expect(readdirSync(folder).filter((name) => name !== 'out').sort()).toEqual(['farm.kml', 'mask.dbf', 'mask.shp']);
  });
});

describe('the result', () => {
  const files = (...names: string[]) => readdirSync(place(...names)).sort();

  test('goes to the requested place, in the format of its extension', async () => {
    await run(place('farm.kml'), '-o', place('a.shp'));
    expect(readFileSync(place('a.dbf'), 'utf8')).toBe('out.dbf of farm.kml');
    // A format is called by the ending of its files, too.
    await run(place('farm.kml'), '-o', place('new', 'folder'), '--to', 'shp', '--parts', '2');
    expect(files('new', 'folder')).toEqual(['1-out.dbf', '1-out.shp', 'out.dbf', 'out.shp']);
    await run(place('farm.kml'), '-o', place('a.zip'), '--to', 'kml', '--parts', '2');
    expect(readFileSync(place('a.zip'), 'utf8')).toBe('out.zip of farm.kml');
    await run(place('farm.kml'), '-o', place('b.zip'), '--to', 'KML');
    expect(readFileSync(place('b.zip')).subarray(0, 2).toString()).toBe('PK');
    expect(files()).toEqual(['a.dbf', 'a.shp', 'a.zip', 'b.zip', 'farm.kml', 'mask.dbf', 'mask.shp', 'new']);
  });

  test('goes into a folder whose name ends like a file, in the format that was requested', async () => {
    await run(place('farm.kml'), '-o', `${place('farms.kml')}/`, '--to', 'geojson');
    expect(files('farms.kml')).toEqual(['out.geojson']);
    await run(place('farm.kml'), '-o', place('farms.kml'), '--to', 'shapefile');
    expect(files('farms.kml')).toEqual(['out.dbf', 'out.geojson', 'out.shp']);
    await expect(run(place('farm.kml'), '-o', place('farms.kml'))).rejects.toThrow('needs --to');
  });

  test('of several files needs a folder or an archive', async () => {
    await expect(run(place('farm.kml'), '-o', place('a.kml'), '--parts', '2')).rejects.toThrow('The result is several files: out.kml, 1-out.kml. Give a folder or a .zip as OUTPUT.');
    await expect(run(place('farm.kml'), '-o', place('a.shp'), '--parts', '2')).rejects.toThrow('not one shapefile: out.shp, 1-out.shp. Give a folder');
    expect(files()).toEqual(['farm.kml', 'mask.dbf', 'mask.shp']);
  });

  test('of several files, or of another kind, is refused before it is made if the tool tells what it will be', async () => {
    const made = vi.fn((context: Parameters<typeof shapeTool.run>[0]) => shapeTool.run(context));
    const telling: ToolDefinition<typeof shapeTool.optionsSchema, typeof shapeTool.reportSchema> = {
      ...shapeTool,
      run(context) {
        context.onMainFiles?.(context.options.field ?? []);
        return made(context);
      },
    };
    const told = (output: string, ...names: string[]) => runOf(telling, [place('farm.kml'), '-o', place(output), ...names.flatMap((name) => ['--field', name])]);
    await expect(told('a.kml', 'x.kml', 'y.kml')).rejects.toThrow('The result is several files: x.kml, y.kml. Give a folder or a .zip as OUTPUT.');
    await expect(told('a.kml', 'x.zip')).rejects.toThrow('The result is a .zip file: give OUTPUT that extension, or name a folder.');
    await expect(told('a.shp', 'x.shp', 'y.shp')).rejects.toThrow('OUTPUT ends in .shp, but the result is not one shapefile: x.shp, y.shp. Give a folder or a .zip instead.');
    expect(made).not.toHaveBeenCalled();
    expect(files()).toEqual(['farm.kml', 'mask.dbf', 'mask.shp']);
    await told('a.shp', 'x.shp');
    for (const output of ['a.zip', 'new/']) await runOf(telling, [place('farm.kml'), '-o', `${folder}/${output}`, '--to', 'kml', '--field', 'x.kml', '--field', 'y.kml']);
    expect(made).toHaveBeenCalledTimes(3);
  });

  test('replaces a shapefile completely, and keeps its style and files that only begin with the same name', async () => {
    for (const name of ['a.shp', 'a.dbf', 'a.prj', 'a.qix', 'a.qml', 'a.b.prj', 'ab.prj']) writeFileSync(place(name), 'earlier');
    const { stdout } = await run(place('farm.kml'), '-o', place('a.shp'));
    expect(files()).toEqual(['a.b.prj', 'a.dbf', 'a.qml', 'a.shp', 'ab.prj', 'farm.kml', 'mask.dbf', 'mask.shp']);
    expect(stdout).toContain(`removed ${place('a.qix')}, which belonged to the shapefile that was there before`);
    mkdirSync(place('new'));
    writeFileSync(place('new', 'out.sbn'), 'earlier');
    await run(place('farm.kml'), '-o', place('new'), '--to', 'shp');
    expect(files('new')).toEqual(['out.dbf', 'out.shp']);
  });

  test.each([['new', 'new/out.dbf'], ['new/a.shp', 'new/a.dbf']])('is not overwritten by its report: OUTPUT %s, report %s', async (output, report) => {
    await expect(run(place('farm.kml'), '-o', place(output), '--to', 'shp', '--report', place(report))).rejects.toThrow(`The report would be written over ${path.basename(report)}, a file of the result.`);
    expect(files()).toEqual(['farm.kml', 'mask.dbf', 'mask.shp']);
  });

  test('of a failure leaves none of the folders made for it and its report', async () => {
    mkdirSync(place('there'));
    const args = ['-o', place('there', 'new', 'a.kml'), '--report', place('there', 'other', 'reports', 'r.json')];
    await expect(run(place('farm.kml'), ...args, '--parts', '2')).rejects.toThrow('The result is several files');
    await expect(run(place('farm.kml'), '-o', place('new', 'a.kml'), '--report', place('new', 'a.kml'))).rejects.toThrow('the same name');
    expect([files(), files('there')]).toEqual([['farm.kml', 'mask.dbf', 'mask.shp', 'there'], []]);
    await run(place('farm.kml'), ...args);
    expect([files('there', 'new'), files('there', 'other', 'reports')]).toEqual([['a.kml'], ['r.json']]);
    await expect(run(place('farm.kml'), '-o', place('there', 'new', 'b.kml'), '--parts', '2')).rejects.toThrow('The result is several files');
    expect(files('there', 'new')).toEqual(['a.kml']);
  });

  test('is never written over an input', async () => {
    await expect(run(place('farm.kml'), '-o', place('farm.kml'))).rejects.toThrow('one of the inputs');
    await expect(run(place('farm.kml'), '-o', place('a.kml'), '--within', place('mask.shp'), '--report', place('mask.dbf'))).rejects.toThrow('overwrite an input');
    writeFileSync(place('out.kml'), 'mine');
    await expect(run(place('farm.kml'), place('out.kml'), '-o', `${folder}/`, '--to', 'kml')).rejects.toThrow('overwrite an input');
    expect(readFileSync(place('out.kml'), 'utf8')).toBe('mine');
  });

  test('has its final name in the report', async () => {
    const outputsTold = () => z.object({ outputs: z.array(z.object({ files: z.array(z.string()) })) }).parse(JSON.parse(readFileSync(place('r.json'), 'utf8'))).outputs.map((output) => output.files);
    const report = ['--report', place('r.json')];
    await run(place('farm.kml'), '-o', place('a.kml'), ...report);
    expect(outputsTold()).toEqual([['a.kml']]);
    await run(place('farm.kml'), '-o', place('A.SHP'), ...report);
    expect(outputsTold()).toEqual([['A.SHP', 'A.DBF']]);
    await run(place('farm.kml'), '-o', `${folder}/`, '--to', 'kml', ...report);
    expect(outputsTold()).toEqual([['out.kml']]);
    await run(place('farm.kml'), '-o', place('a.zip'), '--to', 'kml', ...report);
    expect(outputsTold()).toEqual([['out.kml']]);
    expect(told(place('r.json'))).toMatchObject({ to: 'kml' });
  });

  test('is summarised: what was read, written and lost, and the notes', async () => {
    writeFileSync(place('broken.kml'), '');
    const outcome = await run(place('farm.kml'), place('broken.kml'), '-o', place('a.kml'));
    expect(outcome).toEqual({
      status: 5,
      stderr: 'Broken: broken.kml is broken.',
      stdout: [
        'read farm.kml (kml)', '  farms: 1 feature, 2 fields, WGS 84', '  note: It names no system.',
        'read broken.kml (kml)', '  farms: 1 feature, 2 fields, WGS 84', '  note: It names no system.',
        'made a.kml (kml)', '  farms: 3 features, WGS 84',
        'changed: Two names  were cut.',
        'told in its own words',
        'note: A readme was left out.',
        'left out, see above: broken.kml',
        `wrote ${place('a.kml')}`,
      ].join('\n'),
    });
    expect(await run(place('farm.kml'), '-o', place('a.kml'), '--quiet')).toEqual({ status: 0, stderr: '', stdout: '' });
  });
});

test('completion knows the flags of a tool, and the values of each', () => {
  const commands = [toolCommand(shapeTool)];
  const bash = bashCompletion(commands);
  expect(bash).toContain(`'shape --to') COMPREPLY=( $(compgen -W 'shapefile kml geojson' -- "$current") ); return ;;`);
  expect(bash).toContain(`'shape --within') return ;;`);
  expect(bash).toContain(`'shape') words='--to --within --maximum-distance --field --parts --no-keep-ids --flat --output`);
  expect(zshCompletion(commands)).toContain(`--to='[Format of the result]:shapefile|kml|geojson:(shapefile kml geojson)'`);
  expect(zshCompletion(commands)).toContain(`'*'--field='[`);
  expect(fishCompletion(commands)).toContain(`complete -c geotools -n '__geotools_is \\'shape\\'' -l to -x -a 'shapefile kml geojson'`);
});
