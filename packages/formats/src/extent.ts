/** The bounding box of all finite coordinates; all infinities if there are none. */
export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** @param xy x, y pairs; pairs that are not finite are ignored. */
export function extentOf(xy: Float64Array): Extent {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const x = xy[at];
    const y = xy[at + 1];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

/** The extent of nothing; united with another, it gives that one. */
export const EMPTY_EXTENT: Extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

/** The smallest extent that contains two others. */
export function unitedExtent(a: Extent, b: Extent): Extent {
  return { minX: Math.min(a.minX, b.minX), minY: Math.min(a.minY, b.minY), maxX: Math.max(a.maxX, b.maxX), maxY: Math.max(a.maxY, b.maxY) };
}

/** Whether two extents are equal in every number. */
export function isSameExtent(a: Extent, b: Extent): boolean {
  return a.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY;
}
