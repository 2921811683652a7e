import { countOf } from '../../fix-geometry/quantities.ts';
import { typeset } from '../../screen-texts/typeset.ts';
import { summarySentence, weightsSentence } from '../model/land-words.ts';
import { measuresOf } from '../model/measures.ts';
import type { SheetAnswer } from '../model/messages.ts';
import styles from './review.module.css';

/** The layer in a sentence, with what must not be overlooked. */
export function LandSummary({ sheet, isCheck }: { readonly sheet: SheetAnswer; readonly isCheck: boolean }) {
  const { emptied, emptiedCount, farthestM } = sheet.digest;
  return (
    <div className={styles.summary} data-stacked>
      <p className={styles.sentence}>{summarySentence(sheet, isCheck)}</p>
      {emptied.length > 0 && (
        <details className={styles.emptied}>
          <summary>{countOf(emptiedCount, 'feature', 'features')} without land, and why</summary>
          <ul>
            {emptied.map(({ label, position, why }) => (
              <li key={position}>
                <strong>{label}</strong> (feature {position.toLocaleString('en')}): {typeset(why)}
              </li>
            ))}
            {emptiedCount > emptied.length && <li>and {(emptiedCount - emptied.length).toLocaleString('en')} more: the balance below names them.</li>}
          </ul>
        </details>
      )}
      <p className={styles.quiet}>
        {weightsSentence(sheet)}
        {farthestM > 0 && ` No border ${isCheck ? 'would move' : 'moved'} farther than ${measuresOf(sheet).distance(farthestM)}.`}
      </p>
    </div>
  );
}
