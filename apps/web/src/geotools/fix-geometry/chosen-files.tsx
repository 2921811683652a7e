import { countOf, formatSize } from './quantities.ts';
import styles from './chosen-files.module.css';

/** So many names are shown; the rest is counted. */
const MOST_NAMES = 8;

/** The files by their names; what differs in its extension alone, such as a shapefile's set, stands as one. */
export function ChosenFiles({ files }: { readonly files: readonly File[] }) {
  if (files.length === 0) return null;
  const sets = setsOf(files);
  const hidden = sets.slice(MOST_NAMES).reduce((sum, { extensions }) => sum + extensions.length, 0);
  return (
    <ul className={styles.files} aria-label="Chosen files">
      {sets.slice(0, MOST_NAMES).map(({ base, extensions, size }) => (
        <li key={base}>
          <span className={styles.name}>{base + extensions.join(' ')}</span> <span className={styles.size}>{formatSize(size)}</span>
        </li>
      ))}
      {hidden > 0 && <li>and {countOf(hidden, 'more file', 'more files')}</li>}
    </ul>
  );
}

interface FileSet {
  readonly base: string;
  readonly extensions: string[];
  size: number;
}

function setsOf(files: readonly File[]): FileSet[] {
  const sets = new Map<string, FileSet>();
  for (const { name, size } of files) {
    const dot = name.indexOf('.', 1);
    const base = dot < 0 ? name : name.slice(0, dot);
    const set = sets.get(base);
    if (set === undefined) sets.set(base, { base, extensions: [name.slice(base.length)], size });
    else {
      set.extensions.push(name.slice(base.length));
      set.size += size;
    }
  }
  return [...sets.values()];
}
