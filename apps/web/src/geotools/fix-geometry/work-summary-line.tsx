import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { WorkSummary } from '../next-step/work-summary.ts';
import styles from './work-summary-line.module.css';

interface WorkSummaryLineProps {
  readonly id: string;
  readonly summary: WorkSummary;
  readonly onChange: () => void;
}

/** Long enough that a number is announced once, when it has been typed. */
const PAUSE_MS = 1000;

/** What choosing files starts, before they are chosen: on a narrow page the options that say it stand below the file control, out of sight. */
export function WorkSummaryLine({ id, summary, onChange }: WorkSummaryLineProps) {
  const announced = useAfterPause(summary);
  return (
    <div className={styles.line} data-screen-only>
      <p id={id} className={styles.words}>
        {summary.words}
      </p>
      <Button aria-describedby={id} onClick={onChange}>
        Change
      </Button>
      <p aria-live="polite" className="visually-hidden">
        {announced}
      </p>
    </div>
  );
}

/** The words once they have stayed the same for a while, if they are not the first. What is wrong with a field is said by the field. */
function useAfterPause({ words, canBegin }: WorkSummary): string {
  const [first] = useState(words);
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (!canBegin) return undefined;
    const timer = setTimeout(() => setSettled((before) => (before === '' && words === first ? '' : words)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, canBegin, first]);
  return settled;
}
