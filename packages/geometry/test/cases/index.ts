import { BORDER_CASES } from './borders.ts';
import type { Case } from './case.ts';
import { FOUND_CASES } from './found.ts';
import { NUMBER_CASES } from './numbers.ts';
import { OVERLAP_CASES } from './overlaps.ts';
import { PART_CASES } from './parts.ts';
import { RING_CASES } from './rings.ts';

/** Our own table of cases: the project proves itself by these alone. */
export const CASES: readonly Case[] = [...RING_CASES, ...PART_CASES, ...OVERLAP_CASES, ...BORDER_CASES, ...NUMBER_CASES, ...FOUND_CASES];
