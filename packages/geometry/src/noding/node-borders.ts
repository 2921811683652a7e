import { Int32List } from '../arrays/growable.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { mergeNodes } from './merge-nodes.ts';
import { nodeEdges } from './noding.ts';
import type { Noding } from './noding.ts';

/** After `nodeBorders`: edges meet in common ends only. */
export interface NodedTopology extends MatchedTopology {
  readonly noding: Noding;
}

/** Splits the edges of a topology until they meet in common ends only; or the edges for which that was given up, and no topology. */
export function nodeBorders(matched: MatchedTopology, findings: FindingList): { noded: NodedTopology; unresolved: null } | { noded: null; unresolved: Int32Array } {
  const crossings = new Int32List();
  for (;;) {
    const noding = nodeEdges(matched.vertices, matched.edges, matched.inserted);
    if (noding.unresolved.length > 0) return { noded: null, unresolved: noding.unresolved };
    for (let i = 0; i < noding.crossings.length; i++) crossings.push(noding.crossings.data[i]);
    // Every time takes a vertex away, so that it ends.
    if (mergeNodes(matched, noding.isInserted, findings) === 0) return { noded: { ...matched, noding: { ...noding, crossings } }, unresolved: null };
  }
}
