import { DECIMALS, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { FORMAT_CHOICES, formatWords } from '../description/format-words.ts';
import { decimalsWords, resultWords } from '../description/summary-words.ts';
import type { ToolDescription, ToolDraft } from '../description/tool-description.ts';

/** The formats that store coordinates as text. */
const TEXTS = new Set(['kml', 'kmz', 'geojson']);

export const TOOL: ToolDescription = {
  name: 'convert',
  place: 1,
  title: 'Convert',
  heading: ({ to }: ToolDraft) => `Convert to ${formatWords(to)}`,
  summary: ({ to, decimals, ...result }) => `convert to ${formatWords(String(to))}${decimalsWords(decimals)}${resultWords(result)}`,
  intro: 'All layers and attributes are written in the other format. The report says what that format cannot store.',
  noun: 'conversion',
  participle: 'converted',
  addresses: FORMAT_CHOICES.map(({ key }) => ({ address: `convert-to-${key}`, draft: { to: key } })),
  defaults: { to: 'geojson', from: '', decimals: '' },
  fields: [
    { kind: 'choice', name: 'to', label: 'Format of the result', choices: FORMAT_CHOICES },
    SOURCE_SYSTEM,
    { ...DECIMALS, isShown: ({ to }) => TEXTS.has(to) },
  ],
};
