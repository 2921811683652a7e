import { TOOLS } from '@geoinsights/tools';
import { expect, test } from 'vitest';
import { processList } from './documents.ts';

test('each page of the processes leads to the next, and the last one to none', () => {
  const tools = [...TOOLS.values()].slice(0, 3);
  const page = (offset: number) => {
    const { processes, links } = processList('https://x/ogcapi', tools, { limit: 2, offset });
    return [processes.map(({ id }) => id), links.find(({ rel }) => rel === 'next')?.href];
  };
  expect(page(0)).toEqual([tools.slice(0, 2).map(({ name }) => name), 'https://x/ogcapi/processes?limit=2&offset=2']);
  expect(page(2)).toEqual([tools.slice(2).map(({ name }) => name), undefined]);
  expect(page(1)[1]).toBeUndefined();
});
