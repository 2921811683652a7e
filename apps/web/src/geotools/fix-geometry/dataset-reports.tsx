import type { DatasetAnswer } from '@geoinsights/contract';
import folding from '../form/folded.module.css';
import { DatasetReport } from './dataset-report.tsx';
import { countOf, totalOf } from './quantities.ts';
import styles from './report.module.css';

/** At most this many are shown at first, because what happened to the land comes below them. */
const MOST_AT_ONCE = 5;

interface DatasetReportsProps {
  readonly datasets: readonly DatasetAnswer[];
  /** Whether each of them has a line above with its outcome. */
  readonly areListed: boolean;
  /** Whether the repaired files themselves are the result, rather than something made of them. */
  readonly areResult: boolean;
  /** Whether the files were only checked. */
  readonly isCheck: boolean;
}

/** What was done to each dataset. If there are many, those without anything special are folded. */
export function DatasetReports({ datasets, areListed, areResult, isCheck }: DatasetReportsProps) {
  const folded = areListed ? datasets.slice(MOST_AT_ONCE).filter(isUsual) : [];
  const reportOf = (dataset: DatasetAnswer, index: number) => <DatasetReport key={index} dataset={dataset} isResult={areResult} isCheck={isCheck} />;
  return (
    <>
      {datasets.filter((dataset) => !folded.includes(dataset)).map(reportOf)}
      {folded.length > 0 && (
        <details className={folding.plain}>
          <summary>{countOf(folded.length, 'more file')} with nothing special</summary>
          <div className={styles.datasets} data-stacked>{folded.map(reportOf)}</div>
        </details>
      )}
    </>
  );
}

/** Whether the result is sound, without a note, and without anything left or lost. */
function isUsual({ verified, notes, layers }: DatasetAnswer): boolean {
  return verified !== false && notes.length === 0 && layers.every(({ remaining, left, emptied_features: emptied = 0, decisions }) => totalOf(remaining) + totalOf(left) + emptied === 0 && decisions === undefined);
}
