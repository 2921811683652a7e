import type { ToolDescription } from '../description/tool-description.ts';

export const COMPRESS: ToolDescription = {
  name: 'compress',
  title: 'Compress',
  heading: () => 'Compress file',
  intro: 'Your files come in one archive, as small as it goes. Nothing in them is changed.',
  noun: 'compression',
  participle: 'compressed',
  addresses: [{ address: 'compress', draft: {} }],
  defaults: {},
  fields: [],
};
