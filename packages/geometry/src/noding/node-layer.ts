import { prepare } from '../edges/prepare.ts';
import { buildTopology, unmatched } from '../edges/topology.ts';
import type { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import { unlessTooTangled } from '../tangled.ts';
import { nodeBorders } from './node-borders.ts';
import type { NodedTopology } from './node-borders.ts';
import { nodeEdges } from './noding.ts';
import { snapRound } from './snap-rounding.ts';

/** The rings of a layer, noded. Nothing is matched, reported or left undone: where noding is given up, they are snap-rounded. */
export function nodeLayer(layer: Layer, ground: Ground): NodedTopology {
  const findings = new FindingList();
  const prepared = prepare(layer, findings);
  return unlessTooTangled(() => nodeBorders(unmatched(buildTopology(prepared, ground)), 0, findings).noded) ?? snapRound(unmatched(buildTopology(prepared, ground)));
}

/**
 * Like `nodeLayer`, but quicker: nodes that only rounding separates stay apart, and nothing is snap-rounded.
 *
 * @returns null if noding is given up, because rings cross without end or too often.
 */
export function nodeLayerIfPossible(layer: Layer, ground: Ground): NodedTopology | null {
  return unlessTooTangled(() => {
    const topology = unmatched(buildTopology(prepare(layer, new FindingList()), ground));
    const noding = nodeEdges(topology.vertices, topology.edges, topology.inserted);
    return noding.unresolved.length > 0 ? null : { ...topology, noding };
  });
}
