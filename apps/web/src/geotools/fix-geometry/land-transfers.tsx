import { transfersHeading, transferWords } from '@geoinsights/contract';
import type { LayerAnswer, ReportAnswer } from '@geoinsights/contract';
import { countOf } from './quantities.ts';
import styles from './report.module.css';

/** Who loses land in the repair: what whoever answers for the land has to look at before anything else. */
export function LandTransfers({ report }: { readonly report: ReportAnswer }) {
  const layers = report.datasets.flatMap(({ layers: all }) => all).filter(({ transfers }) => transfers.length > 0);
  return layers.map((layer, index) => <LayerTransfers key={index} layer={layer} />);
}

function LayerTransfers({ layer: { transfers, losing_features: losing = transfers.length, tolerances, crs } }: { readonly layer: LayerAnswer }) {
  return (
    <section className={styles.transfers}>
      <h3>{transfersHeading(losing)}</h3>
      <ul>
        {transfers.map((transfer, index) => (
          <li key={index}>{transferWords(transfer, tolerances?.unit ?? 'coordinate unit', crs)}.</li>
        ))}
      </ul>
      {losing > transfers.length && <p>{countOf(losing - transfers.length, 'more feature loses', 'more features lose')} less each: the report file names them.</p>}
      <p>If that is not what you want, decide on it in the list of findings, correct the drawing, or choose to only report overlaps.</p>
    </section>
  );
}
