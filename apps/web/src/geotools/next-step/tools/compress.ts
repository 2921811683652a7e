import { DECIMALS } from '../description/common-fields.ts';
import type { ToolDescription } from '../description/tool-description.ts';

export const COMPRESS: ToolDescription = {
  name: 'compress',
  title: 'Compress',
  heading: () => 'Compress file',
  intro: 'The same features in the same format, in as few bytes as it takes.',
  noun: 'compression',
  participle: 'compressed',
  addresses: [{ address: 'compress', draft: {} }],
  defaults: { decimals: '' },
  fields: [DECIMALS],
};
