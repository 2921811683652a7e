import { useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { countOf } from '../../fix-geometry/quantities.ts';
import { capitalised } from '../../screen-texts/capitalised.ts';
import { concernedWords, nounOf, outcomeWords } from '../model/land-words.ts';
import type { Measures } from '../model/measures.ts';
import type { FindingRow } from '../model/messages.ts';
import type { ReviewReader } from '../model/review-reader.ts';
import { FindingSymbol } from './finding-symbol.tsx';
import styles from './finding-list.module.css';
import { useRows } from './use-rows.ts';
import { useScrolledRows } from './use-scrolled-rows.ts';

interface FindingListProps {
  readonly reader: ReviewReader;
  readonly index: number;
  readonly measures: Measures;
  readonly count: number;
  /** Position in the list. */
  readonly selected: number | null;
  /** Findings with a decision. */
  readonly decided: ReadonlyMap<number, unknown>;
  readonly onSelect: (place: number) => void;
  /** A finding that is read in the list is meant itself, and not its place: another list may be on its way. */
  readonly onPick: (finding: number) => void;
  /** The findings cannot be read any more. */
  readonly onFailure: (error: unknown) => void;
}

/** A list of any length; only its visible rows are in the page. Arrow keys move from one finding to the next. */
export function FindingList({ reader, index, measures, count, selected, decided, onSelect, onPick, onFailure }: FindingListProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const rows = useScrolledRows(box, count, selected);
  const { first, end } = rows;
  const rowAt = useRows(reader, index, rows, onFailure);

  const onKeyDown = (event: KeyboardEvent) => {
    const place = nextPlace(event.key, selected, count, rows.page);
    if (place === null) return;
    event.preventDefault();
    onSelect(place);
  };

  if (count === 0) return <p className={styles.none}>No finding has this kind, weight and name.</p>;
  const places = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return (
    <>
      <div
        ref={box}
        className={styles.list}
        role="listbox"
        aria-label="Findings, the most serious first"
        tabIndex={0}
        aria-activedescendant={selected !== null && selected >= first && selected < end ? `${id}-${selected}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={rows.onScroll}
      >
        <div className={styles.whole} style={{ height: rows.height }} role="presentation">
          {places.map((place) => {
            const found = rowAt(place);
            return (
              <div
                key={place}
                id={`${id}-${place}`}
                className={styles.row}
                role="option"
                aria-selected={place === selected}
                aria-setsize={count}
                aria-posinset={place + 1}
                aria-label={found === undefined ? `Finding ${place + 1}` : undefined}
                style={{ height: rows.row, transform: `translateY(${rows.topOf(place)}px)` }}
                onClick={() => (found === undefined ? onSelect(place) : onPick(found.finding))}
              >
                {found !== undefined && <RowWords row={found} measures={measures} isDecided={decided.has(found.finding)} />}
              </div>
            );
          })}
        </div>
      </div>
      {!rows.areAllInSight && (
        <p className={styles.cut} data-paper-only>
          The list has {countOf(count, 'finding')} and is printed as far as it is in sight: the report file has all of them.
        </p>
      )}
    </>
  );
}

function RowWords({ row, measures, isDecided }: { readonly row: FindingRow; readonly measures: Measures; readonly isDecided: boolean }) {
  return (
    <>
      <FindingSymbol kind={row.kind} weight={row.weight} />
      <span className={styles.what}>
        <span>{capitalised(nounOf(row.kind))}</span>
        {row.areaM2 !== null && <b> {measures.area(row.areaM2)}</b>}
        {isDecided && <i> decided</i>}
      </span>{' '}
      <span className={styles.who}>{concernedWords(row)}</span>{' '}
      <span className={styles.then}>{outcomeWords(row)}</span>
    </>
  );
}

/** The position that a key leads to; null if the list does not use the key. */
function nextPlace(key: string, selected: number | null, count: number, page: number): number | null {
  const from = selected ?? -1;
  const bounded = (place: number) => Math.max(0, Math.min(count - 1, place));
  switch (key) {
    case 'ArrowDown':
      return bounded(from + 1);
    case 'ArrowUp':
      return bounded(from - 1);
    case 'PageDown':
      return bounded(from + page);
    case 'PageUp':
      return bounded(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Enter':
    case ' ':
      return selected ?? 0;
    default:
      return null;
  }
}
