import type { BalanceEntry, FindingWeight, LandGeometry } from '@geoinsights/contract';
import { FINDING_WEIGHTS } from '@geoinsights/contract';
import { ShapesBuilder } from '../../../map-drawing/shapes-builder.ts';
import { rankOfKind } from './kinds.ts';

/** The parts of a finding that are used, as in the report. */
export interface ReadFinding {
  readonly kind: string;
  readonly position: number;
  readonly label: string;
  readonly other: number | null;
  readonly otherLabel: string | null;
  readonly at: readonly [number, number] | null;
  readonly action: string;
  readonly reason: string | null;
  readonly weight: FindingWeight;
  readonly areaM2: number | null;
  readonly receivedBy: number | null;
  readonly geometry: LandGeometry | null;
}

/** A finding by its position in the report. */
export interface Finding extends Omit<ReadFinding, 'geometry' | 'label' | 'otherLabel'> {
  readonly finding: number;
}

/** Numbers for words that recur. */
class Words {
  readonly #numbers = new Map<string, number>();
  readonly list: string[] = [];

  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.list.length);
    this.list.push(word);
    return this.list.length - 1;
  }
}

const NO_REASON = '';

/** The findings of a layer in numeric columns: an object for each would take ten times the memory. */
export class FindingColumns {
  readonly #words = new Words();
  readonly #kinds: number[] = [];
  readonly #weights: number[] = [];
  readonly #actions: number[] = [];
  readonly #reasons: number[] = [];
  /** One-based; 0 means nobody. */
  readonly #positions: number[] = [];
  readonly #others: number[] = [];
  readonly #receivers: number[] = [];
  /** NaN if absent. */
  readonly #areas: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];

  get count(): number {
    return this.#kinds.length;
  }

  add(read: ReadFinding): void {
    this.#kinds.push(this.#words.numberOf(read.kind));
    this.#weights.push(FINDING_WEIGHTS.indexOf(read.weight));
    this.#actions.push(this.#words.numberOf(read.action));
    this.#reasons.push(this.#words.numberOf(read.reason ?? NO_REASON));
    this.#positions.push(read.position);
    this.#others.push(read.other ?? 0);
    this.#receivers.push(read.receivedBy ?? 0);
    this.#areas.push(read.areaM2 ?? Number.NaN);
    this.#x.push(read.at?.[0] ?? Number.NaN);
    this.#y.push(read.at?.[1] ?? Number.NaN);
  }

  kind(finding: number): string {
    return this.#words.list[this.#kinds[finding] ?? 0] ?? '';
  }

  weight(finding: number): FindingWeight {
    return FINDING_WEIGHTS[this.#weights[finding] ?? 0] ?? 'cosmetic';
  }

  position(finding: number): number {
    return this.#positions[finding] ?? 0;
  }

  /** The feature that received the land; 0 for nobody. */
  receiver(finding: number): number {
    return this.#receivers[finding] ?? 0;
  }

  other(finding: number): number {
    return this.#others[finding] ?? 0;
  }

  at(finding: number): Finding {
    const area = this.#areas[finding] ?? Number.NaN;
    const [x, y] = [this.#x[finding] ?? Number.NaN, this.#y[finding] ?? Number.NaN];
    const reason = this.#words.list[this.#reasons[finding] ?? 0] ?? NO_REASON;
    return {
      finding,
      kind: this.kind(finding),
      weight: this.weight(finding),
      action: this.#words.list[this.#actions[finding] ?? 0] ?? '',
      reason: reason === NO_REASON ? null : reason,
      position: this.position(finding),
      other: this.#others[finding] === 0 ? null : this.other(finding),
      receivedBy: this.#receivers[finding] === 0 ? null : (this.#receivers[finding] ?? null),
      areaM2: Number.isNaN(area) ? null : area,
      at: Number.isNaN(x) || Number.isNaN(y) ? null : [x, y],
    };
  }

  /** The most serious first, then by kind, then the largest first. */
  sorted(): Int32Array {
    const ranksOfWords = this.#words.list.map(rankOfKind);
    // Compared some ten million times.
    const ranks = new Int32Array(this.count);
    const areas = new Float64Array(this.count);
    const order = new Int32Array(this.count);
    for (let finding = 0; finding < this.count; finding += 1) {
      const area = this.#areas[finding] ?? Number.NaN;
      ranks[finding] = (this.#weights[finding] ?? 0) * 100 + (ranksOfWords[this.#kinds[finding] ?? 0] ?? 0);
      areas[finding] = Number.isNaN(area) ? -1 : area;
      order[finding] = finding;
    }
    return order.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || (areas[b] ?? 0) - (areas[a] ?? 0) || a - b);
  }
}

/** A layer of the report being read: its findings, its balance, and the geometry contained in the report. */
export class SheetBeingRead {
  readonly findings = new FindingColumns();
  readonly marks = new ShapesBuilder();
  readonly balance: BalanceEntry[] = [];
  /** Positions of the changed features whose geometry the report has, in the order of `before` and `after`. */
  readonly changed: number[] = [];
  readonly before = new ShapesBuilder();
  readonly after = new ShapesBuilder();
  /** The names of features, by position. */
  readonly labels = new Map<number, string>();

  addFinding(read: ReadFinding): void {
    this.findings.add(read);
    this.marks.add(read.geometry, read.at);
    this.labels.set(read.position, read.label);
    if (read.other !== null && read.otherLabel !== null) this.labels.set(read.other, read.otherLabel);
  }

  addBalance(entry: BalanceEntry): void {
    this.balance.push(entry);
    this.labels.set(entry.position, entry.label);
  }

  addChanged(position: number, before: LandGeometry | null, after: LandGeometry | null): void {
    this.changed.push(position);
    this.before.add(before);
    this.after.add(after);
  }
}
