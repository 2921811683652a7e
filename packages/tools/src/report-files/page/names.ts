import type { BalanceEntry } from '@geoinsights/contract';
import { isOnlyPosition } from '@geoinsights/contract/labels';
import type { ReportLanguage } from '../kinds.ts';
import { Numbers, shownName } from './numbers.ts';
import type { LayerSummary } from './summary.ts';
import { wordsOf, type Words } from './words.ts';

const LONGEST_LABEL = 60;
/** The maximum number of receivers listed for a feature left without land; the rest is counted. */
const MOST_RECEIVERS = 3;

/** The names of a layer's features on its page. */
export class Names {
  readonly words: Words;
  readonly numbers: Numbers;
  readonly #labels: ReadonlyMap<number, string>;

  constructor(language: ReportLanguage, labels: ReadonlyMap<number, string> = new Map()) {
    this.words = wordsOf(language);
    this.numbers = new Numbers(language);
    this.#labels = labels;
  }

  /** `Lot 7 (no. 12)`; a feature whose name is its number needs no second one. */
  withNumber(label: string, position: number): string {
    const name = this.short(label, position);
    const number = this.#number(position);
    return name === number ? number : `${name} (${number})`;
  }

  /** The name of a feature, or its number if it has none. */
  short(label: string, position: number): string {
    return this.name(label, position) || this.#number(position);
  }

  /** The name of a feature; empty if it has none. */
  name(label: string, position: number): string {
    return isOnlyPosition(label, position) ? '' : this.plain(label);
  }

  /** The name of a feature that others refer to by its position. */
  of(position: number): string {
    const label = this.#labels.get(position);
    return label === undefined ? this.#number(position) : this.withNumber(label, position);
  }

  plain(label: string): string {
    return shownName(label, LONGEST_LABEL);
  }

  #number(position: number): string {
    return this.words.number(this.numbers.count(position));
  }

  kind(kind: string): string {
    return this.words.kinds[kind] ?? this.plain(kind);
  }

  /** Why a feature has no land left. */
  whyEmpty({ repeats, gave, to_nobody_m2: toNobody }: Pick<BalanceEntry, 'repeats' | 'gave' | 'to_nobody_m2'>): string {
    if (repeats !== undefined) return this.words.repeated(this.of(repeats));
    if (gave.length === 0) return this.words.enclosesNothing;
    const receivers = gave.slice(0, MOST_RECEIVERS).map(({ to }) => this.of(to));
    return this.words.claimedByOthers(toNobody > 0, [...receivers, ...(gave.length > MOST_RECEIVERS ? [this.words.andOthers(gave.length - MOST_RECEIVERS)] : [])].join(', '));
  }
}

/** The names of features that others refer to by position, as far as the page itself names them. */
export function labelsOf({ balance, emptied, ownership, ruled }: LayerSummary): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  const add = (position: number | null | undefined, label: string | null): void => {
    if (typeof position === 'number' && label !== null) labels.set(position, label);
  };
  for (const { position, other_position: other, label, other_label: otherLabel } of [...ownership, ...ruled]) {
    add(position, label);
    add(other, otherLabel);
  }
  for (const { position, label } of [...emptied, ...balance]) add(position, label);
  return labels;
}
