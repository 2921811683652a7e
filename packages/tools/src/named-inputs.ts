import { ProblemError } from '@geoinsights/contract/errors';
import { companionKind, sameNameKey, splitName } from '@geoinsights/formats/file-names';
import { z } from 'zod';
import type { ToolFile } from './tool.ts';

const markedSchema = z.object({ properties: z.record(z.string(), z.looseObject({ input: z.boolean().optional() })).default({}) });
const valuesSchema = z.record(z.string(), z.unknown());
const namesSchema = z.union([z.string().transform((name) => [name]), z.array(z.string())]);

/** Names of uploaded files in the options, as marked by `.meta({ input: true })` in the schema. */
export function namesIn(optionsSchema: z.ZodType, options: unknown): string[] {
  const { properties } = markedSchema.parse(z.toJSONSchema(optionsSchema, { io: 'input', unrepresentable: 'any' }));
  const values = valuesSchema.catch({}).parse(options);
  return Object.entries(properties).flatMap(([name, { input }]) => (input === true ? (namesSchema.safeParse(values[name]).data ?? []) : []));
}

/**
 * Separates the files with these names from the others; companions of a shapefile stay with its .shp.
 * @throws ProblemError invalid-options if files of different folders have one of these names: which of them is meant is not known
 */
export function takeApart(inputs: readonly ToolFile[], names: readonly string[]): { named: ToolFile[]; others: ToolFile[] } {
  const mains = inputs.filter(({ name }) => names.includes(name));
  const seen = new Set<string>();
  for (const { name } of mains) {
    if (seen.has(name)) throw new ProblemError('invalid-options', { reason: `there are several files named "${name}", and an option names one of them; give them different names` });
    seen.add(name);
  }
  const isNamed = (file: ToolFile) => mains.some((main) => main === file || belongsTo(file, main));
  return { named: inputs.filter(isNamed), others: inputs.filter((file) => !isNamed(file)) };
}

function belongsTo(file: ToolFile, main: ToolFile): boolean {
  const own = splitName(file.name);
  const { base, extension } = splitName(main.name);
  const kind = companionKind(own.extension);
  return extension === '.shp' && (kind === 'shapefile' || kind === 'any') && file.folder === main.folder && sameNameKey(own.base) === sameNameKey(base);
}
