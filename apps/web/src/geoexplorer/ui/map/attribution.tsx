import type { ShownGroup } from '../../model/layers/shown-layers.ts';
import styles from './map-card.module.css';

/** The attributions for what is on the map. */
export function Attribution({ groups = [] }: { readonly groups: readonly ShownGroup[] | undefined }) {
  const credits = new Set(
    groups.flatMap(({ layers }) => layers.flatMap(({ layer, isVisible }) => (isVisible && layer.attribution !== undefined ? [layer.attribution] : []))),
  );
  return (
    <p className={styles.attribution}>
      ©{' '}
      <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
        OpenStreetMap contributors
      </a>
      {[...credits].map((credit) => (
        <span key={credit}> · {credit}</span>
      ))}
    </p>
  );
}
