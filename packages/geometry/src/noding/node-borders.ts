import type { MatchedTopology } from '../edges/topology.ts';
import { nodeEdges } from './noding.ts';
import type { Noding } from './noding.ts';

/** After `nodeBorders`: edges meet in common ends only. */
export interface NodedTopology extends MatchedTopology {
  readonly noding: Noding;
}

/** Splits the edges of a topology until they meet in common ends only; or the edges for which that was given up, and no topology. */
export function nodeBorders(matched: MatchedTopology): { noded: NodedTopology; unresolved: null } | { noded: null; unresolved: Int32Array } {
  const noding = nodeEdges(matched.vertices, matched.edges, matched.inserted);
  return noding.unresolved.length > 0 ? { noded: null, unresolved: noding.unresolved } : { noded: { ...matched, noding }, unresolved: null };
}
