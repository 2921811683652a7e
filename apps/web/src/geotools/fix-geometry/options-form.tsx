import { unitWords } from '@geoinsights/contract';
import type { LayerAnswer, ReportAnswer } from '@geoinsights/contract';
import { useId } from 'react';
import { formatNumber } from './quantities.ts';
import { DISTANCE_FAULT, isDistance } from './repair-options.ts';
import type { OptionsDraft } from './repair-options.ts';
import styles from './options-form.module.css';

interface OptionsFormProps {
  readonly draft: OptionsDraft;
  /** What the repair would measure with, once the files have been looked at. */
  readonly automatic: ReportAnswer | undefined;
  readonly onChange: (draft: OptionsDraft) => void;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** What to repair and how far, folded away: the defaults are taken from the data and serve most files. */
export function OptionsForm({ draft, automatic, onChange, isOpen, onToggle }: OptionsFormProps) {
  return (
    <details className={styles.options} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>Options</summary>
      <div className={styles.fields}>
        <p className={styles.intro}>{automatic === undefined ? 'They hold for the files you choose next.' : 'They hold for the repair that you begin next.'} Leave a distance empty to have it taken from your data.</p>
        <DistanceField
          name="snapDistance"
          label="Snap distance"
          hint="Borders of neighbours closer than this are matched. In metres, or in the unit of projected coordinates."
          placeholder={automaticWords(automatic, 'snap_distance')}
          value={draft.snapDistance}
          onChange={(snapDistance) => onChange({ ...draft, snapDistance })}
        />
        <DistanceField
          name="maxGapWidth"
          label="Gap width"
          hint="Enclosed gaps narrower than this are closed; lakes and wide voids stay. Taken from your data, roads and streams stay as well."
          placeholder={automaticWords(automatic, 'max_gap_width')}
          value={draft.maxGapWidth}
          onChange={(maxGapWidth) => onChange({ ...draft, maxGapWidth })}
        />
        <Choice legend="Overlaps between features" choices={FIX_OR_KEEP} value={draft.overlaps} onChange={(overlaps) => onChange({ ...draft, overlaps })} />
        <Choice legend="Gaps between features" choices={FIX_OR_KEEP} value={draft.gaps} onChange={(gaps) => onChange({ ...draft, gaps })} />
        <Choice
          legend="When files are chosen"
          choices={AT_ONCE_OR_LOOK}
          value={draft.looksFirst ? 'look' : 'at-once'}
          onChange={(choice) => onChange({ ...draft, looksFirst: choice === 'look' })}
        />
      </div>
    </details>
  );
}

const FIX_OR_KEEP = [
  { key: 'fix', words: 'Repair' },
  { key: 'keep', words: 'Only report' },
] as const;

const AT_ONCE_OR_LOOK = [
  { key: 'at-once', words: 'Repair at once' },
  { key: 'look', words: 'Show the tolerances first' },
] as const;

/** The distance that an empty field stands for, when it is one and the same for all that was looked at. */
function automaticWords(report: ReportAnswer | undefined, which: 'snap_distance' | 'max_gap_width'): string {
  const words = (report?.datasets ?? []).flatMap(({ layers }) => layers).flatMap((layer) => distanceOf(layer, which));
  return new Set(words).size === 1 ? `automatic: ${words[0]}` : 'automatic';
}

function distanceOf({ tolerances, crs }: LayerAnswer, which: 'snap_distance' | 'max_gap_width'): string[] {
  return tolerances?.[`${which}_auto`] === true ? [`${formatNumber(tolerances[which])} ${unitWords(tolerances.unit, crs)}`] : [];
}

interface DistanceFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function DistanceField({ name, label, hint, placeholder, value, onChange }: DistanceFieldProps) {
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
        placeholder={placeholder}
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

interface ChoiceProps<Key extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly key: Key; readonly words: string }[];
  readonly value: Key;
  readonly onChange: (value: Key) => void;
}

function Choice<Key extends string>({ legend, choices, value, onChange }: ChoiceProps<Key>) {
  const name = useId();
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
