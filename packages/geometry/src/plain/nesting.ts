import type { SegmentTree } from './segment-tree.ts';

/**
 * Whether the rings of one feature, no two of which meet, are nested as shells and holes are: around a shell there are as many shells as holes,
 * around a hole one shell more, among them its own.
 *
 * @param isShell @param partOfRing for each ring of the tree, in the order in which they were added.
 */
export function areNested(tree: SegmentTree, isShell: readonly boolean[], partOfRing: readonly number[]): boolean {
  for (let ring = 0; ring < isShell.length; ring++) {
    let [winding, isInOwnShell] = [0, false];
    tree.forEachRingAround(ring, (other) => {
      winding += isShell[other] ? 1 : -1;
      if (isShell[other] && partOfRing[other] === partOfRing[ring]) isInOwnShell = true;
    });
    if (isShell[ring] ? winding !== 0 : winding !== 1 || !isInOwnShell) return false;
  }
  return true;
}
