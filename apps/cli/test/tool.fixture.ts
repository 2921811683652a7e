import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { featuresReportSchema } from '@geoinsights/contract';
import type { FeaturesReport } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

const optionsSchema = z.strictObject({
  to: z.enum(['shapefile', 'kml', 'geojson']).meta({ outputFormat: true }).describe('Format of the result.'),
  within: z.string().meta({ input: true }).optional().describe('Only what lies within the areas of this file.'),
  maximumDistance: z.union([z.literal('auto'), z.number().min(0).max(10)]).default('auto').describe('How far a line may be moved.'),
  field: z.array(z.string()).optional().describe('A field that is kept, with its values as they are in every feature that has some, and in no other of those that were read.'),
  parts: z.int().optional().describe('How many files are made.'),
  keepIds: z.boolean().default(true).describe('Ids are kept.'),
  flat: z.boolean().default(false).describe('Heights are left out.'),
});
const reportSchema = featuresReportSchema.extend({ tool: z.literal('shape'), told: z.unknown() });

const NAMES: Readonly<Record<string, readonly string[]>> = { shapefile: ['out.shp', 'out.dbf'], kml: ['out.kml'], geojson: ['out.geojson'] };

/** A tool with every kind of option, which writes out what it was given. */
export const shapeTool: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'shape',
  title: 'Shape files',
  summary: 'Do what a test asks for.',
  inputs: { minimum: 1, maximum: 2 },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools shape farm.kml -o farm.shp'],
  summaryLines: () => ['told in its own words'],
  async run({ inputs, options, outputFolder, unpacked = false }) {
    const sets = Array.from({ length: options.parts ?? 1 }, (_, part) => (NAMES[options.to] ?? []).map((name) => (part === 0 ? name : `${part}-${name}`)));
    await mkdir(outputFolder, { recursive: true });
    const files = await Promise.all(
      (unpacked ? sets.flat() : [sets.flat().length > 1 ? 'out.zip' : (sets[0][0] ?? '')]).map(async (name) => {
        await writeFile(path.join(outputFolder, name), `${name} of ${inputs.map((input) => input.name).join()}`);
        return { name, path: path.join(outputFolder, name), size: 0 };
      }),
    );
    const crs = { name: 'WGS 84', code: 'EPSG:4326' };
    const report: FeaturesReport & { tool: 'shape'; told: unknown } = {
      tool: 'shape',
      inputs: inputs.map(({ name }) => ({ name, format: 'kml', files: [name], notes: [{ code: 'crs-missing', text: 'It names no system.' }], layers: [{ name: 'farms', features: 1, fields: 2, crs }] })),
      outputs: [{ format: options.to, files: [...sets.flat()], layers: [{ name: 'farms', features: 3, crs }] }],
      losses: [{ code: 'text-cut', layer: 'farms', field: 'name', count: 2, text: 'Two names\u0007 were cut.' }],
      notes: [{ code: 'file-left-out', text: 'A readme was left out.' }],
      failures: inputs.filter(({ name }) => name.startsWith('broken')).map(({ name }) => ({ files: [name], problem: { type: 'about:blank', title: 'Broken', status: 422, detail: `${name} is broken.`, code: 'file-empty' } })),
      told: options,
    };
    const reportFile = path.join(outputFolder, 'report.json');
    await writeFile(reportFile, JSON.stringify(report));
    return { output: files[0], ...(unpacked ? { files } : {}), report, reportFile: { name: 'report.json', path: reportFile, size: 0 } };
  },
};
