import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOLS } from './index.ts';

/** Refuses the options as the server does before a task is made; undefined if there is nothing to refuse. */
async function refusal(tool: string, given: Record<string, unknown>): Promise<unknown> {
  const definition = TOOLS.get(tool);
  const options = definition?.optionsSchema.parse(given);
  return definition?.checkOptions?.(options).then(() => undefined, (error: unknown) => error);
}

const NEEDED: Readonly<Record<string, Record<string, unknown>>> = {
  convert: { to: 'kml' },
  reproject: { to: 'EPSG:31982' },
  split: { by: 'layer' },
  extract: { bbox: '0,0,1,1' },
  simplify: { share: 0.5 },
  buffer: { distance: 5 },
};
const optionSchema = z.object({ properties: z.record(z.string(), z.unknown()) });
const withSystems = [...TOOLS.values()].flatMap(({ name, optionsSchema }) => ('from' in optionSchema.parse(z.toJSONSchema(optionsSchema, { io: 'input' })).properties ? [name] : []));

test.each(withSystems)('%s refuses a reference system that nobody knows before it reads a file', async (name) => {
  expect(await refusal(name, { ...NEEDED[name], from: 'Atlantis' })).toMatchObject({ code: 'crs-not-known' });
  expect(await refusal(name, { ...NEEDED[name], from: 'UTM 22' })).toMatchObject({ code: 'crs-ambiguous' });
  expect(await refusal(name, { ...NEEDED[name], from: 'EPSG:2154' })).toBeUndefined();
});

test.each([
  ['reproject', { to: 'EPSG:999999' }, 'crs-not-known'],
  ['merge', { crs: 'EPSG:999999' }, 'crs-not-known'],
  ['extract', { where: 'owner ==' }, 'filter-invalid'],
  ['extract', { where: 'owner = 1', bbox: '0,0,1,1' }, null],
  ['fix-geometry', { then: [{ tool: 'compress' }, { tool: 'reproject', options: { to: 'Atlantis' } }] }, 'crs-not-known'],
  ['fix-geometry', { then: [{ tool: 'extract', options: { where: '(' } }] }, 'filter-invalid'],
  ['fix-geometry', {}, null],
] as const)('%s %j', async (name, options, code) => {
  const found = await refusal(name, { ...options });
  if (code === null) expect(found).toBeUndefined();
  else expect(found).toMatchObject({ code });
});
