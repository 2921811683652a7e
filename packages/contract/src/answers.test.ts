import { expect, it } from 'vitest';
import { taskAnswerSchema } from './answers.ts';

const readReport = (report: unknown) => taskAnswerSchema.parse({ report }).report;

it('a report keeps the notes of what a tool was given, and how small it made it', () => {
  const report = readReport({ tool: 'compress', inputs: [{ name: 'a', notes: [{ text: 'No system.' }, 7] }, 7], bytes: 2048, packed_bytes: 'few' });
  expect(report).toMatchObject({ inputs: [{ name: 'a', notes: [{ text: 'No system.' }] }], bytes: 2048, packed_bytes: undefined });
});

it('a report of old, which tells of nothing new, is a report', () => {
  expect(readReport({ datasets: [{ name: 'a' }] })).toMatchObject({ inputs: [], outputs: [], losses: [], then: [] });
});
