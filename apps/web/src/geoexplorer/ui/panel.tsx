import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly step: number;
  readonly title: string;
  /** The map fills its panel and shows its number as a button. */
  readonly look?: 'list' | 'map';
  readonly children?: ReactNode;
}

/** One column of the explorer: a numbered title, and the contents of the step. */
export function Panel({ step, title, look = 'list', children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        {look === 'map' ? (
          <button type="button" className={styles.step}>
            {step}
          </button>
        ) : (
          <span className={styles.step} aria-hidden="true">
            {step}
          </span>
        )}
        <h2 id={id}>{title}</h2>
      </div>
      {look === 'map' ? children : <div className={styles.body}>{children}</div>}
    </section>
  );
}
