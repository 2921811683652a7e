import type { EdgeTable } from '../edges/edges.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { RingOwners } from '../edges/ring-owners.ts';

/**
 * Whether an edge has land of some feature on one side and no other feature's on the other.
 *
 * @param isRim source vertices whose segment borders land that is not in the layer: such a segment is never an open border.
 */
export function hasOpenSide(owners: RingOwners, edges: EdgeTable, isRim: Uint8Array | null, edge: number): boolean {
  const { useCode, useNext, firstUse } = edges;
  const first = firstUse[edge];
  const second = useNext[first];
  if (isRim !== null) for (let use = first; use >= 0; use = useNext[use]) if (isRim[useCode[use] >> 1] === 1) return false;
  if (second < 0) return true;
  if (useNext[second] < 0) return ((useCode[first] ^ useCode[second]) & 1) === 0;
  const net = new Map<number, number>();
  for (let use = first; use >= 0; use = useNext[use]) {
    const feature = featureOfUse(owners, edges, use);
    net.set(feature, (net.get(feature) ?? 0) + (useCode[use] & 1 ? -1 : 1));
  }
  let isLeft = false;
  let isRight = false;
  for (const value of net.values()) {
    if (value > 0) isLeft = true;
    if (value < 0) isRight = true;
  }
  return isLeft !== isRight;
}
