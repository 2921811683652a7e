import type { FindingList } from './finding-list.ts';
import { PartKind } from './layer.ts';
import type { Layer } from './layer.ts';

/** Beyond this the products of exact orientation tests overflow; no CRS has such coordinates. */
const LARGEST_COORDINATE = 1e100;

/** Below this the products that areas and orientation tests are made of lose digits to underflow; such land is none. */
const SMALLEST_AREA = 1e-304;

/** The rings of a layer after what can be repaired by looking at one ring alone. */
export interface PreparedLayer {
  readonly layer: Layer;
  /** The vertex that follows in the cleaned, closed polygon ring; -1 for vertices that are in none (dropped, closing, lines). */
  readonly next: Int32Array;
  readonly ringOfVertex: Int32Array;
  /** First vertex that stays of each polygon ring, -1 when the whole ring is dropped or is no polygon ring. */
  readonly ringFirst: Int32Array;
  readonly partOfRing: Int32Array;
  readonly featureOfRing: Int32Array;
  readonly isShell: Uint8Array;
  /** 1 when the ring, walked as it stands, has its land on the right (by signed area; 0 when that is nil). */
  readonly reversed: Uint8Array;
  /** 1 when the signed area of the ring is nil, so that it has no direction. */
  readonly undirected: Uint8Array;
  /** Features that must be rebuilt already because of what was found here. */
  readonly changed: Uint8Array;
  /** Features with at least one polygon part. */
  readonly isPolygonal: Uint8Array;
  readonly segmentCount: number;
}

/** Drops non-finite and repeated vertices, closes rings, drops rings of under four points or of an extent that is nil; lines lose repeated points only. */
export function prepare(layer: Layer, findings: FindingList): PreparedLayer {
  const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  const vertexCount = xy.length / 2;
  const ringCount = ringOffsets.length - 1;
  const featureCount = featureOffsets.length - 1;
  const next = new Int32Array(vertexCount).fill(-1);
  const ringOfVertex = new Int32Array(vertexCount);
  const ringFirst = new Int32Array(ringCount).fill(-1);
  const partOfRing = new Int32Array(ringCount);
  const featureOfRing = new Int32Array(ringCount);
  const isShell = new Uint8Array(ringCount);
  const reversed = new Uint8Array(ringCount);
  const undirected = new Uint8Array(ringCount);
  const changed = new Uint8Array(featureCount);
  const isPolygonal = new Uint8Array(featureCount);
  let segmentCount = 0;

  for (let feature = 0; feature < featureCount; feature++) {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      const kind = partKinds[part];
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        partOfRing[ring] = part;
        featureOfRing[ring] = feature;
        const start = ringOffsets[ring];
        const end = ringOffsets[ring + 1];
        for (let i = start; i < end; i++) ringOfVertex[i] = ring;
        if (kind === PartKind.Line) prepareLine(start, end, feature);
        if (kind !== PartKind.Polygon) continue;
        isPolygonal[feature] = 1;
        isShell[ring] = ring === partOffsets[part] ? 1 : 0;
        prepareRing(ring, start, end, feature);
      }
      if (kind === PartKind.Polygon && partOffsets[part] === partOffsets[part + 1]) {
        isPolygonal[feature] = 1;
        changed[feature] = 1;
        findings.add('collapsed', feature, -1, NaN, NaN, NaN, 'ring-removed');
      }
    }
  }

  function prepareLine(start: number, end: number, feature: number): void {
    for (let i = start + 1; i < end && end - start > 2; i++) {
      if (xy[2 * i] !== xy[2 * i - 2] || xy[2 * i + 1] !== xy[2 * i - 1]) continue;
      findings.add('duplicate-point', feature, -1, xy[2 * i], xy[2 * i + 1], NaN, 'vertex-removed');
      changed[feature] = 1;
    }
  }

  function prepareRing(ring: number, start: number, end: number, feature: number): void {
    let first = -1;
    let last = -1;
    let kept = 0;
    for (let i = start; i < end; i++) {
      const x = xy[2 * i];
      const y = xy[2 * i + 1];
      if (!(Math.abs(x) <= LARGEST_COORDINATE && Math.abs(y) <= LARGEST_COORDINATE)) {
        findings.add('invalid-coordinate', feature, -1, NaN, NaN, NaN, 'vertex-removed');
        changed[feature] = 1;
        continue;
      }
      if (last >= 0 && xy[2 * last] === x && xy[2 * last + 1] === y) {
        findings.add('duplicate-point', feature, -1, x, y, NaN, 'vertex-removed');
        changed[feature] = 1;
        continue;
      }
      if (first < 0) first = i;
      else next[last] = i;
      last = i;
      kept++;
    }
    const closed = kept > 1 && xy[2 * last] === xy[2 * first] && xy[2 * last + 1] === xy[2 * first + 1];
    if (closed) {
      let before = last - 1;
      while (next[before] !== last) before--;
      next[before] = first;
      kept--;
    } else if (kept > 2) {
      next[last] = first;
      findings.add('unclosed-ring', feature, -1, xy[2 * first], xy[2 * first + 1], NaN, 'ring-closed');
      changed[feature] = 1;
    }
    if (kept < 3) {
      next.fill(-1, start, end);
      const place = first < 0 ? [NaN, NaN] : [xy[2 * first], xy[2 * first + 1]];
      findings.add('collapsed', feature, -1, place[0], place[1], NaN, 'ring-removed');
      changed[feature] = 1;
      return;
    }
    const area = signedArea(first);
    if (Math.abs(area) < SMALLEST_AREA && isTiny(first)) {
      next.fill(-1, start, end);
      findings.add('collapsed', feature, -1, xy[2 * first], xy[2 * first + 1], NaN, 'ring-removed');
      changed[feature] = 1;
      return;
    }
    ringFirst[ring] = first;
    segmentCount += kept;
    undirected[ring] = area === 0 ? 1 : 0;
    reversed[ring] = (isShell[ring] === 1 ? area < 0 : area > 0) ? 1 : 0;
  }

  /** Whether the ring has an extent, but one that is nil for all that can be computed. Rings on one line are none of this. */
  function isTiny(first: number): boolean {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    let i = first;
    do {
      minX = Math.min(minX, xy[2 * i]);
      maxX = Math.max(maxX, xy[2 * i]);
      minY = Math.min(minY, xy[2 * i + 1]);
      maxY = Math.max(maxY, xy[2 * i + 1]);
      i = next[i];
    } while (i !== first);
    return maxX > minX && maxY > minY && (maxX - minX) * (maxY - minY) < SMALLEST_AREA;
  }

  function signedArea(first: number): number {
    const x0 = xy[2 * first];
    const y0 = xy[2 * first + 1];
    let area = 0;
    let i = first;
    do {
      const j = next[i];
      area += (xy[2 * i] - x0) * (xy[2 * j + 1] - y0) - (xy[2 * j] - x0) * (xy[2 * i + 1] - y0);
      i = j;
    } while (i !== first);
    return area;
  }

  return {
    layer, next, ringOfVertex, ringFirst, partOfRing, featureOfRing, isShell, reversed, undirected, changed, isPolygonal, segmentCount,
  };
}
