import type { MatchedTopology } from '../edges/topology.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { mergeNodes } from './merge-nodes.ts';
import { nodeEdges } from './noding.ts';
import type { Noding } from './noding.ts';

/** After `nodeBorders`: edges intersect in common ends only. */
export interface NodedTopology extends MatchedTopology {
  readonly noding: Noding;
}

/**
 * Splits the edges of a topology until they intersect in common ends only. If that is given up, returns the unresolved edges and no
 * topology.
 *
 * @param negligible what does not count beside the distance with which borders were matched, on the ground; 0 if they were not
 */
export function nodeBorders(matched: MatchedTopology, negligible: number, findings: FindingList): { noded: NodedTopology; unresolved: null } | { noded: null; unresolved: Int32Array } {
  const { vertices, edges, inserted } = matched;
  const firstNew = vertices.count;
  let noding = nodeEdges(vertices, edges, inserted);
  // Each round removes a vertex, so this terminates.
  while (noding.unresolved.length === 0 && mergeNodes(matched, { isInserted: noding.isInserted, firstNew, negligible }, findings) > 0) {
    const { crossings } = noding;
    const again = nodeEdges(vertices, edges, inserted);
    for (let i = 0; i < again.crossings.length; i++) crossings.push(again.crossings.data[i]);
    noding = { ...again, crossings };
  }
  return noding.unresolved.length > 0 ? { noded: null, unresolved: noding.unresolved } : { noded: { ...matched, noding }, unresolved: null };
}
