import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { countOf } from '../../fix-geometry/quantities.ts';
import { capitalised, concernedWords, nounOf, outcomeWords } from '../model/land-words.ts';
import type { Measures } from '../model/measures.ts';
import type { FindingRow } from '../model/messages.ts';
import { ReviewClosedError } from '../model/review-reader.ts';
import type { ReviewReader } from '../model/review-reader.ts';
import { FindingSymbol } from './finding-symbol.tsx';
import styles from './finding-list.module.css';

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
  /** The findings cannot be read any more. */
  readonly onFailure: () => void;
}

/** Height of a row in rem. In a narrow list the names take two lines. */
const ROW_REM = 4.5;
const NARROW_ROW_REM = 6;
const NARROW_REM = 26;
/** Rows above and below the visible ones. */
const SPARE = 8;
/** Rows requested at a time. */
const CHUNK = 50;
/** Browsers cannot scroll beyond some tens of millions of pixels: a longer list scrolls in larger steps. */
const TALLEST = 8_000_000;

/** A list of any length; only its visible rows are in the page. Arrow keys move from one finding to the next. */
export function FindingList({ reader, index, measures, count, selected, decided, onSelect, onFailure }: FindingListProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef(new Set<number>());
  const [chunks, setChunks] = useState<ReadonlyMap<number, readonly FindingRow[]>>(new Map());
  const fail = useEffectEvent(onFailure);
  const [scroll, setScroll] = useState({ top: 0, height: 400, row: 72 });

  const { row } = scroll;
  const whole = count * row;
  const height = Math.min(whole, TALLEST);
  // How far the rows move per scrolled pixel; 1 unless the list is too tall.
  const stretch = height > scroll.height ? (whole - scroll.height) / (height - scroll.height) : 1;
  const offset = scroll.top * stretch;
  const first = Math.max(0, Math.floor(offset / row) - SPARE);
  const end = Math.min(count, Math.ceil((offset + scroll.height) / row) + SPARE);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setScroll({ top: element.scrollTop, height: element.clientHeight, row: rem * (element.clientWidth < rem * NARROW_REM ? NARROW_ROW_REM : ROW_REM) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    for (let chunk = Math.floor(first / CHUNK); chunk * CHUNK < end; chunk += 1) {
      if (asked.current.has(chunk)) continue;
      asked.current.add(chunk);
      reader.rows(index, chunk * CHUNK, (chunk + 1) * CHUNK).then(
        (rows) => {
          // Distant rows are requested again when they come near.
          setChunks((known) => new Map([...known].filter(([other]) => Math.abs(other - chunk) < 20)).set(chunk, rows));
        },
        (error: unknown) => {
          asked.current.delete(chunk);
          if (!(error instanceof ReviewClosedError)) fail();
        },
      );
    }
    for (const chunk of asked.current) if (Math.abs(chunk - Math.floor(first / CHUNK)) >= 20) asked.current.delete(chunk);
  }, [reader, index, first, end]);

  useEffect(() => {
    const element = box.current;
    if (element === null || selected === null) return;
    const top = selected * row;
    const seenFrom = element.scrollTop * stretch;
    if (top >= seenFrom && top + row <= seenFrom + element.clientHeight) return;
    element.scrollTop = Math.max(0, top - (element.clientHeight - row) / 2) / stretch;
  }, [selected, row, stretch]);

  const onKeyDown = (event: KeyboardEvent) => {
    const place = nextPlace(event.key, selected, count, Math.max(1, Math.floor(scroll.height / row) - 1));
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
        onScroll={(event) => {
          const { scrollTop: top, clientHeight } = event.currentTarget;
          setScroll((known) => ({ ...known, top, height: clientHeight }));
        }}
      >
        <div className={styles.whole} style={{ height }} role="presentation">
          {places.map((place) => {
            const found = chunks.get(Math.floor(place / CHUNK))?.[place % CHUNK];
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
                style={{ height: row, transform: `translateY(${place * row - offset + scroll.top}px)` }}
                onClick={() => onSelect(place)}
              >
                {found !== undefined && <RowWords row={found} measures={measures} isDecided={decided.has(found.finding)} />}
              </div>
            );
          })}
        </div>
      </div>
      {whole > scroll.height && (
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
