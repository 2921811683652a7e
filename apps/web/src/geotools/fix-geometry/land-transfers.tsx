import { transfersHeading, transferWords } from '@geoinsights/contract';
import type { DatasetAnswer, LayerAnswer, ReportAnswer } from '@geoinsights/contract';
import { formatWords } from '../next-step/description/format-words.ts';
import { countOf } from './quantities.ts';
import styles from './report.module.css';
import { typeset } from '../screen-texts/typeset.ts';

/** Who loses land in the repair: the first thing to check for those responsible for the land. */
export function LandTransfers({ report: { datasets } }: { readonly report: ReportAnswer }) {
  const layers = datasets.flatMap((dataset) => dataset.layers.filter(({ transfers }) => transfers.length > 0).map((layer) => ({ dataset, layer })));
  if (layers.length === 0) return null;
  const isOnly = datasets.length === 1 && datasets[0].layers.length === 1;
  return (
    <section className={styles.transfers}>
      <h3>{transfersHeading(layers.reduce((sum, { layer }) => sum + losingIn(layer), 0))}</h3>
      {layers.map(({ dataset, layer }, index) => (
        <LayerTransfers key={index} dataset={isOnly ? undefined : dataset} layer={layer} />
      ))}
      <p>If this is not what you want, decide on it in the list of findings, correct the drawing, or choose to only report overlaps.</p>
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
}

function LayerTransfers({ dataset, layer }: LayerTransfersProps) {
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
          <li key={index}>{typeset(transferWords(transfer, tolerances?.unit ?? 'coordinate unit', crs))}.</li>
        ))}
      </ul>
      {losing > transfers.length && <p>{countOf(losing - transfers.length, 'more feature loses', 'more features lose')} less each: the report file names them.</p>}
    </>
  );
}
