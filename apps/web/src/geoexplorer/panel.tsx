import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly step: number;
  readonly title: string;
  readonly children?: ReactNode;
}

/** One column of the explorer: a numbered title, and what the step consists of. */
export function Panel({ step, title, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={styles.step} aria-hidden="true">
          {step}
        </span>
        <h2 id={id}>{title}</h2>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
