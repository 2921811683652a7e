import { expect, it } from 'vitest';
import { taskAnswerSchema } from './answers.ts';

const readReport = (report: unknown) => taskAnswerSchema.parse({ report }).report;

it('a report keeps the readable notes on its inputs, and the readable sizes of packed files', () => {
  const report = readReport({ tool: 'compress', inputs: [{ name: 'a', notes: [{ text: 'No system.' }, 7] }, 7], bytes: 2048, packed_bytes: 'few' });
  expect(report).toMatchObject({ inputs: [{ name: 'a', notes: [{ text: 'No system.' }] }], bytes: 2048, packed_bytes: undefined });
});

it('an old report without the new members is valid', () => {
  expect(readReport({ datasets: [{ name: 'a' }] })).toMatchObject({ inputs: [], outputs: [], losses: [], then: [] });
});
