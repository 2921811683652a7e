import type { NodedTopology } from '../noding/node-borders.ts';
import type { Arrangement } from './arrangement.ts';
import type { Cells } from './cells.ts';
import type { Coverage } from './coverage.ts';
import type { Ownership } from './owner.ts';
import type { ClaimedTopology } from './regions.ts';

/** Noded edges as faces, with the features that claim each face, and the cells that faces form. */
export interface ArrangedTopology extends ClaimedTopology {
  readonly cells: Cells;
}

/** Noded edges as faces, with who has each face. */
export interface CoveredTopology extends NodedTopology {
  readonly arrangement: Arrangement;
  readonly coverage: Coverage;
}

/** After `assignLand`: the final owner of each face. */
export interface AssignedTopology extends ArrangedTopology, CoveredTopology {
  readonly ownership: Ownership;
}
