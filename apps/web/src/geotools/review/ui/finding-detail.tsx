import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../form/choice.tsx';
import { choicesFor, isDecidable } from '../model/decisions.ts';
import type { Decision } from '../model/decisions.ts';
import { findingSentence } from '../model/land-words.ts';
import { measuresOf } from '../model/measures.ts';
import type { FindingRow, SheetAnswer } from '../model/messages.ts';
import { FindingSymbol } from './finding-symbol.tsx';
import styles from './review.module.css';
import type { Selected } from './selected.ts';

interface FindingDetailProps {
  readonly selected: Selected | null;
  readonly count: number;
  readonly sheet: SheetAnswer;
  /** The decision about it; undefined if there is none. */
  readonly decision: Decision | undefined;
  readonly canDecide: boolean;
  /** Whether nothing was repaired yet. */
  readonly isCheck: boolean;
  readonly onDecide: (row: FindingRow, decision: Decision | null) => void;
  readonly onPlace: (place: number) => void;
  readonly onClose: () => void;
}

/** The selected finding, in words that a screen reader announces whether it was selected in the list or on the map. */
export function FindingDetail({ selected, count, sheet, decision, canDecide, isCheck, onDecide, onPlace, onClose }: FindingDetailProps) {
  const row = selected?.row;
  const measures = measuresOf(sheet);
  return (
    <div className={styles.detail} data-screen-only={selected === null || undefined}>
      <div aria-live="polite" aria-atomic="true" className={styles.announced}>
        {selected === null ? (
          <p className={styles.quiet}>Choose a finding in the list or on the map.</p>
        ) : (
          <p>
            <FindingSymbol kind={selected.row.kind} weight={selected.row.weight} />
            <strong>
              Finding {(selected.place + 1).toLocaleString('en')} of {count.toLocaleString('en')}:
            </strong>{' '}
            {findingSentence(selected.row, measures)}.
          </p>
        )}
      </div>
      {row !== undefined && (
        <p className={styles.quiet}>
          {[
            `Feature ${row.position.toLocaleString('en')}${row.other === null ? '' : ` and feature ${row.other.toLocaleString('en')}`}`,
            ...(row.areaM2 === null ? [] : [measures.bothAreas(row.areaM2)]),
            ...(row.at === null ? [] : [placeWords(row.at, sheet.isGeographic)]),
            ...(row.extent === null ? ['it has no position on the map'] : []),
          ].join(' · ')}
        </p>
      )}
      {row !== undefined && canDecide && isDecidable(row) && (
        <Choice
          label="What should be done with it?"
          choices={choicesFor(row, isCheck)}
          value={keyOf(decision)}
          onChange={(key) => onDecide(row, choicesFor(row, isCheck).find((choice) => choice.key === key)?.decision ?? null)}
        />
      )}
      {row?.kind === 'transfer' && canDecide && (
        <p className={styles.quiet}>It sums up overlaps of “{row.label}”. Decide on them: they are listed after this, and are found by its name under “Feature, by name or position”.</p>
      )}
      <div className={styles.steps}>
        <Button isIdle={selected === null || selected.place === 0} onClick={() => onPlace((selected?.place ?? 0) - 1)}>
          Previous
        </Button>
        <Button isIdle={selected !== null && selected.place >= count - 1} onClick={() => onPlace(selected === null ? 0 : selected.place + 1)}>
          Next
        </Button>
        <Button isIdle={selected === null} onClick={onClose}>
          Back to where I was
        </Button>
      </div>
    </div>
  );
}

function keyOf(decision: Decision | undefined): string {
  if (decision === undefined) return 'as-repaired';
  return decision.action === 'give' ? `give-${decision.to}` : decision.action;
}

function placeWords([x, y]: readonly [number, number], isGeographic: boolean): string {
  return isGeographic ? `longitude ${ordinate(x, 6)}, latitude ${ordinate(y, 6)}` : `x ${ordinate(x, 2)}, y ${ordinate(y, 2)}`;
}

/** With a true minus sign: a hyphen after a word would be read as a hyphen. */
function ordinate(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
}
