import { LARGEST_BUFFER } from '@geoinsights/contract/tool-limits';
import { RESULT_FORMAT, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { distanceToEitherSide } from '../description/read-text.ts';
import { inList, metres, resultWords } from '../description/summary-words.ts';
import type { ToolDescription } from '../description/tool-description.ts';

/** The corners that are worth a word. */
const CORNERS: ReadonlyMap<unknown, string> = new Map([
  ['mitre', 'with pointed corners'],
  ['bevel', 'with corners cut off'],
]);

export const TOOL: ToolDescription = {
  name: 'buffer',
  place: 7,
  title: 'Buffer',
  heading: () => 'Buffer geometry',
  summary: ({ distance, joins, dissolve, ...result }) =>
    `${inList([`buffer by ${metres(distance)}`, CORNERS.get(joins), dissolve === true && 'with zones joined that overlap'])}${resultWords(result)}`,
  intro: 'Each feature becomes the zone within a distance of it.',
  noun: 'buffering',
  participle: 'buffered',
  addresses: [{ address: 'buffer', draft: {} }],
  defaults: { distance: '100', joins: 'round', dissolve: '', from: '', format: '' },
  fields: [
    {
      kind: 'number',
      name: 'distance',
      label: 'Distance in metres',
      hint: 'On the ground. Below 0, areas shrink.',
      isRequired: true,
      read: distanceToEitherSide(LARGEST_BUFFER, 'Enter a distance in metres other than 0, such as 50 or -2.5.'),
    },
    {
      kind: 'choice',
      name: 'joins',
      label: 'Corners',
      choices: [
        { key: 'round', words: 'Round' },
        { key: 'mitre', words: 'Pointed' },
        { key: 'bevel', words: 'Cut off' },
      ],
    },
    { kind: 'tick', name: 'dissolve', label: 'Join zones that overlap', hint: 'They become one area, without the attributes of each.' },
    SOURCE_SYSTEM,
    RESULT_FORMAT,
  ],
};
