import { begunWords, evidenceWords, measuresNothing, openVoidsWords, systemWords, unitWords } from '@geoinsights/contract';
import type { LayerAnswer } from '@geoinsights/contract';
import styles from './measured-with.module.css';
import { typeset, withUnits } from '../screen-texts/typeset.ts';
import { formatNumber } from './quantities.ts';

/** The reference system of a layer: by the register's name and code if it was identified. */
export function SystemLine({ layer: { crs } }: { readonly layer: LayerAnswer }) {
  if (crs === undefined) return null;
  return <p className={styles.line}>Coordinates: {crs.name === 'unknown' && crs.system === undefined ? 'the file does not state their system' : systemWords(crs)}</p>;
}

/** The distances that a repair measures with, in their unit. */
export function TolerancesLine({ layer: { tolerances, crs } }: { readonly layer: LayerAnswer }) {
  if (tolerances === undefined) return null;
  if (tolerances.evidence !== undefined && measuresNothing(tolerances.evidence)) {
    return <p className={styles.line}>No snap distance and no gap width. {evidenceWords(tolerances.evidence, tolerances.unit, crs)}</p>;
  }
  const words = (distance: number, isAutomatic: boolean) => withUnits(`${formatNumber(distance)} ${unitWords(tolerances.unit, crs, distance)}`) + (isAutomatic ? ' (from your data)' : ' (as you chose)');
  return (
    <>
      <p className={styles.line}>
        Snap distance {words(tolerances.snap_distance, tolerances.snap_distance_auto)}, gap width {words(tolerances.max_gap_width, tolerances.max_gap_width_auto)}
      </p>
      {tolerances.begun_with !== undefined && <p className={styles.line}>{withUnits(begunWords(tolerances.begun_with, tolerances.unit, crs))}</p>}
      {tolerances.evidence !== undefined && <p className={styles.line}>Why: {withUnits(evidenceWords(tolerances.evidence, tolerances.unit, crs))}</p>}
    </>
  );
}

/** The narrow voids that stay open: a registrar may see gaps in them. */
export function OpenVoidsLine({ layer: { open_voids: voids, tolerances, crs } }: { readonly layer: LayerAnswer }) {
  if (voids === undefined || tolerances === undefined) return null;
  return <p className={styles.line}>{typeset(openVoidsWords(voids, tolerances.unit, crs))}</p>;
}
