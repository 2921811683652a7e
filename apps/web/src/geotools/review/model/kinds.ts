import type { FindingWeight } from '@geoinsights/contract';

/** Kinds of findings in the order in which they are listed within their weight. */
const ORDER = [
  'transfer',
  'contained-feature',
  'duplicate-feature',
  'overlap',
  'gap',
  'emptied',
  'ring-overlap',
  'self-intersection',
  'hole-outside-shell',
  'duplicate-ring',
  'collapsed',
  'spike',
  'unclosed-ring',
  'invalid-coordinate',
  'duplicate-point',
  'near-edge',
  'unmatched-vertex',
];

/** The rank of a kind in the list; unknown kinds come last. */
export function rankOfKind(kind: string): number {
  const rank = ORDER.indexOf(kind);
  return rank < 0 ? ORDER.length : rank;
}

export const SYMBOLS = ['overlap', 'gap', 'ring', 'border'] as const;
/** The shape that distinguishes a finding without colour: a square, a circle, a triangle, a line. */
export type Symbol = (typeof SYMBOLS)[number];

const BY_KIND: Readonly<Record<string, Symbol>> = {
  transfer: 'overlap',
  'contained-feature': 'overlap',
  'duplicate-feature': 'overlap',
  overlap: 'overlap',
  emptied: 'overlap',
  gap: 'gap',
  'near-edge': 'border',
  'unmatched-vertex': 'border',
};

export function symbolOf(kind: string): Symbol {
  return Object.hasOwn(BY_KIND, kind) ? (BY_KIND[kind] ?? 'ring') : 'ring';
}

/** Weights in words, with their meaning. */
export const WEIGHT_WORDS: Readonly<Record<FindingWeight, { readonly name: string; readonly meaning: string }>> = {
  ownership: { name: 'Ownership', meaning: 'land that changes hands, or is claimed by several or by nobody' },
  shape: { name: 'Shape', meaning: "faults of a feature's own border" },
  cosmetic: { name: 'Cosmetic', meaning: 'nothing wider than the snap distance' },
};
