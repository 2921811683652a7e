import { useState } from 'react';
import { latePart } from '../../../ui/late-part.tsx';
import { optionOf } from '../model/decisions.ts';
import type { Decided, Decision } from '../model/decisions.ts';
import { measuresOf } from '../model/measures.ts';
import type { FindingRow, SheetAnswer } from '../model/messages.ts';
import type { ReviewReader } from '../model/review-reader.ts';
import { BalanceTable } from './balance-table.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingFilters } from './finding-filters.tsx';
import type { FindingFilter } from './finding-filters.tsx';
import { FindingList } from './finding-list.tsx';
import { LandSummary } from './land-summary.tsx';
import styles from './review.module.css';
import { useListedFindings } from './use-listed-findings.ts';

const FindingsMap = latePart(async () => (await import('./findings-map.tsx')).FindingsMap, { what: 'The map', waiting: <p className={styles.quiet}>The map is being loaded.</p> });

interface SheetProps {
  readonly reader: ReviewReader;
  readonly index: number;
  readonly sheet: SheetAnswer;
  /** Whether nothing was repaired yet. */
  readonly isCheck: boolean;
  /** The decisions on findings of this layer. */
  readonly decided: ReadonlyMap<number, Decided>;
  /** Undefined if decisions are not possible. */
  readonly onDecide: ((decided: ReadonlyMap<number, Decided>) => void) | undefined;
}

/** One layer of the report: a summary in a sentence, who gave what to whom, and each finding in a list and on the map. */
export function Sheet({ reader, index, sheet, isCheck, decided, onDecide }: SheetProps) {
  const hasGraver = sheet.weights.some(([weight, count]) => weight !== 'cosmetic' && count > 0);
  const [filter, setFilter] = useState<FindingFilter>({ weights: hasGraver ? ['ownership', 'shape'] : ['ownership', 'shape', 'cosmetic'], kind: '', search: '' });
  const findings = useListedFindings(reader, index, filter);
  const { count, turn, selected } = findings;
  const measures = measuresOf(sheet);

  const change = (next: FindingFilter) => {
    findings.unselect();
    setFilter(next);
  };
  const decide = (row: FindingRow, decision: Decision | null) => {
    const next = new Map(decided);
    const option = decision === null ? null : optionOf(row, decision, sheet);
    if (option === null || decision === null) next.delete(row.finding);
    else next.set(row.finding, { option, decision });
    onDecide?.(next);
  };

  return (
    <div className={styles.sheet} data-stacked>
      <LandSummary sheet={sheet} isCheck={isCheck} />
      {sheet.changed > 0 && <BalanceTable reader={reader} index={index} measures={measures} />}
      {sheet.findings > 0 && (
        <section className={styles.findings} data-stacked aria-label="Findings">
          <h3>Findings</h3>
          <FindingFilters sheet={sheet} filter={filter} count={findings.isRead ? count : null} onChange={change} />
          {findings.hasFailed && (
            <p role="alert" className={styles.fault}>
              The findings are no longer available. Reload the page.
            </p>
          )}
          <div className={styles.beside} data-stacked>
            <div className={styles.mapSide}>
              <FindingsMap reader={reader} index={index} sheet={sheet} selected={selected?.row ?? null} count={count} turn={turn} onPick={findings.selectFinding} />
            </div>
            <div className={styles.listSide} data-stacked>
              {findings.isRead && <FindingList key={turn} reader={reader} index={index} measures={measures} count={count} selected={selected?.place ?? null} decided={decided} onSelect={findings.select} onPick={findings.selectFinding} onFailure={findings.fail} />}
              {count > 0 && (
                <FindingDetail
                  selected={selected}
                  count={count}
                  sheet={sheet}
                  decision={selected === null ? undefined : decided.get(selected.row.finding)?.decision}
                  canDecide={onDecide !== undefined}
                  isCheck={isCheck}
                  onDecide={decide}
                  onPlace={findings.select}
                  onClose={findings.unselect}
                />
              )}
            </div>
          </div>
        </section>
      )}
    </div>
  );
}
