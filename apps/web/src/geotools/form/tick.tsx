import { useId } from 'react';
import styles from './fields.module.css';

interface TickProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isTicked: boolean;
  readonly onChange: (isTicked: boolean) => void;
}

/** A yes-or-no option. */
export function Tick({ label, hint, isTicked, onChange }: TickProps) {
  const id = useId();
  return (
    <div className={styles.tick}>
      <label>
        <input type="checkbox" checked={isTicked} aria-describedby={hint === undefined ? undefined : id} onChange={(event) => onChange(event.currentTarget.checked)} />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
