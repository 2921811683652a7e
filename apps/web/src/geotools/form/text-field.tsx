import { useId } from 'react';
import styles from './fields.module.css';

export interface Suggestion {
  /** The text in the field. */
  readonly value: string;
  readonly words: string;
}

interface TextFieldProps {
  /** The field's name in the form. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  /** What is wrong with the value, in words for its author; empty if nothing is. */
  readonly fault: string;
  /** A short field for a number, or one for text. */
  readonly kind: 'number' | 'text';
  readonly isRequired?: boolean;
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly onChange: (value: string) => void;
}

/** A one-line text field, with its hint below and any error next to it. */
export function TextField({ name, label, hint, placeholder, value, fault, kind, isRequired = false, suggestions, onChange }: TextFieldProps) {
  const id = useId();
  const meaning = suggestions?.find((suggestion) => suggestion.value.toUpperCase() === value.trim().toUpperCase())?.words;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className={`${styles.control} ${kind === 'number' ? styles.short : ''}`}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        list={suggestions === undefined ? undefined : `${id}-list`}
        aria-required={isRequired || undefined}
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion.value} value={suggestion.value}>
              {suggestion.words}
            </option>
          ))}
        </datalist>
      )}
      <p id={`${id}-fault`} className={styles.fault} role="status">
        {fault}
      </p>
      <p id={`${id}-hint`} className={styles.hint}>
        {meaning !== undefined && <span className={styles.meaning}>{meaning}. </span>}
        {hint}
      </p>
    </div>
  );
}
