import { Int32List } from '../arrays/growable.ts';
import { grouped } from '../arrays/groups.ts';
import type { Groups } from '../arrays/groups.ts';
import { CROWD } from '../faces/crowd.ts';
import type { SequenceTable } from '../arrays/sequence-table.ts';
import { facesOfLayer } from '../faces/claimed-faces.ts';
import type { ClaimedTopology } from '../faces/regions.ts';
import { setsOfFeatures } from '../faces/sets-of-features.ts';
import type { SetsOfFeatures } from '../faces/sets-of-features.ts';
import { LayerBuilder } from '../layer/layer-builder.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { applyPatch } from '../layer/apply-patch.ts';
import type { CoordinateUnits, Winding } from '../options.ts';
import { orderRings } from '../ring-order/ring-order.ts';
import type { BeforeAndAfter, LandBatch } from './land-batches.ts';
import type { LandMeasure } from './land-measure.ts';

/**
 * The features of a batch before and after a repair, all noded together into faces. A member that changed occurs twice in the
 * arrangement: in its original form under its index among the members, and in its new form after all of them. A member that did not
 * change occurs once, for both.
 */
export interface BatchFaces extends ClaimedTopology {
  readonly members: Int32Array;
  /** For each member, the number of its form after the repair. */
  readonly afterOf: Int32Array;
  /** The member that each number stands for. */
  readonly memberOf: Int32Array;
  /** Square metres of each face; meaningless for face 0. */
  readonly areaOfFace: Float64Array;
  /** The sets of features that contain each number. */
  readonly setsOf: SetsOfFeatures;
  /** The same without crowds. */
  readonly uncrowdedSetsOf: SetsOfFeatures;
  /** 1 for each set of more than `CROWD` features, as they were before the repair. */
  readonly isCrowd: Uint8Array;
  /** The members that have the land of each set after the repair: one, unless overlaps are left. */
  readonly holdersOf: Groups;
  /** The faces of each set. */
  readonly facesOfSet: Groups;
}

/**
 * The land of a feature before a repair is determined by the kernel's own rules on rings, for each feature on its own: both lobes of a
 * bow-tie, and a stray hole that is an island.
 * @throws TooTangledError if borders cross more often than memory could hold.
 */
export function batchFaces({ before, entryOf, after }: BeforeAndAfter, { members }: LandBatch, units: CoordinateUnits, shellWinding: Winding, measure: LandMeasure): BatchFaces {
  const builder = new LayerBuilder(false, false);
  const asTheyWere = inRingOrder(extractFeatures({ ...before, z: null, m: null }, members).layer, units, shellWinding);
  for (let member = 0; member < members.length; member++) addPolygons(builder, asTheyWere, member);
  const afterOf = Int32Array.from(members.keys());
  const changed = new Int32List();
  for (const [member, feature] of members.entries()) {
    const entry = entryOf(feature);
    if (entry < 0) continue;
    const { layer, at } = after(entry);
    addPolygons(builder, layer, at);
    afterOf[member] = members.length + changed.push(member);
  }
  const faces = facesOfLayer(builder.finish(), units);
  const { featureSets, featureSetOfFace } = faces.regions;
  const memberOf = new Int32Array(members.length + changed.length);
  for (let number = 0; number < memberOf.length; number++) memberOf[number] = number < members.length ? number : changed.data[number - members.length];
  const setsOf = setsOfFeatures(memberOf.length, featureSets, () => true);
  const isCrowd = crowdsAmong(featureSets, members.length);
  return {
    ...faces,
    members,
    afterOf,
    memberOf,
    areaOfFace: areasOfFaces(faces, measure),
    setsOf,
    uncrowdedSetsOf: isCrowd.includes(1) ? setsOfFeatures(memberOf.length, featureSets, (set) => isCrowd[set] === 0) : setsOf,
    isCrowd,
    holdersOf: holdersOfSets(featureSets, afterOf, memberOf),
    facesOfSet: grouped(featureSetOfFace, featureSetOfFace.length, featureSets.count),
  };
}

function crowdsAmong({ count, offsets, items }: SequenceTable, memberCount: number): Uint8Array {
  const isCrowd = new Uint8Array(count);
  for (let set = 0; set < count; set++) {
    // Numbers ascend, and those of members as they were come first.
    const crowded = offsets.data[set] + CROWD;
    if (crowded < offsets.data[set + 1] && items.data[crowded] < memberCount) isCrowd[set] = 1;
  }
  return isCrowd;
}

function holdersOfSets({ count, offsets, items }: SequenceTable, afterOf: Int32Array, memberOf: Int32Array): Groups {
  const starts = new Int32Array(count + 1);
  const holders = new Int32List();
  for (let set = 0; set < count; set++) {
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) {
      const member = memberOf[items.data[i]];
      if (afterOf[member] === items.data[i]) holders.push(member);
    }
    starts[set + 1] = holders.length;
  }
  return { offsets: starts, items: holders.takeArray() };
}

function inRingOrder(layer: Layer, units: CoordinateUnits, shellWinding: Winding): Layer {
  const ordered = orderRings(layer, { units, shellWinding });
  return ordered === null ? layer : applyPatch(layer, ordered.patch);
}

function addPolygons(builder: LayerBuilder, layer: Layer, feature: number): void {
  for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) if (layer.partKinds[part] === PartKind.Polygon) builder.addPart({ ...layer, z: null, m: null }, part);
  builder.endFeature();
}

/** What an edge adds to the face on its left, it subtracts from the one on its right, so that areas of pieces add up. */
function areasOfFaces({ arrangement, edges, vertices: { x, y } }: ClaimedTopology, measure: LandMeasure): Float64Array {
  const { faceOfHalfEdge, faceCount } = arrangement;
  const areas = new Float64Array(faceCount);
  // Close to the face, so that areas are not small differences of large numbers.
  const originOfFace = new Float64Array(faceCount).fill(NaN);
  for (let half = 0; half < 2 * edges.count; half++) {
    const face = faceOfHalfEdge[half];
    if (face <= 0 || face === faceOfHalfEdge[half ^ 1]) continue;
    const [a, b] = [edges.a[half >> 1], edges.b[half >> 1]];
    if (Number.isNaN(originOfFace[face])) originOfFace[face] = x[a];
    const area = measure.areaUnder(originOfFace[face], x[a], y[a], x[b], y[b]);
    areas[face] += (half & 1) === 0 ? area : -area;
  }
  return areas;
}
