import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { ROOT } from './imports.ts';
import { nameOf, ROOMS } from './rooms.ts';

/** The project's own configuration on files that are not there, without the rules that would want to know types. */
const eslint = new ESLint({ cwd: ROOT, overrideConfig: [tseslint.configs.disableTypeChecked] });

async function refusals(file: string, name: string): Promise<string[]> {
  const [{ messages }] = await eslint.lintText(`import type { Thing } from '${name}';\nexport type { Thing };\n`, { filePath: file });
  return messages.map(({ ruleId, message }) => (ruleId === 'no-restricted-imports' ? 'refused' : message));
}

/** A file in every part of every room that has rules of its own. */
const PARTS = ROOMS.flatMap(({ folder, mayImport, machine, exceptions = [] }) => [
  { file: `${folder}/src/deep/within/thing.ts`, mayImport, machine },
  ...exceptions.flatMap((exception) =>
    exception.files.map((pattern) => ({ file: `${folder}/${pattern.replace(/\{(\w+)[^}]*\}/, '$1').replace('**', 'thing.ts')}`, mayImport, machine: exception.machine })),
  ),
]);

test.each(PARTS)('$file imports the rooms that it may, and no other', async ({ file, mayImport }) => {
  for (const room of ROOMS) {
    const name = nameOf(room);
    const whole = mayImport.includes(name);
    const entry = mayImport.find((each) => each.startsWith(`${name}/`));
    expect(await refusals(file, `@geoinsights/${name}`), name).toEqual(whole ? [] : ['refused']);
    expect(await refusals(file, `@geoinsights/${name}/other`), `${name}/other`).toEqual(whole ? [] : ['refused']);
    if (entry !== undefined) expect(await refusals(file, `@geoinsights/${entry}`), entry).toEqual([]);
    expect(await refusals(file, `../../../${name}/src/index.ts`), `a path to ${name}`).toEqual(['refused']);
  }
});

test.each(PARTS)('$file imports modules of Node only where it runs there', async ({ file, machine }) => {
  for (const name of ['node:fs', 'node:fs/promises', 'fs', 'worker_threads']) expect(await refusals(file, name), name).toEqual(machine === 'Node' ? [] : ['refused']);
});

test('files of the room itself and libraries are imported freely', async () => {
  for (const { file } of PARTS) for (const name of ['./thing.ts', '../../thing.ts', 'zod']) expect(await refusals(file, name)).toEqual([]);
});

test('every rule that a room is held to is an error that ends the lint', async () => {
  for (const { file } of PARTS) {
    const config: unknown = await eslint.calculateConfigForFile(file);
    expect(config).toMatchObject({ rules: { 'no-restricted-imports': [2, { patterns: expect.any(Array) as unknown }] } });
  }
});
