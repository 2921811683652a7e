import { prepare } from '../edges/prepare.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { buildTopology, unmatched } from '../edges/topology.ts';
import { claimedFaces } from '../faces/claimed-faces.ts';
import { Coverage } from '../faces/coverage.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { EqualHole } from '../faces/regions.ts';
import { Int32List } from '../arrays/growable.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { livingEdges } from '../noding/noding.ts';
import { traceWanted } from '../tracing/trace-wanted.ts';
import { FeatureWriter } from '../tracing/write-features.ts';

const PLANE = new Ground({ kind: 'planar' });

/**
 * The land left of a feature whose rings intersect themselves or each other after rounding, as simple rings. Borders that run
 * there and back enclose nothing, and rings are cut where they touch themselves.
 *
 * @param layer the polygons of one feature, noded, and nothing else of it.
 * @returns one feature; null if it is unchanged.
 */
export function landLeft(layer: Layer, equalHole: EqualHole): Layer | null {
  const matched = unmatched(buildTopology(prepare(layer, new FindingList()), PLANE));
  const { prepared, vertices, edges } = matched;
  const noding = { grid: new EdgeGrid(vertices, edges, livingEdges(edges)), crossings: new Int32List(), isInserted: new Uint8Array(vertices.count), unresolved: new Int32Array(0) };
  const claimed = claimedFaces({ ...matched, noding }, { equalHole });
  const { regions } = claimed;
  const coverage = new Coverage(regions.featureSetOfFace.map((set) => (regions.featureSets.sizeOf(set) > 0 ? 0 : NO_OWNER)), regions);
  const covered = { ...claimed, coverage };
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, vertices.count);
  const writer = new FeatureWriter(covered, prepared.reversed[0] === 1 ? 'clockwise' : 'counter-clockwise');
  traceWanted(covered, Uint8Array.of(1), noding.isInserted, (feature, traced) => void writer.write(feature, traced, builder));
  return builder.featureCount > 0 ? builder.finish().geometry : null;
}
