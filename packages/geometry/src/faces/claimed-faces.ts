import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import { nodeLayer } from '../noding/node-layer.ts';
import type { NodedTopology } from '../noding/node-borders.ts';
import type { CoordinateUnits } from '../options.ts';
import { arrange } from './arrangement.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import { gatherCells } from './cells.ts';
import { labelFaces } from './labels.ts';
import type { LabelledTopology } from './labels.ts';
import { featureRegions } from './regions.ts';
import type { ClaimedTopology, EqualHole } from './regions.ts';

interface ClaimOptions {
  /** Receives the faults of rings that faces show. */
  readonly findings?: FindingList;
  readonly equalHole?: EqualHole;
  readonly progress?: (share: number) => void;
}

/** From noded edges to faces, and the rings that wind around each. */
export function labelledFaces(noded: NodedTopology, progress: (share: number) => void = () => undefined): LabelledTopology {
  const { prepared, vertices, edges, ground, noding } = noded;
  const arrangement = arrange(vertices, edges, noding.grid, ground);
  progress(0.6);
  const labels = labelFaces(prepared, edges, arrangement);
  progress(1);
  return { ...noded, arrangement, labels };
}

/** From noded edges to faces, and the features that claim each. */
export function claimedFaces(noded: NodedTopology, { findings = new FindingList(), equalHole = 'duplicate', progress }: ClaimOptions = {}): ClaimedTopology {
  const labelled = labelledFaces(noded, progress);
  return { ...labelled, regions: featureRegions(labelled, findings, equalHole) };
}

/** The faces joined into cells. @param isRim as in `Examination`. */
export function withCells(claimed: ClaimedTopology, isRim: Uint8Array | null): ArrangedTopology {
  return { ...claimed, cells: gatherCells(claimed, isRim) };
}

/** The faces of a layer of polygons, and the features that claim each. Nothing is matched or reported. */
export function facesOfLayer(layer: Layer, units: CoordinateUnits): ClaimedTopology {
  return claimedFaces(nodeLayer(layer, new Ground(units)));
}
