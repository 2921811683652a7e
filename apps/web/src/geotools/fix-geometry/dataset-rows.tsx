import type { DatasetAnswer, ReportAnswer } from '@geoinsights/contract';
import { Button } from '../../ui/button.tsx';
import { formatWords } from '../next-step/description/format-words.ts';
import folding from '../form/folded.module.css';
import styles from './dataset-rows.module.css';
import { downloadWords } from './download-words.ts';
import { Progress } from './progress.tsx';
import { countOf, formatNumber, totalOf } from './quantities.ts';
import { useDownload } from './use-download.ts';

/** At most this many that were simply repaired are shown at once. */
const MOST_AT_ONCE = 10;

interface DatasetRowsProps {
  readonly report: ReportAnswer;
  /** The result that contains them; undefined if there is none, or if something else was made of them. */
  readonly result: string | undefined;
  readonly onGone: () => void;
}

/** One row for each dataset that was sent, if there are several: its state, and its files for separate download. */
export function DatasetRows({ report, result, onGone }: DatasetRowsProps) {
  const { datasets, failures } = report;
  if (datasets.length + failures.length < 2) return null;
  const rows = datasets.map((dataset, index) => ({ dataset, position: index + 1 }));
  const folded = rows.slice(MOST_AT_ONCE).filter(({ dataset: { verified } }) => verified !== false);
  const rowOf = ({ dataset, position }: (typeof rows)[number]) => (
    <DatasetRow key={position} dataset={dataset} position={position} result={datasets.length > 1 && dataset.result_files.length > 0 ? result : undefined} onGone={onGone} />
  );
  return (
    <section>
      <h3 className={styles.heading}>File by file</h3>
      <ul className={styles.rows}>
        {rows.filter((row) => !folded.includes(row)).map(rowOf)}
        {failures.map(({ files, problem }, index) => (
          <li key={`failure ${String(index)}`} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.name}>{files.join(', ')}</p>
              <p className={styles.failed}>Not repaired{problem.title !== undefined && `: ${problem.title}`}</p>
            </div>
          </li>
        ))}
      </ul>
      {folded.length > 0 && (
        <details className={folding.plain}>
          <summary>{countOf(folded.length, 'more file')}, to download one by one</summary>
          <ul className={styles.rows}>{folded.map(rowOf)}</ul>
        </details>
      )}
    </section>
  );
}

interface DatasetRowProps {
  readonly dataset: DatasetAnswer;
  /** One-based, as in the report. */
  readonly position: number;
  readonly result: string | undefined;
  readonly onGone: () => void;
}

function DatasetRow({ dataset, position, result, onGone }: DatasetRowProps) {
  const { name, format } = dataset;
  const download = useDownload(result, { onSaved: () => undefined, onGone }, position);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {name} {format !== undefined && <span className={styles.format}>{formatWords(format)}</span>}
        </p>
        <p className={styles.state}>{stateOf(dataset)}</p>
      </div>
      {result !== undefined && (
        <Button onClick={download.begin} aria-label={`Download ${name}`}>
          Download
        </Button>
      )}
      <p aria-live="polite" aria-atomic="true" className={styles.announced}>
        {downloadWords(download, 'It')}
      </p>
      {download.isRunning && <Progress label={`Download of ${name}`} share={download.share} note={undefined} />}
    </li>
  );
}

/** `Repaired · 4 faults before, 0 after`, in the words of the report below. */
function stateOf({ unchanged, verified, layers }: DatasetAnswer): string {
  const found = layers.reduce((sum, layer) => sum + totalOf(layer.found), 0);
  const left = layers.reduce((sum, layer) => sum + totalOf(layer.remaining), 0);
  const state = unchanged === true ? 'Unchanged' : verified === false ? 'Partly repaired' : 'Repaired';
  return `${state} · ${countOf(found, 'fault')} before, ${formatNumber(left)} after`;
}
