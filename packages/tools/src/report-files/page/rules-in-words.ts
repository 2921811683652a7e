import type { Report, ReportedRules } from '@geoinsights/contract';
import type { Numbers } from './numbers.ts';
import type { Words } from './words.ts';

const USUAL: ReportedRules = { overlaps: 'fix', gaps: 'fix', profile: 'standard', max_displacement_m: null, max_transfer_m2: null, decisions: 0 };

/** The rules that applied, in the order in which people ask about them; a report without rules used the defaults. */
export function rulesInWords({ rules = USUAL, datasets }: Report, isCheck: boolean, { ruleSentences: said }: Words, numbers: Numbers): string[] {
  const { overlaps, gaps, profile, max_displacement_m: displacement, max_transfer_m2: transfer, decisions } = rules;
  return [
    said.borders,
    said.overlaps[overlaps],
    ...(profile === 'registrar' ? [said.registrar] : []),
    said.gaps[gaps],
    said.shapes,
    ...(displacement === null ? [] : [said.maxDisplacement(numbers.distance(displacement))]),
    ...(transfer === null ? [] : [said.maxTransfer(numbers.area(transfer))]),
    ...(decisions === 0 ? [] : [said.decisions(numbers.count(decisions))]),
    said.weights,
    said.nothingElse,
    ...(isCheck || datasets.some(({ verified }) => !verified) ? [] : [said.examined]),
  ];
}
