import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { AS_IN_REPORT, COLUMNS, orderBy } from './balance-columns.ts';
import type { BalanceOrder } from './balance-columns.ts';
import styles from './balance-table.module.css';

interface BalanceSortingProps {
  readonly order: BalanceOrder;
  readonly onChange: (order: BalanceOrder) => void;
}

/** The order of the rows where the table is too narrow for column heads: one line instead of seven buttons above the first row. */
export function BalanceSorting({ order, onChange }: BalanceSortingProps) {
  const id = useId();
  return (
    <div className={styles.sorting} data-screen-only>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={order.column ?? ''}
        onChange={(event) => {
          const column = COLUMNS.find(({ key }) => key === event.currentTarget.value);
          onChange(column === undefined ? AS_IN_REPORT : orderBy(column.key));
        }}
      >
        <option value="">Most land first</option>
        {COLUMNS.map(({ key, words }) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      {order.column !== null && <Button onClick={() => onChange({ ...order, isDescending: !order.isDescending })}>{order.isDescending ? 'Descending' : 'Ascending'}</Button>}
    </div>
  );
}
