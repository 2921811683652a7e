import { percentOf } from './quantities.ts';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** 0 to 1; undefined if unknown. */
  readonly share: number | undefined;
  /** The current step, in a few words. */
  readonly note: string | undefined;
}

/** Not the element `progress`: the words below the bar belong to it, and that element shows no content. */
export function Progress({ label, share, note }: ProgressProps) {
  const percent = share === undefined ? undefined : percentOf(share);
  const words = percent === undefined ? undefined : `${String(percent)} %`;
  return (
    <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent} aria-valuetext={words} className={styles.progress}>
      <div className={styles.track}>
        <div className={styles.bar} data-unknown={percent === undefined || undefined} style={percent === undefined ? undefined : { width: `${String(percent)}%` }} />
      </div>
      {(note !== undefined || words !== undefined) && (
        <p className={styles.words}>
          <span>{note}</span>
          {words !== undefined && <span className={styles.percent}>{words}</span>}
        </p>
      )}
    </div>
  );
}
