import { RESULT_FORMAT, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { anyText, wholeNumber } from '../description/read-text.ts';
import { featuresWords, resultWords } from '../description/summary-words.ts';
import type { ToolDescription } from '../description/tool-description.ts';

const COUNT_FAULT = 'Enter a whole number of at least 1.';
const readCount = wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER }, COUNT_FAULT);

export const TOOL: ToolDescription = {
  name: 'split',
  place: 4,
  title: 'Split',
  heading: () => 'Split files',
  summary: ({ by, field, count, ...result }) => {
    const pieces = by === 'field' ? `by the values of ${String(field)}` : by === 'count' ? `into files of ${featuresWords(count)}` : by === 'part' ? 'by parts of geometries' : 'by layer';
    return `split ${pieces}${resultWords(result)}`;
  },
  intro: 'Your files are divided. If there are several results, they come in one archive.',
  noun: 'split',
  participle: 'split',
  addresses: [{ address: 'split', draft: {} }],
  defaults: { by: 'layer', field: '', count: '1000', from: '', format: '' },
  fields: [
    {
      kind: 'choice',
      name: 'by',
      label: 'Split by',
      hint: 'Parts of a geometry become features of the same file.',
      choices: [
        { key: 'layer', words: 'Layer' },
        { key: 'field', words: 'Value of a field' },
        { key: 'part', words: 'Part of a geometry' },
        { key: 'count', words: 'Number of features' },
      ],
    },
    {
      kind: 'text',
      name: 'field',
      label: 'Field',
      hint: 'Features with the same value stay together.',
      isRequired: true,
      isShown: ({ by }) => by === 'field',
      read: anyText('Enter the name of the field.'),
    },
    {
      kind: 'number',
      name: 'count',
      label: 'Features in each file',
      hint: 'The last file has the rest.',
      isRequired: true,
      isShown: ({ by }) => by === 'count',
      read: (text) => (text === '' ? { fault: COUNT_FAULT } : readCount(text)),
    },
    SOURCE_SYSTEM,
    RESULT_FORMAT,
  ],
};
