import { countOf, formatSize } from './quantities.ts';
import styles from './chosen-files.module.css';

/** So many names are shown; the rest is counted. */
const MOST_NAMES = 8;

export function ChosenFiles({ files }: { readonly files: readonly File[] }) {
  if (files.length === 0) return null;
  const hidden = files.length - MOST_NAMES;
  return (
    <ul className={styles.files} aria-label="Chosen files">
      {files.slice(0, MOST_NAMES).map((file, index) => (
        <li key={index}>
          <span className={styles.name}>{file.name}</span> <span className={styles.size}>{formatSize(file.size)}</span>
        </li>
      ))}
      {hidden > 0 && <li>and {countOf(hidden, 'more file', 'more files')}</li>}
    </ul>
  );
}
