import { Int32List } from '../arrays/growable.ts';
import type { SimplifiedEdges } from './simplified-edges.ts';

/**
 * Two chains that became one edge leave nothing between them. If both border the same feature, on either side of what was
 * there, its parts would share a border, which is not valid. So the place of the edge that was removed last is restored.
 */
export function restoreDoubledBorders(simplified: SimplifiedEdges): void {
  const { kept, edges } = simplified;
  const { paths } = kept;
  const { featureOffsets, partOffsets } = paths.layer;
  const [vertices, path] = [new Int32List(), new Int32List()];
  const seen = new Set<number>();
  const restoreIfDoubled = (): void => {
    const [from, to] = [path.data[0], path.data[path.length - 1]];
    if (from === to) return;
    for (let i = 1; i + 1 < path.length; i++) if (kept.has(path.data[i])) return;
    const edge = edges.intern(from, to);
    if (!seen.has(edge)) {
      seen.add(edge);
      return;
    }
    const place = simplified.lastGone(edge);
    if (place >= 0) simplified.restore(edge, place);
  };
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    const [first, end] = [partOffsets[featureOffsets[feature]], partOffsets[featureOffsets[feature + 1]]];
    if (end - first < 2) continue;
    seen.clear();
    for (let ring = first; ring < end; ring++) if (paths.isClosed[ring] === 1 && !kept.isCollapsed(ring)) paths.forEachChain(ring, vertices, path, restoreIfDoubled);
  }
}
