import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOOLS } from './index.ts';
import { TOOL_LIST } from './list.ts';

describe.each(TOOL_LIST)('$name', (listed) => {
  it('is listed as it is defined', async () => {
    const { name, title, summary } = await listed.load();
    expect({ name, title, summary }).toEqual({ name: listed.name, title: listed.title, summary: listed.summary });
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });

  it('has a name that can be part of an address, beside that of the uploads', () => {
    expect(listed.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(listed.name).not.toBe('files');
  });

  it('has its own name in its reports, which distinguishes them in a list', async () => {
    const { reportSchema } = await listed.load();
    expect(z.toJSONSchema(reportSchema)).toMatchObject({ properties: { tool: { const: listed.name }, failures: {}, notes: {} } });
  });

  it('describes its options to programs', async () => {
    const { optionsSchema } = await listed.load();
    expect(z.toJSONSchema(optionsSchema, { io: 'input' })).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

it('is loaded whole when all tools are requested', () => {
  expect([...TOOLS.keys()]).toEqual(TOOL_LIST.map(({ name }) => name));
});

it('gives a command that is made from its definition an example', async () => {
  const made = await Promise.all(TOOL_LIST.filter(({ command }) => command === 'made').map((listed) => listed.load()));
  expect(made.length).toBeGreaterThan(0);
  for (const { name, commandExamples } of made) expect(commandExamples.filter((line) => line.startsWith(`geotools ${name} `)).length, name).toBeGreaterThan(0);
});
