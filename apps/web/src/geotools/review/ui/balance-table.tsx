import { isOnlyPosition } from '@geoinsights/contract/labels';
import { squareMetreDigits } from '@geoinsights/contract/units';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { untilCleanup } from '../../../ui/until-cleanup.ts';
import { countOf } from '../../fix-geometry/quantities.ts';
import { typeset } from '../../screen-texts/typeset.ts';
import type { BalanceColumn } from '../model/balance-view.ts';
import { nextWords } from '../model/land-words.ts';
import type { Measures } from '../model/measures.ts';
import type { BalanceRow } from '../model/messages.ts';
import type { ReviewReader } from '../model/review-reader.ts';
import { AS_IN_REPORT, COLUMNS, headOf, orderBy } from './balance-columns.ts';
import type { BalanceOrder } from './balance-columns.ts';
import { BalanceSorting } from './balance-sorting.tsx';
import styles from './balance-table.module.css';

const PAGE = 10;
/** The number of features listed that a feature gave to or received from; the others are summed up. */
const MOST_NAMED = 5;

interface BalanceTableProps {
  readonly reader: ReviewReader;
  readonly index: number;
  readonly measures: Measures;
}

/** Each changed feature with its area before and after, what it gave and what it received. Paged, since the height of rows depends on their names. */
export function BalanceTable({ reader, index, measures }: BalanceTableProps) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState(AS_IN_REPORT);
  const [from, setFrom] = useState(0);
  const { shown, hasFailed } = useBalancePage(reader, index, { search, order, from });
  const sort = (wanted: BalanceOrder) => {
    setFrom(0);
    setOrder(wanted);
  };
  // The second press reverses the order.
  const sortBy = (column: BalanceColumn) => sort(order.column === column ? { column, isDescending: !order.isDescending } : orderBy(column));
  const count = shown?.count ?? 0;
  return (
    <section className={styles.balance} data-stacked aria-label="Balance">
      <h3>Balance</h3>
      <Search
        search={search}
        status={shown === undefined ? '' : count === 0 ? 'No changed feature has this name.' : `${countOf(count, 'changed feature')}${count > PAGE ? `, ${pageWords(from, count)} shown` : ''}`}
        onChange={(wanted) => {
          setFrom(0);
          setSearch(wanted);
        }}
      />
      {hasFailed && (
        <p role="alert" className={styles.fault}>
          The balance is no longer available. Reload the page.
        </p>
      )}
      {shown?.rows.some(({ gave, received }) => gave.length + received.length > 0) && <p className={styles.quiet}>A feature may already have claimed the land that it received, as in an overlap: then it gained nothing, and the difference is smaller than what it received.</p>}
      {count > 1 && <BalanceSorting order={order} onChange={sort} />}
      {count > 0 && (
        <div className={styles.scroll} role="region" aria-label="Table of the balance" tabIndex={0}>
          {/* Narrow pages lay out the rows as blocks, for which browsers drop their semantics; the roles restore them. */}
          <table className={styles.table} role="table">
            <caption className="visually-hidden">Area of each changed feature before and after, and to whom its land went</caption>
            <Head measures={measures} order={order} onSort={sortBy} />
            <tbody role="rowgroup">
              {shown?.rows.map((row) => (
                <Row key={row.position} row={row} measures={measures} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {count > PAGE && (
        <p className={styles.quiet} data-paper-only>
          Printed here are {pageWords(from, count)} of {countOf(count, 'changed feature')}: the report file has all of them.
        </p>
      )}
      {count > PAGE && (
        <div className={styles.pages}>
          <Button isIdle={from === 0} onClick={() => setFrom(Math.max(0, from - PAGE))}>
            Previous {PAGE}
          </Button>
          <Button isIdle={from + PAGE >= count} onClick={() => setFrom(from + PAGE)}>
            {nextWords(count, from, PAGE)}
          </Button>
        </div>
      )}
    </section>
  );
}

interface SearchProps {
  readonly search: string;
  /** What was found, in words. */
  readonly status: string;
  readonly onChange: (search: string) => void;
}

function Search({ search, status, onChange }: SearchProps) {
  const id = useId();
  return (
    <div className={styles.search} data-screen-only>
      <label htmlFor={id}>Find a feature by name, id or position</label>
      <input id={id} type="search" value={search} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
      <p role="status" className={styles.quiet}>
        {status}
      </p>
    </div>
  );
}

/** The features of a page by their numbers: `11 to 20`. */
function pageWords(from: number, count: number): string {
  return `${(from + 1).toLocaleString('en')} to ${Math.min(from + PAGE, count).toLocaleString('en')}`;
}

interface BalancePage {
  readonly count: number;
  readonly rows: readonly BalanceRow[];
}

/** The rows of the balance from a position on, as soon as they have arrived. */
function useBalancePage(reader: ReviewReader, index: number, { search, order, from }: { readonly search: string; readonly order: BalanceOrder; readonly from: number }): { readonly shown: BalancePage | undefined; readonly hasFailed: boolean } {
  const [shown, setShown] = useState<BalancePage>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(
    () =>
      untilCleanup(reader.balance(index, { search, ...order }, from, from + PAGE), setShown, (error) => {
        console.info('The balance could not be read:', error);
        setHasFailed(true);
      }),
    [reader, index, search, order, from],
  );
  return { shown, hasFailed };
}

interface HeadProps {
  readonly measures: Measures;
  readonly order: BalanceOrder;
  readonly onSort: (column: BalanceColumn) => void;
}

function Head({ measures, order, onSort }: HeadProps) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {COLUMNS.map((column) => (
          <th key={column.key} scope="col" role="columnheader" aria-sort={order.column === column.key ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
            <button type="button" onClick={() => onSort(column.key)}>
              {headOf(column, measures)}
              <span aria-hidden="true">{order.column === column.key ? (order.isDescending ? ' ▾' : ' ▴') : ''}</span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ row, measures }: { readonly row: BalanceRow; readonly measures: Measures }) {
  const difference = row.area_after_m2 - row.area_before_m2;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {row.label}
        {!isOnlyPosition(row.label, row.position) && <span className={styles.under}>feature {row.position.toLocaleString('en')}</span>}
        {row.emptied !== null && <span className={styles.emptied}>Ended without land: {typeset(row.emptied)}</span>}
      </th>
      <Cell measures={measures} column="lost_m2">
        <Others measures={measures} others={row.gave} nobody={row.to_nobody_m2} preposition="to" />
      </Cell>
      <Cell measures={measures} column="gained_m2">
        <Others measures={measures} others={row.received} nobody={row.from_nobody_m2} preposition="from" />
      </Cell>
      <Cell measures={measures} column="difference">
        {difference > 0 ? '+' : difference < 0 ? '−' : ''}
        {squareMetreDigits(Math.abs(difference))}
      </Cell>
      <Cell measures={measures} column="area_before_m2">{measures.wholeArea(row.area_before_m2)}</Cell>
      <Cell measures={measures} column="area_after_m2">{measures.wholeArea(row.area_after_m2)}</Cell>
      <Cell measures={measures} column="max_displacement_m">{row.emptied === null ? measures.distance(row.max_displacement_m) : '–'}</Cell>
    </tr>
  );
}

/** A cell that shows the name of its column where the table has no column heads. */
function Cell({ column, measures, children }: { readonly column: BalanceColumn; readonly measures: Measures; readonly children: ReactNode }) {
  const head = COLUMNS.find(({ key }) => key === column);
  return (
    <td role="cell" data-column={head === undefined ? undefined : headOf(head, measures)}>
      {children}
    </td>
  );
}

interface OthersProps {
  readonly measures: Measures;
  readonly others: BalanceRow['gave'];
  readonly nobody: number;
  readonly preposition: 'to' | 'from';
}

function Others({ measures, others, nobody, preposition }: OthersProps) {
  const named = others.slice(0, MOST_NAMED);
  const rest = others.slice(MOST_NAMED);
  if (others.length === 0 && nobody === 0) return '–';
  return (
    <ul className={styles.others}>
      {named.map(({ position, label, area_m2: area }) => (
        <li key={position}>
          {measures.area(area)} {preposition} {label}
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          {measures.area(rest.reduce((sum, { area_m2: area }) => sum + area, 0))} {preposition} {rest.length} more
        </li>
      )}
      {nobody > 0 && (
        <li>
          {measures.area(nobody)} {preposition} nobody
        </li>
      )}
    </ul>
  );
}
