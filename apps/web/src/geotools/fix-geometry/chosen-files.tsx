import { fileSetsOf, nameOfSet } from './file-sets.ts';
import { countOf, formatSize } from './quantities.ts';
import styles from './chosen-files.module.css';

/** At most this many names are shown; the others are counted. */
const MOST_NAMES = 8;

/** The names of the files; those of a shapefile are shown as one. */
export function ChosenFiles({ files }: { readonly files: readonly File[] }) {
  if (files.length === 0) return null;
  const sets = fileSetsOf(files);
  const hidden = sets.slice(MOST_NAMES).reduce((sum, { extensions }) => sum + extensions.length, 0);
  return (
    <ul data-stacked className={styles.files} aria-label="Chosen files">
      {sets.slice(0, MOST_NAMES).map((set, index) => (
        <li key={index}>
          <span className={styles.name}>{nameOfSet(set)}</span> <span className={styles.size}>{formatSize(set.files.reduce((sum, { size }) => sum + size, 0))}</span>
        </li>
      ))}
      {hidden > 0 && <li>and {countOf(hidden, 'more file', 'more files')}</li>}
    </ul>
  );
}
