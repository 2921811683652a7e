import { reportSchema } from '@geoinsights/contract';
import { expect, it } from 'vitest';
import type { Block } from './blocks.ts';
import { pageOf } from './page-of-report.ts';

function textOf(block: Block): string {
  if (block.kind === 'list') return block.items.join('\n');
  return block.kind === 'paragraph' || block.kind === 'heading' ? block.text : '';
}

async function pageTexts(report: object): Promise<string[]> {
  const file = { report: reportSchema.parse({ tool: 'fix-geometry', found: {}, remaining: {}, notes: [], results: [{ name: 'a', bytes: 1, sha256: '0' }], datasets: [], ...report }), layers: [], async *items() {} };
  return (await pageOf(file, 'en', new Date(0))).blocks.map(textOf);
}

const dataset = (index: number, verified: boolean): object => ({ name: `lots ${String(index)}`, format: 'kml', files: [`${String(index)}.kml`], unchanged: verified, verified, notes: [], layers: [] });

it('names the datasets with faults before those without, and says how many are not named', async () => {
  const texts = await pageTexts({ datasets: Array.from({ length: 60 }, (_, index) => dataset(index, index < 57)) });
  const about = texts.filter((text) => /^The result of lots|^lots \d+: nothing had|^and \d+ more$/.test(text));
  expect(about.slice(0, 4)).toEqual([57, 58, 59].map((index) => `The result of lots ${String(index)} still has faults that should have been repaired.`).concat('lots 0: nothing had to be repaired. The result is the input file, byte for byte.'));
  expect(about.slice(49)).toEqual(['lots 46: nothing had to be repaired. The result is the input file, byte for byte.', 'and 10 more']);
});

it('says how many notes and failures are not listed', async () => {
  const problem = { type: 'about:blank', title: 'Damaged', status: 422, detail: 'It is damaged.', code: 'kmz-damaged' };
  const texts = await pageTexts({ notes: Array.from({ length: 53 }, (_, index) => ({ code: 'crs-missing', text: `Note ${String(index)}.` })), failures: Array.from({ length: 51 }, (_, index) => ({ files: [`${String(index)}.kmz`], problem })) });
  expect(texts.find((text) => text.startsWith('Note 0.'))?.split('\n').slice(49)).toEqual(['Note 49.', 'and 3 more']);
  expect(texts.find((text) => text.startsWith('Could not be processed'))).toMatch(/49\.kmz \(It is damaged\.\); and 1 more\.$/);
});
