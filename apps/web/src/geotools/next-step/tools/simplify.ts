import { LARGEST_SIMPLIFICATION } from '@geoinsights/contract/tool-limits';
import { RESULT_FORMAT, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { distance, percentage } from '../description/read-text.ts';
import { inList, metres, percent, resultWords } from '../description/summary-words.ts';
import type { ReadText, ToolDescription } from '../description/tool-description.ts';

const DISTANCE_FAULT = 'Enter a distance in metres, such as 10 or 2.5.';
const SHARE_FAULT = 'Enter a percentage above 0, up to 100.';

/** An empty text is as invalid as any other. */
const required = (read: (text: string) => ReadText, fault: string) => (text: string): ReadText => (text === '' ? { fault } : read(text));

export const TOOL: ToolDescription = {
  name: 'simplify',
  place: 6,
  title: 'Simplify',
  heading: () => 'Simplify geometry',
  summary: ({ distance: within, share, method, keepAll, ...result }) =>
    `${inList([
      share === undefined ? `simplify to within ${metres(within)}` : `simplify to ${percent(share)} of the vertices`,
      method === 'douglas-peucker' && 'by Douglas-Peucker',
      keepAll === false && 'without features that become too small',
    ])}${resultWords(result)}`,
  intro: 'Vertices that add little to the shape are removed. Borders that neighbours share stay shared.',
  noun: 'simplification',
  participle: 'simplified',
  addresses: [{ address: 'simplify', draft: {} }],
  defaults: { measure: 'distance', distance: '10', share: '10', method: 'visvalingam', keepAll: 'yes', from: '', format: '' },
  fields: [
    {
      kind: 'choice',
      name: 'measure',
      label: 'How far',
      isOfForm: true,
      choices: [
        { key: 'distance', words: 'To a distance' },
        { key: 'share', words: 'To a share of the vertices' },
      ],
    },
    {
      kind: 'number',
      name: 'distance',
      label: 'Distance in metres',
      hint: 'Borders move by about this distance at most. If a file does not state the length of its units, the distance is in these units.',
      isRequired: true,
      isShown: ({ measure }) => measure === 'distance',
      read: required(distance(LARGEST_SIMPLIFICATION, DISTANCE_FAULT), DISTANCE_FAULT),
    },
    {
      kind: 'number',
      name: 'share',
      label: 'Vertices that stay, in percent',
      hint: 'Of all vertices that could be removed.',
      isRequired: true,
      isShown: ({ measure }) => measure === 'share',
      read: required(percentage(SHARE_FAULT), SHARE_FAULT),
    },
    {
      kind: 'choice',
      name: 'method',
      label: 'Method',
      choices: [
        { key: 'visvalingam', words: 'Visvalingam: smooth shapes' },
        { key: 'douglas-peucker', words: 'Douglas-Peucker: keeps corners' },
      ],
    },
    { kind: 'tick', name: 'keepAll', label: 'Keep every feature', hint: 'However small it becomes.' },
    SOURCE_SYSTEM,
    RESULT_FORMAT,
  ],
};
