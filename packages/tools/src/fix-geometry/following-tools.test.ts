import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema, toolReportSchema } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compress } from '../compress/definition.ts';
import { convert } from '../convert/definition.ts';
import { extract } from '../extract/definition.ts';
import { writeReport } from '../files/result.ts';
import { merge } from '../merge/definition.ts';
import { reproject } from '../reproject/definition.ts';
import type { ToolContext, ToolDefinition } from '../tool.ts';
import { fixGeometry } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'go-on-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CROSSED = '{"type":"Polygon","coordinates":[[[-47,-15],[-46.99,-14.99],[-46.99,-15],[-47,-14.99],[-47,-15]]]}';

const seen: { readonly inputs: readonly string[]; readonly workFolder: string }[] = [];
const maskedOptions = z.strictObject({ within: z.string().meta({ input: true }).optional(), fails: z.boolean().default(false) });
const masked: ToolDefinition<typeof maskedOptions> = {
  name: 'masked',
  title: 'Masked',
  summary: 'Takes a file of the upload as its mask.',
  inputs: { minimum: 1, maximum: 1 },
  optionsSchema: maskedOptions,
  reportSchema: toolReportSchema.extend({ tool: z.literal('masked') }),
  commandExamples: [],
  async run({ inputs, options, workFolder, outputFolder, onProgress }) {
    seen.push({ inputs: inputs.map(({ name }) => name), workFolder });
    if (options.fails) throw new ProblemError('file-empty', { file: 'a.kml' });
    onProgress(0.5, 'masking');
    writeFileSync(path.join(workFolder, 'temporary'), '');
    const place = path.join(outputFolder, 'masked.geojson');
    writeFileSync(place, readFileSync(inputs[0].path));
    const output = { name: 'masked.geojson', path: place, size: statSync(place).size };
    const report = { tool: 'masked', failures: [], notes: [] };
    return { output, report, reportFile: await writeReport(report, output, outputFolder) };
  },
};
const tool = fixGeometry([compress, masked]);
const withRealTools = fixGeometry([convert, extract, merge, reproject]);

let runs = 0;
function contextOf(files: Readonly<Record<string, string>>, options: object, { optionsSchema } = tool): ToolContext<unknown> & { readonly shares: number[] } {
  const place = path.join(folder, String((runs += 1)));
  const [workFolder, outputFolder] = ['work', 'output'].map((name) => path.join(place, name));
  for (const each of [workFolder, outputFolder]) mkdirSync(each, { recursive: true });
  const inputs = Object.entries(files).map(([name, content]) => {
    writeFileSync(path.join(place, name), content);
    return { name, path: path.join(place, name), size: content.length };
  });
  const shares: number[] = [];
  return { inputs, options: optionsSchema.parse(options), workFolder, outputFolder, threads: 1, onProgress: (share) => shares.push(share), shares };
}

