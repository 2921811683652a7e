import { useId } from 'react';
import styles from './fields.module.css';

export interface ChoiceOf<Key extends string> {
  readonly key: Key;
  readonly words: string;
}

interface ChoiceProps<Key extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly ChoiceOf<Key>[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
}

/** A few choices, all of them to be seen. */
export function Choice<Key extends string>({ label, hint, choices, value, onChange }: ChoiceProps<Key>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      <legend>{label}</legend>
      {choices.map(({ key, words }) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {words}
        </label>
      ))}
      {hint !== undefined && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

/** Choices in a list that opens. */
export function ListField({ label, hint, choices, value, onChange }: ChoiceProps<string>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.control}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map(({ key, words }) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
