import { startOf } from '../edges/half-edges.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { claimedFaces, withCells } from '../faces/claimed-faces.ts';
import type { Ground } from '../ground.ts';
import type { Layer } from '../layer/layer.ts';
import { nodeLayerIfPossible } from '../noding/node-layer.ts';
import { unlessTooTangled } from '../tangled.ts';

/** How many pairs may be gathered from the faces of a layer, with repetitions, before examining them one by one is faster. */
const MOST_PAIRS_OF_FACES = 20_000_000;

type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** The land that two features of a layer share. */
export interface SharedLand {
  readonly feature: number;
  /** Always the later one. */
  readonly other: number;
  /** On the ground. */
  readonly area: number;
  /** The length of its border, on the ground. */
  readonly perimeter: number;
  /** A point on its border, in coordinate units. */
  readonly x: number;
  readonly y: number;
  /** In coordinate units. */
  readonly extent: Extent;
}

/**
 * The land that any two features of a layer share, and the area of each feature, from one arrangement of all.
 *
 * @returns null if there are too many faces, or faces of too many features.
 */
export function landOfFaces(layer: Layer, ground: Ground): { readonly shared: readonly SharedLand[]; readonly featureArea: Float64Array } | null {
  return unlessTooTangled(() => {
    const featureCount = layer.featureOffsets.length - 1;
    const noded = nodeLayerIfPossible(layer, ground);
    if (noded === null) return null;
    const arranged = withCells(claimedFaces(noded), null);
    const { vertices, edges, cells, regions } = arranged;
    const { offsets, items } = regions.featureSets;
    const membersOf = (cell: number): Int32Array => items.data.subarray(offsets.data[cells.featureSet[cell]], offsets.data[cells.featureSet[cell] + 1]);
    const extentOf = extentsOfCells(arranged);
    const lands = new Map<number, { feature: number; other: number; area: number; perimeter: number; x: number; y: number; extent: Extent }>();
    const featureArea = new Float64Array(featureCount);
    let work = 0;
    for (let cell = 1; cell < cells.count; cell++) {
      const members = membersOf(cell);
      work += (members.length * (members.length - 1)) / 2;
      if (work > MOST_PAIRS_OF_FACES) return null;
      for (const feature of members) featureArea[feature] += cells.area[cell];
      forEachPair(members, (feature, other) => {
        const key = feature * featureCount + other;
        const land = lands.get(key);
        if (land !== undefined) {
          land.area += cells.area[cell];
          land.extent = aroundBoth(land.extent, extentOf(cell));
          return;
        }
        const [x, y] = startOf(vertices, edges, cells.anchor[cell]);
        lands.set(key, { feature, other, area: cells.area[cell], perimeter: 0, x, y, extent: extentOf(cell) });
      });
      if (members.length < 2) continue;
      for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
        const beyond = new Set(membersOf(cells.borderOther[i]));
        forEachPair(members, (feature, other) => {
          if (beyond.has(feature) && beyond.has(other)) return;
          const land = lands.get(feature * featureCount + other);
          if (land !== undefined) land.perimeter += cells.borderLength[i];
        });
      }
    }
    return { shared: Array.from(lands.values()), featureArea };
  });
}

/** The extents of the cells that have a border, which those of shared land do. */
function extentsOfCells({ vertices: { x, y }, edges, arrangement: { faceOfHalfEdge }, cells: { cellOfFace, count } }: ArrangedTopology): (cell: number) => Extent {
  const extents = new Float64Array(4 * count);
  for (let cell = 0; cell < count; cell++) extents.set([Infinity, Infinity, -Infinity, -Infinity], 4 * cell);
  const reach = (cell: number, vertex: number): void => {
    extents[4 * cell] = Math.min(extents[4 * cell], x[vertex]);
    extents[4 * cell + 1] = Math.min(extents[4 * cell + 1], y[vertex]);
    extents[4 * cell + 2] = Math.max(extents[4 * cell + 2], x[vertex]);
    extents[4 * cell + 3] = Math.max(extents[4 * cell + 3], y[vertex]);
  };
  for (let half = 0; half < 2 * edges.count; half++) {
    if (faceOfHalfEdge[half] < 0) continue;
    const cell = cellOfFace[faceOfHalfEdge[half]];
    reach(cell, edges.a[half >> 1]);
    reach(cell, edges.b[half >> 1]);
  }
  return (cell) => [extents[4 * cell], extents[4 * cell + 1], extents[4 * cell + 2], extents[4 * cell + 3]];
}

function aroundBoth([minX, minY, maxX, maxY]: Extent, [otherMinX, otherMinY, otherMaxX, otherMaxY]: Extent): Extent {
  return [Math.min(minX, otherMinX), Math.min(minY, otherMinY), Math.max(maxX, otherMaxX), Math.max(maxY, otherMaxY)];
}

function forEachPair(members: Int32Array, visit: (feature: number, other: number) => void): void {
  for (let i = 0; i < members.length; i++) for (let j = i + 1; j < members.length; j++) visit(members[i], members[j]);
}
