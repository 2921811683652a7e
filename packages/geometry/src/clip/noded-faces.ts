import { buildTopology, unmatched } from '../edges/topology.ts';
import { prepare } from '../edges/prepare.ts';
import { arrange } from '../faces/arrangement.ts';
import type { Arrangement } from '../faces/arrangement.ts';
import { labelFaces } from '../faces/labels.ts';
import { featureRegions } from '../faces/regions.ts';
import type { FeatureRegions } from '../faces/regions.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import { nodeBorders } from '../noding/node-borders.ts';
import type { NodedTopology } from '../noding/node-borders.ts';
import { snapRound } from '../noding/snap-rounding.ts';
import type { CoordinateUnits } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';

export interface NodedFaces extends NodedTopology {
  readonly arrangement: Arrangement;
  readonly regions: FeatureRegions;
}

/** The faces of a layer of polygons and the features that cover each. Nothing is matched, assigned or reported. */
export function nodedFaces(layer: Layer, units: CoordinateUnits): NodedFaces {
  const ground = new Ground(units);
  const findings = new FindingList();
  const prepared = prepare(layer, findings);
  const noded = unlessTooTangled(() => nodeBorders(unmatched(buildTopology(prepared, ground)), findings).noded) ?? snapRound(unmatched(buildTopology(prepared, ground)));
  const arrangement = arrange(noded.vertices, noded.edges, noded.noding.grid, ground);
  const labels = labelFaces(prepared, noded.edges, arrangement);
  return { ...noded, arrangement, regions: featureRegions(prepared, arrangement, labels, findings) };
}
