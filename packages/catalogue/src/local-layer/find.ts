import { metresOfLatitude, STEPS_PER_METRE } from './mercator.ts';
import type { LocalLayer } from './open.ts';
import { columnOf, placementOf, rowOf, WORLD_STEPS } from './placement.ts';
import type { View } from './placement.ts';
import { ShapeKind } from './store.ts';

/** Tolerance for hitting a line, a point or a border, in pixels of the usual size. */
const REACH = 4;
/** The maximum number of shapes examined: where more meet in a few pixels, nobody can point at one. */
const MOST_SHAPES = 5000;

/**
 * The features, by number, at a position in a picture (pixels from its upper left corner): first those that contain it, then those within a
 * few pixels. At most `count`.
 */
export function findFeatures(layer: LocalLayer, view: View, column: number, row: number, count: number): number[] {
  const found = new Map<number, number>();
  const world = placementOf(view);
  for (const shift of [-WORLD_STEPS, 0, WORLD_STEPS]) findIn(layer, { ...world, originX: world.originX + shift }, column, row, found);
  return [...found].sort(([a, distanceA], [b, distanceB]) => distanceA - distanceB || a - b).slice(0, count).map(([feature]) => feature);
}

/** Collects the distance in pixels of each feature within reach; 0 for those that contain the position. */
function findIn(layer: LocalLayer, placement: ReturnType<typeof placementOf>, column: number, row: number, found: Map<number, number>): void {
  const level = layer.fullLevel();
  if (level.index === null) return;
  const { originX, originY, scaleX, scaleY, geographic, density } = placement;
  const reach = REACH * density;
  const stepsAt = (pixels: number) => (geographic ? metresOfLatitude(Math.max(-90, Math.min(90, originY - pixels / scaleY))) * STEPS_PER_METRE : originY - pixels / scaleY);
  const boxes = level.index.search(originX + (column - reach) / scaleX, stepsAt(row + reach), originX + (column + reach) / scaleX, stepsAt(row - reach));
  const insideParts = new Map<number, { feature: number; crossings: number }>();
  for (const shape of boxes.sort((a, b) => a - b).slice(0, MOST_SHAPES)) {
    const first = level.offsets[shape] ?? 0;
    const end = level.offsets[shape + 1] ?? 0;
    const vertices = new Int32Array(2 * (end - first));
    level.readVertices(first, end, vertices);
    const kind = level.kinds[shape] ?? 0;
    const feature = level.features[shape] ?? 0;
    const isRing = kind === ShapeKind.Shell || kind === ShapeKind.Hole;
    let nearest = Infinity;
    let crossings = 0;
    for (let i = 0; i < end - first; i++) {
      const next = i + 1 < end - first ? i + 1 : isRing ? 0 : i;
      const x0 = columnOf((vertices[2 * i] ?? 0) >> 1, placement) - column;
      const y0 = rowOf(vertices[2 * i + 1] ?? 0, placement) - row;
      const sameVertex = kind === ShapeKind.Points;
      const x1 = sameVertex ? x0 : columnOf((vertices[2 * next] ?? 0) >> 1, placement) - column;
      const y1 = sameVertex ? y0 : rowOf(vertices[2 * next + 1] ?? 0, placement) - row;
      nearest = Math.min(nearest, distanceFromOrigin(x0, y0, x1, y1));
      if (isRing && y0 > 0 !== y1 > 0 && x0 + ((x1 - x0) * -y0) / (y1 - y0) > 0) crossings++;
    }
    if (nearest <= reach) note(found, feature, nearest);
    if (crossings > 0) {
      const part = level.parts[shape] ?? 0;
      const known = insideParts.get(part);
      insideParts.set(part, { feature, crossings: (known?.crossings ?? 0) + crossings });
    }
  }
  for (const { feature, crossings } of insideParts.values()) if (crossings % 2 === 1) note(found, feature, 0);
}

function note(found: Map<number, number>, feature: number, distance: number): void {
  found.set(feature, Math.min(distance, found.get(feature) ?? Infinity));
}

function distanceFromOrigin(x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, -(x0 * dx + y0 * dy) / squared));
  return Math.hypot(x0 + along * dx, y0 + along * dy);
}
