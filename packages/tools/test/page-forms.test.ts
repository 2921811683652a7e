import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOOL_LIST } from '../src/list.ts';

/** The page finds the forms of tools as files of a folder (`import.meta.glob`), so that nothing there misses one. */
const PAGE = new URL('../../../apps/web/src/geotools/', import.meta.url);

test('every general tool has a form on the page', () => {
  const general = TOOL_LIST.filter(({ command }) => command === 'made').map(({ name }) => name);
  expect(general.filter((name) => !existsSync(new URL(`next-step/tools/${name}.ts`, PAGE)))).toEqual([]);
});
