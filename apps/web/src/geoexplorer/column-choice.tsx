import styles from './column-choice.module.css';

export type ColumnName = 'region' | 'layers' | 'map';

const COLUMNS: readonly { readonly name: ColumnName; readonly label: string; /** Id of what it shows, for links that lead there. */ readonly controls?: string }[] = [
  { name: 'region', label: 'Região' },
  { name: 'layers', label: 'Camadas' },
  { name: 'map', label: 'Mapa', controls: 'mapa' },
];

interface ColumnChoiceProps {
  readonly shown: ColumnName;
  /** Undefined as long as there is nothing to choose from. */
  readonly onChange?: (column: ColumnName) => void;
}

/** Selects the visible column where there is no room for all three; hidden where there is. */
export function ColumnChoice({ shown, onChange }: ColumnChoiceProps) {
  return (
    <div className={styles.choice} role="group" aria-label="Coluna mostrada">
      {COLUMNS.map(({ name, label, controls }, index) => (
        <button
          key={name}
          type="button"
          className={styles.column}
          aria-pressed={name === shown}
          aria-controls={onChange === undefined ? undefined : controls}
          disabled={onChange === undefined}
          onClick={() => onChange?.(name)}
        >
          <span className={styles.step} aria-hidden="true">
            {index + 1}
          </span>
          {label}
        </button>
      ))}
    </div>
  );
}
