import { FINDING_KINDS } from '../layer/findings.ts';
import type { FindingKind } from '../layer/findings.ts';

/** What a finding means for the person responsible for the land, the most important first. The order is the numeric code. */
export const LAND_WEIGHTS = ['ownership', 'shape', 'cosmetic'] as const;
export const [OWNERSHIP, SHAPE, COSMETIC] = [0, 1, 2];

/** What land a kind of finding refers to. */
type Meaning = 'common-land' | 'void' | 'moved-border' | 'loss' | 'own-shape' | 'nothing';

const MEANING: Record<FindingKind, Meaning> = {
  'invalid-coordinate': 'own-shape',
  'unclosed-ring': 'own-shape',
  'duplicate-point': 'nothing',
  collapsed: 'own-shape',
  spike: 'own-shape',
  'self-intersection': 'own-shape',
  'ring-overlap': 'own-shape',
  'hole-outside-shell': 'own-shape',
  'duplicate-ring': 'own-shape',
  'unmatched-vertex': 'nothing',
  overlap: 'common-land',
  'contained-feature': 'common-land',
  'duplicate-feature': 'common-land',
  gap: 'void',
  'near-edge': 'moved-border',
  emptied: 'loss',
  transfer: 'loss',
};
const MEANING_OF_CODE = FINDING_KINDS.map((kind) => MEANING[kind]);

/** @param kind index into `FINDING_KINDS`; likewise in all functions here. */
export function meaningOf(kind: number): Meaning {
  return MEANING_OF_CODE[kind];
}

/** Whether a finding refers to land or to a border that moved, rather than just to a point. */
export function needsLand(kind: number): boolean {
  const means = MEANING_OF_CODE[kind];
  return means !== 'own-shape' && means !== 'nothing';
}

/** @param isWide whether the land of the finding is wider than the snap distance; true if that is not known. */
export function weightOf(kind: number, isWide: boolean): number {
  const means = MEANING_OF_CODE[kind];
  if (means === 'own-shape') return SHAPE;
  return means === 'nothing' || means === 'moved-border' || !isWide ? COSMETIC : OWNERSHIP;
}
