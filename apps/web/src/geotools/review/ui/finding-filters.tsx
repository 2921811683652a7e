import { FINDING_WEIGHTS } from '@geoinsights/contract';
import type { FindingWeight } from '@geoinsights/contract';
import { useId } from 'react';
import { countOf } from '../../fix-geometry/quantities.ts';
import { wordsOf } from '../../fix-geometry/finding-words.ts';
import { WEIGHT_WORDS } from '../model/kinds.ts';
import type { SheetAnswer } from '../model/messages.ts';
import styles from './review.module.css';

export interface FindingFilter {
  readonly weights: readonly FindingWeight[];
  /** Empty for all. */
  readonly kind: string;
  readonly search: string;
}

interface FindingFiltersProps {
  readonly sheet: SheetAnswer;
  readonly filter: FindingFilter;
  /** How many findings are listed; null before it is known. */
  readonly count: number | null;
  readonly onChange: (filter: FindingFilter) => void;
}

/** Which findings are listed and marked. Cosmetic ones are counted, and shown on request. */
export function FindingFilters({ sheet, filter, count, onChange }: FindingFiltersProps) {
  const id = useId();
  return (
    <div className={styles.filters} data-screen-only>
      <fieldset className={styles.weights}>
        <legend>Weight</legend>
        <div>
          {sheet.weights.map(([weight, of]) => (
            <div key={weight}>
              <label>
                <input
                  type="checkbox"
                  checked={filter.weights.includes(weight)}
                  disabled={of === 0}
                  aria-describedby={`${id}-${weight}`}
                  onChange={(event) => {
                    const { checked } = event.currentTarget;
                    onChange({ ...filter, weights: FINDING_WEIGHTS.filter((each) => (each === weight ? checked : filter.weights.includes(each))) });
                  }}
                />
                <span className={styles.dot} data-weight={weight} aria-hidden="true" />
                {WEIGHT_WORDS[weight].name} ({of.toLocaleString('en')})
              </label>
              <p id={`${id}-${weight}`} className={styles.quiet}>
                {WEIGHT_WORDS[weight].meaning}
              </p>
            </div>
          ))}
        </div>
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={`${id}-kind`}>Kind</label>
        <select id={`${id}-kind`} value={filter.kind} onChange={(event) => onChange({ ...filter, kind: event.currentTarget.value })}>
          <option value="">All kinds</option>
          {sheet.kinds.map(([kind, of]) => (
            <option key={kind} value={kind}>
              {wordsOf(kind).name} ({of.toLocaleString('en')})
            </option>
          ))}
        </select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-search`}>Feature, by name or position</label>
        <input id={`${id}-search`} type="search" autoComplete="off" value={filter.search} onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })} />
      </div>
      <p role="status" className={styles.quiet}>
        {count !== null && `${countOf(count, 'finding')} listed, of ${sheet.findings.toLocaleString('en')}`}
      </p>
    </div>
  );
}
