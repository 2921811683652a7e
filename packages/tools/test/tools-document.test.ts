import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOL_LIST } from '../src/list.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/tools.md', import.meta.url), 'utf8');
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** Described once for all tools. */
const COMMON = ['format', 'from'];

const shown = TOOL_LIST.filter(({ command }) => command !== 'none');
const made = shown.filter(({ command }) => command === 'made');

/** The cells of a table's rows; a row without a tool belongs to the tool above it. */
function rowsUnder(heading: string): string[][] {
  const section = DOCUMENT.slice(DOCUMENT.indexOf(heading));
  const rows = (/(?:^\|.*\n)+/m.exec(section)?.[0] ?? '').trim().split('\n').slice(2).map((row) => row.slice(1, -1).split(' | ').map((cell) => cell.replace(/^\||`/g, '').trim()));
  for (const [position, row] of rows.entries()) if (row[0] === '') row[0] = rows[position - 1]?.[0] ?? '';
  return rows;
}

const propertySchema = z.looseObject({ maximum: z.number().optional(), enum: z.array(z.string()).optional() });
const optionsSchema = z.object({ properties: z.record(z.string(), propertySchema).default({}) });

test('the first table has every tool', () => {
  expect(rowsUnder('# The tools').map(([name]) => name)).toEqual(shown.map(({ name }) => name));
  expect(DOCUMENT).toMatch(new RegExp(`^${NUMBERS[shown.length] ?? 'many'} tools read`, 'im'));
});

test('the table of what is kept has every general tool', () => {
  expect(rowsUnder('## What is kept').map(([name]) => name).toSorted()).toEqual(made.map(({ name }) => name).toSorted());
});

test.each(made)('$name: its options are in the table, with the values that they take', async (tool) => {
  const { name } = tool;
  const { optionsSchema: own } = await tool.load();
  const { properties } = optionsSchema.parse(z.toJSONSchema(own, { io: 'input' }));
  const rows = rowsUnder('| tool | option |').filter(([tool]) => tool === name);
  const options = Object.keys(properties).filter((option) => !COMMON.includes(option));
  expect(rows.map(([, option]) => option)).toEqual(options);
  for (const [, option, words] of rows) {
    const { maximum = 0, enum: values = [] } = properties[option];
    if (option !== 'to') for (const value of values) expect(words, option).toContain(value);
    if (maximum >= 1000 && maximum < 1e7) expect(words, option).toContain(maximum.toLocaleString('en'));
  }
});
