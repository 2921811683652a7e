import type { FindingWeight } from '@geoinsights/contract';
import { symbolOf } from '../model/kinds.ts';
import styles from './review.module.css';

/** The symbol of a finding, as on the map: its shape shows the kind, its colour the weight. The text next to it says the same. */
export function FindingSymbol({ kind, weight }: { readonly kind: string; readonly weight: FindingWeight }) {
  return (
    <svg className={styles.symbol} data-weight={weight} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {shapeOf(kind)}
    </svg>
  );
}

function shapeOf(kind: string) {
  switch (symbolOf(kind)) {
    case 'overlap':
      return <rect x="2" y="2" width="12" height="12" />;
    case 'gap':
      return <circle cx="8" cy="8" r="6.5" />;
    case 'ring':
      return <path d="M8 1.5 15 14H1z" />;
    case 'border':
      return <path d="M8 1 15 8 8 15 1 8z" />;
  }
}
