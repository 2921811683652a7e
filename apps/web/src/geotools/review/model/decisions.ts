import { DECIDED_KINDS } from '@geoinsights/contract/repair-options';
import type { FindingRow } from './messages.ts';

/** What to do with an overlap or a gap instead of applying the rules. */
export type Decision = { readonly action: 'give'; readonly to: number } | { readonly action: 'split' } | { readonly action: 'leave' };

/** A decision in the form of a repair option: identified by place and features, so that it still applies when the same files are sent again. */
export interface DecisionOption {
  readonly finding: {
    readonly kind: string;
    readonly at: readonly [number, number];
    readonly features: readonly number[];
    readonly area_m2?: number;
    readonly dataset: string;
    readonly layer: string;
  };
  readonly action: Decision['action'];
  readonly to?: number;
}

/** A decision on a finding, and its form in the repair options. */
export interface Decided {
  readonly decision: Decision;
  readonly option: DecisionOption;
}

/** Whether someone can decide on it: land changes hands, at a place that can be named. */
export function isDecidable({ kind, weight, at }: FindingRow): boolean {
  return weight === 'ownership' && at !== null && DECIDED_KINDS.some((known) => known === kind);
}

export interface DecisionChoice {
  readonly key: string;
  readonly words: string;
  /** Null: according to the rules. */
  readonly decision: Decision | null;
}

/** The choices that someone has for a finding, what the rules did, or would do after a check, first. */
export function choicesFor(row: FindingRow, isCheck: boolean): DecisionChoice[] {
  const sides = [
    { position: row.position, label: row.label },
    ...(row.other === null || row.otherLabel === null ? [] : [{ position: row.other, label: row.otherLabel }]),
  ];
  const wasLeft = row.action === 'reported';
  const byRules = isCheck ? 'By the rules' : 'As repaired';
  const asRepaired = wasLeft ? 'Leave it as it is, as now' : row.receiverLabel === null ? byRules : `${byRules}: given to “${row.receiverLabel}”`;
  return [
    { key: 'as-repaired', words: asRepaired, decision: null },
    ...sides
      .filter(({ position }) => position !== row.receivedBy || wasLeft)
      .map(({ position, label }) => ({ key: `give-${position}`, words: `Give it to “${label}”`, decision: { action: 'give' as const, to: position } })),
    ...(sides.length > 1 ? [{ key: 'split', words: 'Split it along its middle', decision: { action: 'split' as const } }] : []),
    ...(wasLeft ? [] : [{ key: 'leave', words: 'Leave it as it is, only report it', decision: { action: 'leave' as const } }]),
  ];
}

/** @param sheet the names of dataset and layer, as in the report. */
export function optionOf(row: FindingRow, decision: Decision, sheet: { readonly dataset: string; readonly layer: string }): DecisionOption | null {
  if (row.at === null) return null;
  const features = row.other === null ? [row.position] : [row.position, row.other];
  return { finding: { kind: row.kind, at: row.at, features, ...(row.areaM2 !== null && row.areaM2 > 0 ? { area_m2: row.areaM2 } : {}), dataset: sheet.dataset, layer: sheet.layer }, ...decision };
}
