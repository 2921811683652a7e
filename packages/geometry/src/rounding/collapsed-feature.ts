import { prepare } from '../edges/prepare.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { buildTopology, unmatched } from '../edges/topology.ts';
import { arrange } from '../faces/arrangement.ts';
import { Coverage } from '../faces/coverage.ts';
import { labelFaces } from '../faces/labels.ts';
import { NO_OWNER } from '../faces/owner.ts';
import { featureRegions } from '../faces/regions.ts';
import { Int32List } from '../arrays/growable.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { livingEdges } from '../noding/noding.ts';
import { bordersOf } from '../tracing/changes.ts';
import { RegionTracer } from '../tracing/rebuild.ts';
import { FeatureWriter } from '../tracing/write-features.ts';

const PLANE = new Ground({ kind: 'planar' });

/**
 * The land left of a feature whose rings intersect themselves or each other after rounding, as simple rings. Borders that run
 * there and back enclose nothing, and rings are cut where they touch themselves.
 *
 * @param layer the polygons of one feature, noded, and nothing else of it.
 * @param equalHole as in `featureRegions`
 * @returns one feature; null if it is unchanged.
 */
export function landLeft(layer: Layer, equalHole: 'duplicate' | 'cut'): Layer | null {
  const findings = new FindingList();
  const prepared = prepare(layer, findings);
  const matched = unmatched(buildTopology(prepared, PLANE));
  const { vertices, edges } = matched;
  const grid = new EdgeGrid(vertices, edges, livingEdges(edges));
  const noding = { grid, crossings: new Int32List(), isInserted: new Uint8Array(vertices.count), unresolved: new Int32Array(0) };
  const arrangement = arrange(vertices, edges, grid, PLANE);
  const regions = featureRegions(prepared, arrangement, labelFaces(prepared, edges, arrangement), findings, equalHole);
  const coverage = new Coverage(regions.featureSetOfFace.map((set) => (regions.featureSets.sizeOf(set) > 0 ? 0 : NO_OWNER)), regions);
  const { borders } = bordersOf(Uint8Array.of(1), edges, arrangement, coverage);
  const covered = { ...matched, noding, arrangement, coverage };
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, vertices.count);
  const traced = new RegionTracer(covered, noding.isInserted).trace(0, borders);
  return new FeatureWriter(covered, prepared.reversed[0] === 1).write(0, traced, builder) ? builder.finish().geometry : null;
}
