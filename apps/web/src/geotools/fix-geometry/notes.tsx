import type { ReportAnswer } from '@geoinsights/contract';
import styles from './report.module.css';

/** What is worth saying about a file, a paragraph each. */
export function Notes({ notes }: { readonly notes: ReportAnswer['notes'] }) {
  return notes.map(({ text }, index) => (
    <p key={index} className={styles.note}>
      {text}
    </p>
  ));
}
