import 'ol/ol.css';
import { useId, useState } from 'react';
import { countOf } from '../../fix-geometry/quantities.ts';
import { Choice } from '../../form/choice.tsx';
import { concernedWords, nounOf } from '../model/land-words.ts';
import type { FindingRow, SheetAnswer } from '../model/messages.ts';
import type { MapMode, ReviewMap, SeenFindings } from '../model/review-map.ts';
import type { ReviewReader } from '../model/review-reader.ts';
import styles from './findings-map.module.css';
import { useReviewMap } from './use-review-map.ts';

interface FindingsMapProps {
  readonly reader: ReviewReader;
  readonly index: number;
  readonly sheet: SheetAnswer;
  readonly selected: FindingRow | null;
  /** How many findings are listed. */
  readonly count: number;
  /** Changes whenever other findings are listed. */
  readonly turn: number;
  readonly onPick: (finding: number) => void;
}

const MODES = [
  { key: 'before', words: 'Before' },
  { key: 'after', words: 'After' },
  { key: 'both', words: 'Both, with a slider' },
] as const;

/** Everything on the map is also said in the list; the map can be reached and moved with the keyboard. */
export function FindingsMap({ reader, index, sheet, selected, count, turn, onPick }: FindingsMapProps) {
  const [mode, setMode] = useState<MapMode>('both');
  const [share, setShare] = useState(50);
  const [hasFocus, setHasFocus] = useState(false);
  const hintId = useId();
  const { target, map, seen, hasFailed } = useReviewMap(reader, index, sheet, { mode, swipe: share / 100, selected, turn, onPick });
  const missing = missingWords(sheet);
  return (
    <div className={styles.map} data-stacked>
      <Choice label="On the map" choices={MODES} value={mode} onChange={setMode} />
      <div className={styles.frame} onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
        <div
          ref={target}
          className={styles.target}
          tabIndex={0}
          role="application"
          aria-label="Map of the findings"
          aria-describedby={hintId}
          onKeyDown={(event) => {
            const weightiest = seen?.weightiest;
            if (event.key === 'Enter' && weightiest !== null && weightiest !== undefined) onPick(weightiest.finding);
          }}
        />
        {mode === 'both' && (
          <div className={styles.line} style={{ insetInlineStart: `${share}%` }} aria-hidden="true">
            <span>Before</span>
            <span>After</span>
          </div>
        )}
        <MapButtons map={map} />
      </div>
      {mode === 'both' && <SwipeSlider share={share} onChange={setShare} />}
      {/* Announced while the map is moved by the keyboard; a selection in the list is announced there. */}
      <p aria-live={hasFocus ? 'polite' : 'off'} aria-atomic="true" className={styles.seen}>
        {seen !== undefined && count > 0 && seenWords(seen, count)}
      </p>
      <p id={hintId} className={styles.hint} data-screen-only>
        Arrow keys move the map, + and − zoom, Enter chooses the most serious finding in view. Squares are overlaps, circles gaps, triangles faults of a border itself, diamonds borders that were moved; land that
        changes hands is hatched.
      </p>
      {missing !== '' && <p className={styles.hint}>{missing}</p>}
      <p role="alert" className={styles.fault}>
        {hasFailed && 'The map can no longer be drawn. The list has all findings; reload the page to see the map.'}
      </p>
    </div>
  );
}

/** @param share of the map that shows the state before, in percent */
function SwipeSlider({ share, onChange }: { readonly share: number; readonly onChange: (share: number) => void }) {
  return (
    <label className={styles.slider} data-screen-only>
      <span>Before</span>
      <input type="range" min="0" max="100" value={share} aria-label="How much of the map shows before" onChange={(event) => onChange(Number(event.currentTarget.value))} />
      <span>After</span>
    </label>
  );
}

function MapButtons({ map }: { readonly map: ReviewMap | null }) {
  return (
    <div className={styles.buttons}>
      <button type="button" aria-label="Zoom in" onClick={() => map?.zoom(2)}>
        +
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => map?.zoom(0.5)}>
        −
      </button>
      <button type="button" aria-label="Show the whole layer" onClick={() => map?.showAll()}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M1 6V1h5M10 1h5v5M15 10v5h-5M6 15H1v-5" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </div>
  );
}

function seenWords({ count, weightiest }: SeenFindings, listed: number): string {
  if (weightiest === null) return `In view: none of ${countOf(listed, 'listed finding')}.`;
  return `In view: ${count.toLocaleString('en')} of ${countOf(listed, 'listed finding')}, the most serious: ${nounOf(weightiest.kind)} ${concernedWords(weightiest)}.`;
}

function missingWords({ hasContext, changed, changedDrawn }: SheetAnswer): string {
  if (hasContext) return changedDrawn < changed ? `Only ${changedDrawn.toLocaleString('en')} of ${changed.toLocaleString('en')} changed features are drawn as they are now: the report does not contain more.` : '';
  return changedDrawn === 0
    ? 'Only the findings themselves are drawn: this page no longer has the file.'
    : 'Features that did not change are not drawn: this page no longer has the file, or it is too large for this device.';
}
