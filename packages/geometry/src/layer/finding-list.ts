import { FINDING_ACTIONS, FINDING_KINDS, REPORTED } from './findings.ts';
import type { FindingAction, FindingKind, Findings } from './findings.ts';
import { enlarged, Float64List, Int32List, Uint8List } from '../arrays/growable.ts';
import { sortGroup } from '../arrays/order.ts';
import { hashPlace, slotsFor } from '../arrays/hash-place.ts';

const KIND_CODES = new Map<FindingKind, number>(FINDING_KINDS.map((kind, code) => [kind, code]));
const ACTION_CODES = new Map<FindingAction, number>(FINDING_ACTIONS.map((action, code) => [action, code]));

/** The kinds that concern a vertex on a border. */
const BORDER_KINDS = new Set([KIND_CODES.get('unmatched-vertex') ?? -1, KIND_CODES.get('near-edge') ?? -1]);

/** A finding to be added to a list. The fields are those of `Findings`. */
export interface NewFinding {
  readonly kind: FindingKind;
  readonly feature: number;
  /** Default: none. */
  readonly other?: number;
  readonly x: number;
  readonly y: number;
  /** Default: NaN. */
  readonly measure?: number;
  readonly action: FindingAction;
}

/** One of some findings, to be added to another list. */
export function findingAt({ kind, feature, other, xy, measure, action }: Findings, i: number): Required<NewFinding> {
  return { kind: FINDING_KINDS[kind[i]], feature: feature[i], other: other[i], x: xy[2 * i], y: xy[2 * i + 1], measure: measure[i], action: FINDING_ACTIONS[action[i]] };
}

/** Collects findings while a layer is examined, and returns them sorted. */
export class FindingList {
  private kind = new Uint8List();
  private feature = new Int32List();
  private other = new Int32List();
  /** In pairs. */
  private xy = new Float64List();
  private measure = new Float64List();
  private action = new Uint8List();

  /** For each feature, whether a finding names it. The first entry stands for no feature (-1). */
  private named = new Uint8Array(64);
  /** Findings about border vertices, by a hash of feature and coordinates; filled up to `placed` on request. */
  private slots = new Int32Array(16).fill(-1);
  private placed = 0;

  get count(): number {
    return this.kind.length;
  }

  add({ kind, feature, other = -1, x, y, measure = NaN, action }: NewFinding): void {
    this.name(feature);
    this.name(other);
    this.kind.push(KIND_CODES.get(kind) ?? 0);
    this.feature.push(feature);
    this.other.push(other);
    this.xy.push(x);
    this.xy.push(y);
    this.measure.push(measure);
    this.action.push(ACTION_CODES.get(action) ?? 0);
  }

  /** Removes all findings and frees their memory. */
  clear(): void {
    [this.kind, this.feature, this.other, this.action] = [new Uint8List(), new Int32List(), new Int32List(), new Uint8List()];
    [this.xy, this.measure] = [new Float64List(), new Float64List()];
    [this.named, this.slots, this.placed] = [new Uint8Array(64), new Int32Array(16).fill(-1), 0];
  }

  /** Whether any finding names the feature, as the one at fault or as the other. */
  names(feature: number): boolean {
    return feature + 1 < this.named.length && this.named[feature + 1] === 1;
  }

  /** Whether there is a finding about a border vertex of the feature at this point. */
  hasAt(feature: number, x: number, y: number): boolean {
    this.placeAll();
    return this.slots[this.slotOf(feature, x, y)] >= 0;
  }

  private placeAll(): void {
    if (this.count * 2 > this.slots.length) {
      this.slots = new Int32Array(slotsFor(this.count * 4 + 16)).fill(-1);
      this.placed = 0;
    }
    for (; this.placed < this.count; this.placed++) {
      const i = this.placed;
      if (BORDER_KINDS.has(this.kind.data[i])) this.slots[this.slotOf(this.feature.data[i], this.xy.data[2 * i], this.xy.data[2 * i + 1])] = i;
    }
  }

