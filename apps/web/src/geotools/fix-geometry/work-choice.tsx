import { useId } from 'react';
import { limitsHere } from '../check/device.ts';
import { formatSize } from './quantities.ts';
import { useIsOnline } from './use-is-online.ts';
import styles from './work-choice.module.css';

/** What to do with files once they are chosen. */
export type Work = 'repair' | 'check';

interface WorkChoiceProps {
  readonly work: Work;
  readonly onChange: (work: Work) => void;
}

/** Must be answered before files are chosen, since choosing them starts the work. */
export function WorkChoice({ work, onChange }: WorkChoiceProps) {
  const id = useId();
  const isOnline = useIsOnline();
  return (
    <fieldset className={styles.choice} data-screen-only aria-describedby={`${id}-hint`}>
      <legend className="visually-hidden">What to do with the files</legend>
      <div className={styles.options}>
        <label className={styles.option}>
          <input type="radio" name={id} checked={work === 'repair'} onChange={() => onChange('repair')} />
          Repair
        </label>
        <label className={styles.option}>
          <input type="radio" name={id} checked={work === 'check'} onChange={() => onChange('check')} />
          Check only
        </label>
      </div>
      <p id={`${id}-hint`} role="status" className={styles.hint}>
        {work === 'repair'
          ? isOnline
            ? 'The server repairs your files and returns them.'
            : 'There is no network, so the server that repairs files cannot be reached. “Check only” still works.'
          : `Your files stay on this device: nothing is uploaded, nothing is changed. It works without a network, too, for files of up to ${formatSize(limitsHere().mostBytes)} here.`}
      </p>
    </fieldset>
  );
}
