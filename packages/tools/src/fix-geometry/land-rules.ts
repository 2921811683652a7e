import type { FindingDecision, FixGeometryOptions, LandReason, LayerReport, Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetLayer } from '@geoinsights/formats/in-memory';
import { FINDING_ACTIONS, FINDING_KINDS, findingKey, type DecisionOutcome, type Findings, type LandRules, type RepairResult, type Ruling } from '@geoinsights/geometry';
import type { RulingOf } from './land-report.ts';

/** The maximum number of decisions not carried out that are listed individually. */
const NAMED_PROBLEMS = 100;
const NAMED_IN_NOTE = 20;

/** The rules for one layer, in its units. */
export interface LayerRules {
  readonly rules: LandRules;
  /** For each of its decisions the index in the options. */
  readonly decisions: readonly number[];
}

/** The rules that profile, limits and decisions give for a layer; null if none of them was given. */
export function rulesOf(dataset: string, layer: Pick<DatasetLayer, 'name' | 'crs'>, { profile, maxDisplacement, maxTransfer, decisions = [] }: FixGeometryOptions): LayerRules | null {
  if ((profile === undefined || profile === 'standard') && maxDisplacement === undefined && maxTransfer === undefined && decisions.length === 0) return null;
  const metres = layer.crs.units.kind === 'geographic' ? 1 : (layer.crs.metresPerUnit ?? 1);
  const own = decisions.flatMap((decision, place) => (isFor(decision, dataset, layer.name) ? [{ decision, place }] : []));
  return {
    rules: {
      leavesOverlaps: profile === 'registrar',
      maxDisplacement: (maxDisplacement ?? Infinity) / metres,
      maxTransfer: (maxTransfer ?? Infinity) / metres ** 2,
      decisions: own.map(({ decision: { finding, action, to = 0 } }) => ({
        kind: finding.kind === 'gap' ? 'gap' : 'overlap',
        x: finding.at[0],
        y: finding.at[1],
        features: finding.features.map((position) => position - 1),
        ...(finding.area_m2 === undefined ? {} : { area: finding.area_m2 / metres ** 2 }),
        action,
        to: to - 1,
      })),
    },
    decisions: own.map(({ place }) => place),
  };
}

function isFor({ finding }: FindingDecision, dataset: string, layer: string): boolean {
  return (finding.dataset === undefined || finding.dataset === dataset) && (finding.layer === undefined || finding.layer === layer);
}

/** @throws ProblemError if overlaps are to be kept and at the same time decided on. */
export function checkRules({ overlaps, profile, maxDisplacement, maxTransfer, decisions = [] }: FixGeometryOptions): void {
  if (overlaps === 'fix' || (profile !== 'registrar' && maxDisplacement === undefined && maxTransfer === undefined && decisions.length === 0)) return;
  throw new ProblemError('invalid-options', { reason: 'nothing can be decided when all overlaps are kept: use overlaps "fix" with a profile, limits or decisions' });
}

/** The ruling on a finding, in the form of the report. */
function rulingOf(findings: Findings, place: number, { decisions }: LayerRules, rulings: ReadonlyMap<string, Ruling>): { reason?: LandReason; decision?: number } {
  const { kind, feature, other, xy } = findings;
  const ruling = rulings.get(findingKey(FINDING_KINDS[kind[place]], feature[place], other[place], xy[2 * place], xy[2 * place + 1]));
  if (ruling === undefined) return {};
  return { reason: ruling.reason, ...(ruling.decision < 0 ? {} : { decision: decisions[ruling.decision] + 1 }) };
}

/** The ruling on each finding; empty if there are no rules. */
export function rulingsOf(rules: LayerRules | null, ruled: RepairResult['ruled']): RulingOf {
  return rules === null || ruled === null ? () => ({}) : (findings, place) => rulingOf(findings, place, rules, ruled.rulings);
}

/** What a report says about the rules on a layer. */
export function ruledReport(findings: Findings, rules: LayerRules | null, ruled: RepairResult['ruled'], options: FixGeometryOptions): Pick<LayerReport, 'decisions' | 'left'> {
  if (rules === null || ruled === null) return {};
  const left = new Map<LandReason, number>();
  for (let i = 0; i < findings.count; i++) {
    if (FINDING_ACTIONS[findings.action[i]] !== 'reported') continue;
    const { reason } = rulingOf(findings, i, rules, ruled.rulings);
    if (reason !== undefined) left.set(reason, (left.get(reason) ?? 0) + 1);
  }
  const counted = { left: Object.fromEntries(left) };
  if (rules.decisions.length === 0) return counted;
  const problems = ruled.outcomes.flatMap((outcome, place) => (outcome === 'done' ? [] : [{ decision: rules.decisions[place] + 1, outcome, text: sentenceOf(outcome, options.decisions?.[rules.decisions[place]]) }]));
  return { ...counted, decisions: { done: ruled.outcomes.length - problems.length, not_done: problems.length, problems: problems.slice(0, NAMED_PROBLEMS) } };
}

function sentenceOf(outcome: 'met-nothing' | 'impossible', decision: FindingDecision | undefined): string {
  if (outcome === 'met-nothing') return 'There is no such finding between these features near this place: it may have been repaired, or this may be another file.';
  if (decision?.action === 'give') return 'It can be given only to one of the features concerned.';
  return 'It cannot be split along its middle: one feature lies inside the other, a third one claims it too, or there is something inside it. Give it to one of them, or leave it.';
}

/** Which decisions met a finding in any layer of a batch. */
export class DecisionTally {
  private readonly met = new Set<number>();
  private isAsked = false;

  /** Records the outcomes of the decisions on one layer. */
  take({ decisions }: LayerRules, outcomes: readonly DecisionOutcome[]): void {
    this.isAsked = true;
    outcomes.forEach((outcome, place) => {
      if (outcome !== 'met-nothing') this.met.add(decisions[place]);
    });
  }

  /** The decisions that met no finding, once a batch has been repaired or checked. */
  missed(count: number): number[] {
    return this.isAsked ? Array.from({ length: count }, (_, place) => place).filter((place) => !this.met.has(place)) : [];
  }
}

/** Names the decisions that met no finding anywhere. */
export function notesOnDecisions({ decisions = [] }: FixGeometryOptions, tally: DecisionTally): Report['notes'] {
  const missed = tally.missed(decisions.length).map((place) => place + 1);
  if (missed.length === 0) return [];
  const named = missed.slice(0, NAMED_IN_NOTE).join(', ');
  const more = missed.length > NAMED_IN_NOTE ? ` and ${missed.length - NAMED_IN_NOTE} more` : '';
  return [{ code: 'decision-met-nothing', text: `${missed.length === 1 ? 'Decision' : 'Decisions'} ${named}${more} matched no finding, which may have been repaired already or be in another file. Nothing was done for them.` }];
}
