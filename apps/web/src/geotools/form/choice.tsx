import { Fragment, useId } from 'react';
import styles from './fields.module.css';

export interface ChoiceOf<Key extends string> {
  readonly key: Key;
  readonly words: string;
  /** What it does, in a sentence. */
  readonly meaning?: string;
}

interface ChoiceProps<Key extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly ChoiceOf<Key>[];
  readonly value: Key;
  /** What contradicts the other fields. */
  readonly fault?: string | undefined;
  readonly onChange: (value: Key) => void;
}

/** A few choices, all visible. */
export function Choice<Key extends string>({ label, hint, choices, value, fault, onChange }: ChoiceProps<Key>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={`${name}-hint ${name}-fault`}>
      <legend>{label}</legend>
      {choices.map(({ key, words, meaning }) => (
        <Fragment key={key}>
          <label>
            <input type="radio" name={name} checked={value === key} aria-describedby={meaning === undefined ? undefined : `${name}-${key}`} onChange={() => onChange(key)} />
            {words}
          </label>
          {meaning !== undefined && (
            <p id={`${name}-${key}`} className={styles.sentence}>
              {meaning}
            </p>
          )}
        </Fragment>
      ))}
      <p id={`${name}-fault`} className={styles.fault} role="status">
        {fault}
      </p>
      {hint !== undefined && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

/** Choices in a drop-down list. */
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
