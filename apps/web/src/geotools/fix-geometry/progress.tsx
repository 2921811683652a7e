import { ProgressBar } from 'react-aria-components/ProgressBar';
import { percentOf } from './quantities.ts';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** 0 to 1; undefined when it is not known. */
  readonly share: number | undefined;
  /** What is being done now, in a few words. */
  readonly note: string | undefined;
}

export function Progress({ label, share, note }: ProgressProps) {
  const percent = percentOf(share ?? 0);
  return (
    <ProgressBar aria-label={label} value={percent} isIndeterminate={share === undefined} className={styles.progress}>
      <div className={styles.track}>
        <div className={styles.bar} data-unknown={share === undefined || undefined} style={share === undefined ? undefined : { width: `${String(percent)}%` }} />
      </div>
      {(note !== undefined || share !== undefined) && (
        <p className={styles.words}>
          <span>{note}</span>
          {share !== undefined && <span className={styles.percent}>{percent} %</span>}
        </p>
      )}
    </ProgressBar>
  );
}
