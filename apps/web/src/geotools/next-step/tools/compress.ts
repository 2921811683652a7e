import { DECIMALS } from '../description/common-fields.ts';
import { decimalsWords } from '../description/summary-words.ts';
import type { ToolDescription } from '../description/tool-description.ts';

export const TOOL: ToolDescription = {
  name: 'compress',
  place: 8,
  title: 'Compress',
  heading: () => 'Compress file',
  summary: ({ decimals }) => `compress into one archive${decimalsWords(decimals)}`,
  intro: 'Your files are packed into one archive, as small as possible.',
  noun: 'compression',
  participle: 'compressed',
  addresses: [{ address: 'compress', draft: {} }],
  defaults: { decimals: '' },
  fields: [{ ...DECIMALS, placeholder: 'all', hint: 'In degrees, 6 decimals are a tenth of a metre; in metres, 2 are a centimetre. Empty: nothing is rounded.' }],
};
