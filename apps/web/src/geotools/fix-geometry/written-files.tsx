import type { OutputAnswer } from '@geoinsights/contract';
import { formatWords } from '../next-step/description/format-words.ts';
import { fileSetsOf, nameOfSet } from './file-sets.ts';
import { countOf } from './quantities.ts';
import styles from './report.module.css';

/** What a tool wrote: each file with its layers and their numbers of features. */
export function WrittenFiles({ outputs }: { readonly outputs: readonly OutputAnswer[] }) {
  if (outputs.length === 0) return null;
  return (
    <section className={styles.dataset} data-stacked>
      <h3>What was written</h3>
      <ul className={styles.written}>
        {outputs.map(({ format, files, layers }, index) => (
          <li key={index}>
            <strong>{fileSetsOf(files.map((name) => ({ name }))).map(nameOfSet).join(', ')}</strong> {format !== undefined && <span className={styles.format}>{formatWords(format)}</span>}
            {layers.map(({ name, features }, position) => (
              <p key={position}>
                Layer {name}
                {features !== undefined && `: ${countOf(features, 'feature')}`}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
