import { measuresNothing } from '@geoinsights/contract';
import type { LayerAnswer, ReportAnswer } from '@geoinsights/contract';
import { FailedFiles } from './failed-files.tsx';
import { SystemLine, TolerancesLine } from './measured-with.tsx';
import { Notes } from './notes.tsx';
import { countOf } from './quantities.ts';
import measured from './measured-with.module.css';
import styles from './report.module.css';

function mayAskForMore({ tolerances }: LayerAnswer): boolean {
  if (tolerances?.evidence !== undefined && measuresNothing(tolerances.evidence)) return false;
  return tolerances !== undefined && (tolerances.snap_distance_auto || tolerances.max_gap_width_auto);
}

/** The tolerances that a repair of these files would use, layer by layer. Nothing has been repaired yet. */
export function TolerancesPreview({ report }: { readonly report: ReportAnswer }) {
  return (
    <div className={styles.report} data-stacked>
      <h2>Tolerances of the repair</h2>
      <FailedFiles failures={report.failures} verb="read" />
      {report.datasets.map(({ name, layers, notes }, position) => (
        <section key={position} className={styles.dataset} data-stacked>
          <h3>{name}</h3>
          {layers.length === 0 && <p>It contains nothing that could be repaired.</p>}
          {layers.map((layer, index) => (
            <div key={index} className={styles.layer} data-stacked>
              {(layers.length > 1 || layer.name !== name) && <h4>Layer {layer.name}</h4>}
              {layer.features !== undefined && <p>{countOf(layer.features, 'feature')}</p>}
              <SystemLine layer={layer} />
              <TolerancesLine layer={layer} />
              {mayAskForMore(layer) && <p className={measured.line}>Once the clear cases are repaired, the layer may need larger tolerances; the report says so.</p>}
            </div>
          ))}
          <Notes notes={notes} />
        </section>
      ))}
      <Notes notes={report.notes} />
    </div>
  );
}
