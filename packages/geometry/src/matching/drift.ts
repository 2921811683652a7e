import type { Topology } from '../edges/topology.ts';

/**
 * Distance on the ground from a vertex to where an edge was before matching: to its source segment, or to the farthest if it has several.
 *
 * Every vertex inserted into an edge bends it, which may bring the next vertex within the snap distance, and so on. Without a limit on
 * the sum, two borders that diverge slowly would close like a zip, however wide the opening is at the far end.
 */
export function driftOf({ prepared, vertices, edges, ground }: Topology, edge: number, vertex: number): number {
  const { layer: { xy }, next } = prepared;
  const [px, py] = [vertices.x[vertex], vertices.y[vertex]];
  const scaleX = ground.scaleX(py);
  const { scaleY } = ground;
  let farthest = 0;
  for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
    const from = edges.useCode[use] >> 1;
    const to = next[from];
    const dx = (xy[2 * to] - xy[2 * from]) * scaleX;
    const dy = (xy[2 * to + 1] - xy[2 * from + 1]) * scaleY;
    const offX = (px - xy[2 * from]) * scaleX;
    const offY = (py - xy[2 * from + 1]) * scaleY;
    const squared = dx * dx + dy * dy;
    const along = squared === 0 ? 0 : (offX * dx + offY * dy) / squared;
    const share = along < 0 ? 0 : along > 1 ? 1 : along;
    farthest = Math.max(farthest, Math.hypot(offX - share * dx, offY - share * dy));
  }
  return farthest;
}
