import { countOf } from '../../fix-geometry/quantities.ts';
import { distanceWords, summarySentence } from '../model/land-words.ts';
import type { SheetAnswer } from '../model/messages.ts';
import styles from './review.module.css';

/** The layer in a sentence, and what it must not hide. */
export function LandSummary({ sheet, isCheck }: { readonly sheet: SheetAnswer; readonly isCheck: boolean }) {
  const counts = new Map(sheet.weights);
  const cosmetic = counts.get('cosmetic') ?? 0;
  const graver = sheet.findings - cosmetic;
  const { emptied, emptiedCount, farthestM } = sheet.digest;
  return (
    <div className={styles.summary}>
      <p className={styles.sentence}>{summarySentence(sheet, isCheck)}</p>
      {emptied.length > 0 && (
        <details className={styles.emptied}>
          <summary>{countOf(emptiedCount, 'feature', 'features')} without land, and why</summary>
          <ul>
            {emptied.map(({ label, position, why }) => (
              <li key={position}>
                <strong>{label}</strong> (feature {position.toLocaleString('en')}): {why}
              </li>
            ))}
            {emptiedCount > emptied.length && <li>and {(emptiedCount - emptied.length).toLocaleString('en')} more: the balance below names them.</li>}
          </ul>
        </details>
      )}
      <p className={styles.quiet}>
        {sheet.findings === 0 && 'Nothing was found in this layer.'}
        {sheet.findings > 0 && graver === 0 && `All ${countOf(cosmetic, 'finding')} are cosmetic: nothing wider than the snap distance.`}
        {graver > 0 && `${countOf(counts.get('ownership') ?? 0, 'finding')} of ownership, ${(counts.get('shape') ?? 0).toLocaleString('en')} of shape`}
        {graver > 0 && cosmetic > 0 && `; ${cosmetic.toLocaleString('en')} more are cosmetic and are counted apart`}
        {graver > 0 && '.'}
        {farthestM > 0 && ` No border ${isCheck ? 'would move' : 'moved'} farther than ${distanceWords(farthestM)}.`}
      </p>
    </div>
  );
}