describe('tools after a repair', () => {
  it('work on the repaired files, and the last one gives the result', async () => {
    const context = contextOf({ 'farm.geojson': CROSSED }, { then: [{ tool: 'masked', options: {} }, { tool: 'compress' }] });
    const { output, reportFile, report } = await tool.run(context);
    expect(output.name).toBe('masked.zip');
    expect(readdirSync(context.outputFolder).sort()).toEqual(['masked-report.json', 'masked.zip']);
    expect(seen.at(-1)?.inputs).toEqual(['farm-fixed.geojson']);
    expect(report).toMatchObject({ tool: 'fix-geometry', then: [{ tool: 'masked' }, { tool: 'compress', files: [{ name: 'masked.geojson' }], summary: [expect.stringMatching(/^1 file: /), expect.stringMatching(/^ {2}masked\.geojson: /), expect.any(String)] }] });
    expect(tool.reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    const written = reportSchema.parse(JSON.parse(readFileSync(reportFile.path, 'utf8')));
    expect(written.datasets[0].layers[0].findings?.length).toBeGreaterThan(0);
    expect(report).toMatchObject({ then: written.then });
    expect(context.shares).toEqual(context.shares.toSorted((a, b) => a - b));
    expect(context.shares.at(-1)).toBe(1);
    // A step's work folder is removed with the step.
    expect(existsSync(seen.at(-1)?.workFolder ?? '')).toBe(false);
  });

  it('do not run if none are requested, and are then not mentioned', async () => {
    for (const options of [{}, { then: [] }]) {
      const { output, report } = await tool.run(contextOf({ 'farm.geojson': CROSSED }, options));
      expect(output.name).toBe('farm-fixed.geojson');
      expect(report).not.toHaveProperty('then');
    }
  });

  it('get the files that their options name, which are not repaired', async () => {
    const { report } = await tool.run(contextOf({ 'farm.geojson': CROSSED, 'mask.geojson': CROSSED }, { then: [{ tool: 'masked', options: { within: 'mask.geojson' } }] }));
    expect(seen.at(-1)?.inputs).toEqual(['farm-fixed.geojson', 'mask.geojson']);
    expect(reportSchema.parse(report).datasets.map(({ name }) => name)).toEqual(['farm']);
  });

  it('get separate files and not an archive, which the owner has never seen', async () => {
    const { output, report } = await tool.run(contextOf({ 'farm.geojson': CROSSED, 'north.geojson': CROSSED }, { then: [{ tool: 'masked', options: {} }, { tool: 'compress' }] }));
    expect(seen.at(-1)?.inputs).toEqual(['farm-fixed.geojson', 'north-fixed.geojson']);
    expect(output.name).toBe('masked.zip');
    expect(report.notes).toEqual([]);
    const compressed = await tool.run(contextOf({ 'farm.geojson': CROSSED, 'north.geojson': CROSSED }, { then: [{ tool: 'compress' }] }));
    expect(compressed.report).toMatchObject({ then: [{ files: [{ name: 'farm-fixed.geojson' }, { name: 'north-fixed.geojson' }] }] });
  });

  it('call a file by the name that its owner gave it', async () => {
    const extracted = withRealTools.run(contextOf({ 'farm.geojson': CROSSED }, { then: [{ tool: 'extract', options: { where: 'foo = 1' } }] }, withRealTools));
    await expect(extracted).rejects.toThrow(/^"farm\.geojson" has no field "foo"/);
    const { report } = await withRealTools.run(contextOf({ 'farm.geojson': CROSSED, 'far.geojson': CROSSED.replaceAll('-15', '-7000') }, { then: [{ tool: 'reproject', options: { to: 'EPSG:31982' } }] }, withRealTools));
    expect(report).toMatchObject({ then: [{ failures: [{ files: ['far.geojson'], problem: { detail: expect.stringMatching(/^"far\.geojson" /) as string } }] }] });
  });

  it('call a file by that name also if a step before has made another one of it', async () => {
    const extracted = withRealTools.run(contextOf({ 'farm.geojson': CROSSED }, { then: [{ tool: 'convert', options: { to: 'kml' } }, { tool: 'extract', options: { where: 'foo = 1' } }] }, withRealTools));
    await expect(extracted).rejects.toThrow(/^"farm\.geojson" has no field "foo"/);
  });

  it('record as source the name that the owner gave the file', async () => {
    const { output } = await withRealTools.run(contextOf({ 'farm.geojson': CROSSED, 'north.geojson': CROSSED }, { then: [{ tool: 'merge', options: { sourceField: 'source' } }] }, withRealTools));
    expect(readFileSync(output.path, 'utf8').match(/"source": ?"[^"]*"/g)).toEqual([expect.stringContaining('"farm.geojson"'), expect.stringContaining('"north.geojson"')]);
  });

  it('call the layers of a merge as the files that were sent', async () => {
    const { report } = await withRealTools.run(contextOf({ 'farm.geojson': CROSSED, 'north.geojson': CROSSED }, { then: [{ tool: 'merge', options: { layers: 'each', format: 'kml' } }] }, withRealTools));
    expect(reportSchema.parse(report).then?.[0]).toMatchObject({
      inputs: ['farm', 'north'].map((name) => ({ layers: [{ name }] })),
      outputs: [{ layers: [{ name: 'farm' }, { name: 'north' }] }],
    });
  });

  it('fail with the problem of the step that failed', async () => {
    const run = tool.run(contextOf({ 'farm.geojson': CROSSED }, { then: [{ tool: 'masked', options: { fails: true } }, { tool: 'compress' }] }));
    await expect(run).rejects.toMatchObject({ code: 'file-empty' });
  });

  it.each([
    [[{ tool: 'fix-geometry', options: {} }], 'takes a tool, one of compress, masked'],
    [[{ tool: 'none' }], 'takes a tool, one of compress, masked'],
    [[{ options: {} }], 'takes a tool'],
    [[{ tool: 'compress', options: { level: 9 } }], 'level'],
    [[{ tool: 'masked', options: { within: 7 } }], 'string'],
    [Array.from({ length: 5 }, () => ({ tool: 'compress' })), '4'],
  ])('are refused if their options are not valid: %j', (then, words) => {
    const { success, error } = tool.optionsSchema.safeParse({ then });
    expect(success).toBe(false);
    expect(error?.issues.map(({ message, path: place }) => `${place.join('.')} ${message}`).join()).toMatch(new RegExp(`^then.*${words}`));
  });
});
