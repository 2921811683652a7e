import type { DatasetAnswer, LayerAnswer } from '@geoinsights/contract';
import { formatWords } from '../next-step/description/format-words.ts';
import { OpenVoidsLine, SystemLine, TolerancesLine } from './measured-with.tsx';
import { LandRulings } from './land-rulings.tsx';
import { Notes } from './notes.tsx';
import { countOf, formatNumber, totalOf } from './quantities.ts';
import styles from './report.module.css';

interface DatasetReportProps {
  readonly dataset: DatasetAnswer;
  /** Whether the repaired file itself is the result, rather than something made of it. */
  readonly isResult: boolean;
  /** Whether the file was only checked. */
  readonly isCheck: boolean;
}

export function DatasetReport({ dataset, isResult, isCheck }: DatasetReportProps) {
  const { name, format, notes, layers } = dataset;
  return (
    <section className={styles.dataset} data-stacked>
      <h3>
        {name} {format !== undefined && <span className={styles.format}>{formatWords(format)}</span>}
      </h3>
      {!isCheck && <Outcome dataset={dataset} isResult={isResult} />}
      {layers.map((layer, index) => (
        <Layer key={index} layer={layer} isNamed={layers.length > 1 || layer.name !== name} isCheck={isCheck} />
      ))}
      <Notes notes={notes} />
    </section>
  );
}

/** The outcome for one file. */
function Outcome({ dataset: { unchanged, verified, layers }, isResult }: Pick<DatasetReportProps, 'dataset' | 'isResult'>) {
  const leavesLand = layers.some(({ left }) => totalOf(left) > 0);
  // A file that holds what it should has nothing else remaining.
  const reportsOnly = !leavesLand && layers.some(({ remaining }) => totalOf(remaining) > 0);
  return (
    <>
      {unchanged === true && verified !== false && (
        <p>
          {leavesLand ? 'Nothing had to be changed, except what is left for you to decide' : reportsOnly ? 'Nothing was changed, because you asked only to report faults of these kinds' : 'Nothing had to be changed'}
          {isResult ? ': this is the file you sent, byte for byte.' : '.'}
        </p>
      )}
      {verified === true && unchanged !== true && <p className={styles.verified}>The repaired file was opened again and passed the check{leavesLand ? ', except for what is left for you to decide' : reportsOnly ? ', except for faults that you asked only to report' : ''}.</p>}
      {unchanged === true && verified === false && <p className={styles.unverified}>{isResult ? 'This is the file you sent, byte for byte: its' : 'Its'} faults could not be repaired (see above).</p>}
      {verified === false && unchanged !== true && <p className={styles.unverified}>The repaired file was opened again: some faults are still there (see above).</p>}
    </>
  );
}

function Layer({ layer, isNamed, isCheck }: { readonly layer: LayerAnswer; readonly isNamed: boolean; readonly isCheck: boolean }) {
  const { name, features, changed_features: changed, emptied_features: emptied, found, remaining } = layer;
  const facts = [
    features === undefined ? undefined : countOf(features, 'feature'),
    changed === undefined || isCheck ? undefined : `${formatNumber(changed)} changed`,
    isCheck ? countOf(totalOf(found), 'fault') : `${countOf(totalOf(found), 'fault')} before, ${formatNumber(totalOf(remaining))} after`,
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.layer} data-stacked>
      {isNamed && <h4>Layer {name}</h4>}
      <p>{facts.join(' · ')}</p>
      {emptied !== undefined && emptied > 0 && (
        <p className={styles.emptied}>
          {countOf(emptied, 'feature has', 'features have')} no land left and {emptied === 1 ? 'keeps its record' : 'keep their records'}.
        </p>
      )}
      <LandRulings layer={layer} />
      <SystemLine layer={layer} />
      <TolerancesLine layer={layer} />
      <OpenVoidsLine layer={layer} />
    </div>
  );
}
