import { capitalised } from '../screen-texts/capitalised.ts';

/** A kind of finding in the words of people who own or draw land. */
export interface FindingWords {
  readonly name: string;
  readonly meaning: string;
}

const WORDS: Readonly<Record<string, FindingWords>> = {
  'invalid-coordinate': { name: 'Unreadable coordinates', meaning: 'a vertex whose coordinates are not numbers' },
  'unclosed-ring': { name: 'Unclosed polygons', meaning: 'a border that does not end where it began' },
  'duplicate-point': { name: 'Duplicate points', meaning: 'the same vertex written twice in a row' },
  collapsed: { name: 'Borders without area', meaning: 'a border that encloses no land' },
  spike: { name: 'Spikes', meaning: 'a border that runs out and back along the same line' },
  'self-intersection': { name: 'Self-crossing borders', meaning: 'a border that crosses itself' },
  'ring-overlap': { name: 'Overlapping parts', meaning: 'parts or holes of one feature that overlap' },
  'hole-outside-shell': { name: 'Misplaced holes', meaning: 'a hole outside its polygon, or around it' },
  'duplicate-ring': { name: 'Repeated borders', meaning: 'the same border twice in one feature' },
  'unmatched-vertex': { name: 'Unmatched vertices', meaning: 'a vertex on a shared border that the neighbour lacks' },
  overlap: { name: 'Overlaps', meaning: 'land that two features claim' },
  'contained-feature': { name: 'Features inside others', meaning: 'a feature inside another one' },
  'duplicate-feature': { name: 'Duplicate features', meaning: 'the same area as an earlier feature' },
  gap: { name: 'Gaps', meaning: 'a sliver of land between neighbours that belongs to none of them' },
  'near-edge': { name: 'Almost shared borders', meaning: 'borders of neighbours that are a hair apart' },
  transfer: { name: 'Land that changes hands', meaning: 'a feature that loses more of its land to others than digitising explains' },
  emptied: { name: 'Features without land of their own', meaning: 'their record stays, without a geometry' },
};

export const KNOWN_KINDS = Object.keys(WORDS);

/** Words for a kind; a kind that this page does not know is shown by its own name. */
export function wordsOf(kind: string): FindingWords {
  if (Object.hasOwn(WORDS, kind)) return WORDS[kind];
  const name = kind.replaceAll('-', ' ');
  return { name: capitalised(name), meaning: '' };
}