  /** The slot of the finding about this vertex, or the free slot where it belongs. */
  private slotOf(feature: number, x: number, y: number): number {
    const mask = this.slots.length - 1;
    let slot = (hashPlace(x + 0, y + 0) ^ Math.imul(feature, 0x9e3779b1)) & mask;
    for (;;) {
      const i = this.slots[slot];
      if (i < 0 || (this.feature.data[i] === feature && this.xy.data[2 * i] === x && this.xy.data[2 * i + 1] === y)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private name(feature: number): void {
    if (feature + 1 >= this.named.length) this.named = enlarged(this.named, 2 * (feature + 2));
    this.named[feature + 1] = 1;
  }

  addAll(findings: Findings): void {
    this.kind.pushAll(findings.kind);
    this.feature.pushAll(findings.feature);
    this.other.pushAll(findings.other);
    this.xy.pushAll(findings.xy);
    this.measure.pushAll(findings.measure);
    this.action.pushAll(findings.action);
  }

  /** Adds the wanted findings, selected by feature, action, kind and place in the list. @returns how many. */
  addSome(findings: Findings, isWanted: (feature: number, action: number, kind: number, index: number) => boolean): number {
    const before = this.count;
    for (let i = 0; i < findings.count; i++) {
      if (!isWanted(findings.feature[i], findings.action[i], findings.kind[i], i)) continue;
      this.kind.push(findings.kind[i]);
      this.feature.push(findings.feature[i]);
      this.other.push(findings.other[i]);
      this.xy.push(findings.xy[2 * i]);
      this.xy.push(findings.xy[2 * i + 1]);
      this.measure.push(findings.measure[i]);
      this.action.push(findings.action[i]);
    }
    return this.count - before;
  }

  /** The findings by feature, kind, coordinates, other feature and measure. With `onlyReported`, every action is `reported`. */
  finish(onlyReported: boolean): Findings {
    const count = this.count;
    const [kinds, features, others] = [this.kind.data, this.feature.data, this.other.data];
    const [xy, measures] = [this.xy.data, this.measure.data];
    const { order, offsets } = orderByFeature(features, count);
    const compare = (a: number, b: number): number => {
      if (kinds[a] !== kinds[b]) return kinds[a] - kinds[b];
      return (
        compareWithNaN(xy[2 * a], xy[2 * b]) || compareWithNaN(xy[2 * a + 1], xy[2 * b + 1]) || others[a] - others[b] || compareWithNaN(measures[a], measures[b]) || a - b
      );
    };
    for (let i = 0; i + 1 < offsets.length; i++) if (!isSorted(order, offsets[i], offsets[i + 1], compare)) sortGroup(order, offsets[i], offsets[i + 1], compare);
    const actions = this.action.data;
    const sorted = {
      count,
      kind: new Uint8Array(count),
      feature: new Int32Array(count),
      other: new Int32Array(count),
      xy: new Float64Array(2 * count),
      measure: new Float64Array(count),
      action: new Uint8Array(count),
    };
    for (let i = 0; i < count; i++) {
      const from = order[i];
      sorted.kind[i] = kinds[from];
      sorted.feature[i] = features[from];
      sorted.other[i] = others[from];
      sorted.xy[2 * i] = xy[2 * from];
      sorted.xy[2 * i + 1] = xy[2 * from + 1];
      sorted.measure[i] = measures[from];
      sorted.action[i] = onlyReported ? 0 : actions[from];
    }
    return sorted;
  }
}

/** Two sets of findings together, sorted. Findings of the same fault at the same point appear once. */
export function joinFindings(findings: Findings, others: Findings): Findings {
  const keyOf = ({ kind, feature, other, xy }: Findings, i: number): string => `${kind[i]} ${feature[i]} ${other[i]} ${xy[2 * i]} ${xy[2 * i + 1]}`;
  const list = new FindingList();
  list.addAll(findings);
  const known = new Set<string>();
  for (let i = 0; i < findings.count; i++) known.add(keyOf(findings, i));
  for (let i = 0; i < others.count; i++) {
    if (known.has(keyOf(others, i))) continue;
    known.add(keyOf(others, i));
    list.add(findingAt(others, i));
  }
  return list.finish(false);
}

/** The findings of faults that are still there because the caller asked to keep them. */
export function keptFindings(findings: Findings): Findings {
  return someOf(findings, (action) => action === REPORTED);
}

/** The findings of faults about which something was done. */
export function repairedFindings(findings: Findings): Findings {
  return someOf(findings, (action) => action !== REPORTED);
}

function someOf(findings: Findings, isWanted: (action: number) => boolean): Findings {
  const list = new FindingList();
  list.addSome(findings, (_, action) => isWanted(action));
  return list.finish(false);
}

/** Lists are often built from one that was already sorted. */
function isSorted(order: Int32Array, start: number, end: number, compare: (a: number, b: number) => number): boolean {
  for (let i = start + 1; i < end; i++) if (compare(order[i - 1], order[i]) > 0) return false;
  return true;
}

export const NO_FINDINGS: Findings = new FindingList().finish(false);

/** The findings grouped by feature, ascending; within a group in the order in which they were added. */
function orderByFeature(features: Int32Array, count: number): { order: Int32Array; offsets: Int32Array } {
  let last = -1;
  for (let i = 0; i < count; i++) if (features[i] > last) last = features[i];
  const offsets = new Int32Array(last + 3);
  for (let i = 0; i < count; i++) offsets[features[i] + 2]++;
  for (let i = 1; i < offsets.length; i++) offsets[i] += offsets[i - 1];
  const position = offsets.slice();
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[position[features[i] + 1]++] = i;
  return { order, offsets };
}

function compareWithNaN(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** The number of findings of each kind. Kinds without findings are left out. */
export function countByKind(findings: Findings): Map<FindingKind, number> {
  const counts = new Map<FindingKind, number>();
  for (let i = 0; i < findings.count; i++) {
    const kind = FINDING_KINDS[findings.kind[i]];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
