import { featureOfUse } from '../edges/ring-owners.ts';
import { Coverage, keptCode } from '../faces/coverage.ts';
import type { CoveredTopology } from '../faces/arranged-topology.ts';
import { facesOfLayer } from '../faces/claimed-faces.ts';
import type { ClaimedTopology } from '../faces/regions.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { Layer } from '../layer/layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { INSIDE, ON_BORDER, OUTSIDE } from './placement.ts';
import { polygonLayer } from './polygon-layer.ts';

/**
 * Polygons of some features overlaid with an area. Each feature has its faces inside the area; overlaps belong to all features that
 * claim them.
 */
export interface Overlay extends CoveredTopology {
  /** For each feature, how its polygons relate to the area; 0 for one without land. */
  readonly bits: Uint8Array;
  /** For each feature, whether the area adds a vertex to its border, or one of its vertices was moved. */
  readonly isBent: Uint8Array;
  /** 1 for each vertex at which a border of the area ends. */
  readonly isOnAreaBorder: Uint8Array;
}

/**
 * Nodes the polygons of features and of an area together, in one arrangement rather than one per feature. A border that two
 * features share is a single edge in it, which the area cuts in a single node, so that both features have this node bit for bit.
 * Cutting feature by feature would need two segments to cross at the same point whatever else is noded. But a node may also be put
 * on a vertex that it lies beside, and edges are routed through vertices that they pass; both depend on what else is there. Land
 * that several features claim stays with all of them.
 */
export function overlay(layer: Layer, features: Int32Array, area: Layer, units: CoordinateUnits): Overlay {
  const combined = polygonLayer(area, layer, features);
  const faces = facesOfLayer(combined.layer, units);
  const { coverage, bits } = placeFaces(faces, combined.areaFeature);
  return { ...faces, coverage, bits, ...borderContacts(faces, combined.areaFeature, bits) };
}

/** The final owner of each face, and where the faces of each feature lie. */
function placeFaces({ arrangement, regions }: ClaimedTopology, areaFeature: number): { coverage: Coverage; bits: Uint8Array } {
  const { featureSets, featureSetOfFace } = regions;
  const setCount = featureSets.count;
  const isUsed = new Uint8Array(setCount);
  for (let face = 1; face < arrangement.faceCount; face++) isUsed[featureSetOfFace[face]] = 1;
  const codeOfSet = new Int32Array(setCount).fill(NO_OWNER);
  const bits = new Uint8Array(areaFeature);
  for (let set = 0; set < setCount; set++) {
    if (isUsed[set] === 0) continue;
    // The area is the last feature, and members are ascending.
    const members = featureSets.items.data.slice(featureSets.offsets.data[set], featureSets.offsets.data[set + 1]);
    const isInArea = members.length > 0 && members[members.length - 1] === areaFeature;
    const count = isInArea ? members.length - 1 : members.length;
    for (let i = 0; i < count; i++) bits[members[i]] |= isInArea ? INSIDE : OUTSIDE;
    if (!isInArea || count === 0) continue;
    codeOfSet[set] = count === 1 ? members[0] : keptCode(featureSets.intern(members, count));
  }
  return { coverage: new Coverage(featureSetOfFace.map((set) => codeOfSet[set]), regions), bits };
}

/** Finds where borders of features meet the border of the area. @param bits updated with these contacts */
function borderContacts({ prepared, edges, vertices, vertexOf, moves }: ClaimedTopology, areaFeature: number, bits: Uint8Array): Pick<Overlay, 'isBent' | 'isOnAreaBorder'> {
  const { next } = prepared;
  const isOnAreaBorder = new Uint8Array(vertices.count);
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) if (featureOfUse(prepared, edges, use) === areaFeature) isOnAreaBorder[edges.a[edge]] = isOnAreaBorder[edges.b[edge]] = 1;
  }
  const isBent = new Uint8Array(areaFeature);
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      const feature = featureOfUse(prepared, edges, use);
      if (feature === areaFeature) continue;
      const segment = edges.useCode[use] >> 1;
      const [start, end] = [vertexOf[segment], vertexOf[next[segment]]];
      for (const vertex of [edges.a[edge], edges.b[edge]]) {
        if (isOnAreaBorder[vertex] === 0) continue;
        bits[feature] |= ON_BORDER;
        if (vertex !== moves.resolve(start) && vertex !== moves.resolve(end)) isBent[feature] = 1;
      }
      if (moves.resolve(start) !== start || moves.resolve(end) !== end) isBent[feature] = 1;
    }
  }
  return { isBent, isOnAreaBorder };
}
