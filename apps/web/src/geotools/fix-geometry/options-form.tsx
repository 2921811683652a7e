import { useId } from 'react';
import { DISTANCE_FAULT, isDistance } from './repair-options.ts';
import type { OptionsDraft } from './repair-options.ts';
import styles from './options-form.module.css';

interface OptionsFormProps {
  readonly draft: OptionsDraft;
  readonly onChange: (draft: OptionsDraft) => void;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** What to repair and how far, folded away: the defaults are taken from the data and serve most files. */
export function OptionsForm({ draft, onChange, isOpen, onToggle }: OptionsFormProps) {
  return (
    <details className={styles.options} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>Options</summary>
      <div className={styles.fields}>
        <p className={styles.intro}>They hold for the files you choose next. Leave a distance empty to have it taken from your data.</p>
        <DistanceField
          name="snapDistance"
          label="Snap distance"
          hint="Borders of neighbours closer than this are matched. In metres, or in the unit of projected coordinates."
          value={draft.snapDistance}
          onChange={(snapDistance) => onChange({ ...draft, snapDistance })}
        />
        <DistanceField
          name="maxGapWidth"
          label="Gap width"
          hint="Enclosed gaps narrower than this are closed; lakes and wide voids stay."
          value={draft.maxGapWidth}
          onChange={(maxGapWidth) => onChange({ ...draft, maxGapWidth })}
        />
        <Choice legend="Overlaps between features" value={draft.overlaps} onChange={(overlaps) => onChange({ ...draft, overlaps })} />
        <Choice legend="Gaps between features" value={draft.gaps} onChange={(gaps) => onChange({ ...draft, gaps })} />
      </div>
    </details>
  );
}

interface DistanceFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function DistanceField({ name, label, hint, value, onChange }: DistanceFieldProps) {
  const id = useId();
  const isValid = isDistance(value);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className={styles.distance}
        inputMode="decimal"
        autoComplete="off"
        placeholder="automatic"
        value={value}
        aria-invalid={!isValid}
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-fault`} className={styles.fault} role="status">
        {isValid ? '' : DISTANCE_FAULT}
      </p>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}

interface ChoiceProps {
  readonly legend: string;
  readonly value: 'fix' | 'keep';
  readonly onChange: (value: 'fix' | 'keep') => void;
}

function Choice({ legend, value, onChange }: ChoiceProps) {
  const name = useId();
  const choices = [
    { key: 'fix', words: 'Repair' },
    { key: 'keep', words: 'Only report' },
  ] as const;
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {choices.map(({ key, words }) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
