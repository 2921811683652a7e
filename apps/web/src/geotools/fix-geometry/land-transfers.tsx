import { transfersHeading, transferWords } from '@geoinsights/contract';
import type { DatasetAnswer, LayerAnswer, ReportAnswer } from '@geoinsights/contract';
import { formatWords } from '../next-step/description/format-words.ts';
import folding from '../form/folded.module.css';
import { countOf } from './quantities.ts';
import styles from './report.module.css';
import { typeset } from '../screen-texts/typeset.ts';

/** At most this many layers are shown at once, because the rest of the report comes below them. */
const MOST_AT_ONCE = 5;

interface LandTransfersProps {
  readonly report: ReportAnswer;
  /** Whether the files were only checked: then it is what a repair would do. */
  readonly isCheck: boolean;
}

/** Who loses land in the repair: the first thing to check for those responsible for the land. */
export function LandTransfers({ report: { datasets }, isCheck }: LandTransfersProps) {
  const layers = datasets.flatMap((dataset) => dataset.layers.filter(({ transfers }) => transfers.length > 0).map((layer) => ({ dataset, layer })));
  if (layers.length === 0) return null;
  const isOnly = datasets.length === 1 && datasets[0].layers.length === 1;
  const transfersOf = ({ dataset, layer }: (typeof layers)[number], index: number) => <LayerTransfers key={index} dataset={isOnly ? undefined : dataset} layer={layer} isCheck={isCheck} />;
  return (
    <section className={styles.transfers}>
      <h3>{transfersHeading(layers.reduce((sum, { layer }) => sum + losingIn(layer), 0), isCheck ? 'planned' : 'done')}</h3>
      {layers.slice(0, MOST_AT_ONCE).map(transfersOf)}
      {layers.length > MOST_AT_ONCE && (
        <details className={folding.plain}>
          <summary>{countOf(layers.length - MOST_AT_ONCE, 'more layer')}</summary>
          {layers.slice(MOST_AT_ONCE).map(transfersOf)}
        </details>
      )}
      <p>
        {isCheck
          ? 'If this is not what you want, correct the drawing, or choose under Options to leave large overlaps to you (Registrar) or to only report overlaps, before you repair.'
          : 'If this is not what you want, decide on it in the list of findings, correct the drawing, or choose to only report overlaps.'}
      </p>
    </section>
  );
}

function losingIn({ transfers, losing_features: losing = transfers.length }: LayerAnswer): number {
  return losing;
}

interface LayerTransfersProps {
  /** The dataset to name; undefined if there is only one layer. */
  readonly dataset: DatasetAnswer | undefined;
  readonly layer: LayerAnswer;
  readonly isCheck: boolean;
}

function LayerTransfers({ dataset, layer, isCheck }: LayerTransfersProps) {
  const { transfers, tolerances, crs } = layer;
  const losing = losingIn(layer);
  return (
    <>
      {dataset !== undefined && (
        <h4>
          {layer.name === dataset.name ? dataset.name : `${dataset.name}: ${layer.name}`} {dataset.format !== undefined && <span className={styles.format}>{formatWords(dataset.format)}</span>}
        </h4>
      )}
      <ul>
        {transfers.map((transfer, index) => (
          <li key={index}>{typeset(transferWords(transfer, tolerances?.unit ?? 'coordinate unit', crs, isCheck ? 'planned' : 'done'))}.</li>
        ))}
      </ul>
      {losing > transfers.length && <p>{countOf(losing - transfers.length, isCheck ? 'more feature would lose' : 'more feature loses', isCheck ? 'more features would lose' : 'more features lose')} less each: the report file names them.</p>}
    </>
  );
}
