import type { FixGeometryOptions, LayerReport } from '@geoinsights/contract';
import { unitOfLength, unitWords } from '@geoinsights/contract/units';
import { identifySystem } from '@geoinsights/crs';
import type { DatasetLayer, DatasetNote, ReadDataset } from '@geoinsights/formats/in-memory';
import { plannedTolerances } from '@geoinsights/geometry';
import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import type { Tolerances } from '@geoinsights/geometry';
import { rulesOf } from './land-rules.ts';

/** A system's definition takes some hundred characters; anything longer is something else. */
const LONGEST_DEFINITION = 8192;

type LayerHead = Pick<LayerReport, 'name' | 'crs' | 'features' | 'vertices' | 'tolerances'>;

/**
 * What a report says about a layer before any findings. The kernel knows no units except degrees; here they get their names.
 * @param begun the tolerances that a repair began with, if it has used larger ones since
 */
export function layerHead(layer: DatasetLayer, options: Pick<FixGeometryOptions, 'snapDistance' | 'maxGapWidth'>, tolerances: Tolerances, begun: Tolerances = tolerances): LayerHead {
  const { crs, geometry } = layer;
  const system = identifySystem(crs);
  const definition = crs.code === null && system === null && crs.wkt !== undefined && crs.wkt.length <= LONGEST_DEFINITION ? { wkt: crs.wkt } : {};
  return {
    name: layer.name,
    crs: { name: crs.name, code: crs.code, units: crs.units.kind, system, metres_per_unit: crs.metresPerUnit, ...definition },
    features: geometry.featureOffsets.length - 1,
    vertices: geometry.xy.length / 2,
    tolerances: {
      snap_distance: tolerances.snapDistance,
      snap_distance_auto: options.snapDistance === 'auto',
      max_gap_width: tolerances.maxGapWidth,
      max_gap_width_auto: options.maxGapWidth === 'auto',
      unit: crs.units.kind === 'geographic' ? 'metre' : unitOfLength(crs.metresPerUnit),
      ...(tolerances.snapDistance > begun.snapDistance || tolerances.maxGapWidth > begun.maxGapWidth ? { begun_with: { snap_distance: begun.snapDistance, max_gap_width: begun.maxGapWidth } } : {}),
      ...(tolerances.evidence === undefined ? {} : { evidence: evidenceOf(tolerances.evidence) }),
    },
  };
}

function evidenceOf({ slivers, corridor, coordinateStep, edgeLength }: NonNullable<Tolerances['evidence']>): NonNullable<LayerReport['tolerances']['evidence']> {
  return { sliver_width: slivers, corridor_width: Number.isFinite(corridor) ? corridor : null, coordinate_step: coordinateStep, edge_length: edgeLength };
}

/** The same before the repair, with the tolerances that it will begin with. */
export function plannedHead(dataset: Pick<ReadDataset, 'name' | 'shellWinding'>, layer: DatasetLayer, options: FixGeometryOptions): LayerHead {
  const { snapDistance, maxGapWidth, overlaps, gaps } = options;
  const rules = rulesOf(dataset.name, layer, options);
  return layerHead(layer, options, plannedTolerances(layer.geometry, { snapDistance, maxGapWidth, overlaps, gaps, units: layer.crs.units, shellWinding: dataset.shellWinding, threads: 1, ...(rules === null ? {} : { landRules: rules.rules }) }));
}

/**
 * Notes that the layers of a file with several layers of polygons are repaired one by one. In a KML each folder is a layer, and people put every parcel
 * into a folder of its own: then no parcel is compared with any other.
 */
export function layersNote(layers: readonly { readonly geometry: Pick<Layer, 'partKinds'> }[]): DatasetNote[] {
  const count = layers.filter(({ geometry }) => geometry.partKinds.includes(PartKind.Polygon)).length;
  if (count < 2) return [];
  return [{ code: 'layers-not-compared', text: `There are polygons in ${String(count)} layers (in KML, folders). Overlaps and gaps are searched for within each layer, not between layers. If they belong together, merge them into one layer first with the tool "merge".` }];
}

/** Half and all of the way around the Earth, in degrees of longitude. */
const [HALF_ROUND, ROUND] = [180, 360];

/**
 * Notes polygons whose longitudes jump from one side of the map to the other. In Google Earth they lie across the 180th meridian; a repair leaves coordinates as they
 * are, and to it they are belts around the Earth, out of which all else is cut. An edge all around the Earth is that of a map of the world.
 */
export function across180Note(layers: readonly Pick<DatasetLayer, 'name' | 'geometry' | 'crs'>[]): DatasetNote[] {
  return layers.filter(({ crs }) => crs.units.kind === 'geographic').flatMap(({ name, geometry }): DatasetNote[] => {
    const jumping = jumpingFeatures(geometry);
    if (jumping.length === 0) return [];
    const which = jumping.length === 1 ? `Feature ${String(jumping[0] + 1)}` : `Features ${jumping.slice(0, MOST_NAMED).map((feature) => feature + 1).join(', ')}${jumping.length > MOST_NAMED ? ` and ${String(jumping.length - MOST_NAMED)} others` : ''}`;
    const [jumps, them] = jumping.length === 1 ? ['has edges whose longitudes jump', 'it'] : ['have edges whose longitudes jump', 'them'];
    return [{ code: 'across-180', text: `${which} of layer "${name}" ${jumps} from one side of the map to the other, as across the 180th meridian. Such edges are taken to go around the whole Earth, as most programs take them. Cut ${them} at the meridian before.` }];
  });
}

/** The most features that a note names. */
const MOST_NAMED = 5;

function jumpingFeatures({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): number[] {
  const jumps = (part: number): boolean => {
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      for (let vertex = ringOffsets[ring] + 1; vertex < ringOffsets[ring + 1]; vertex++) {
        const length = Math.abs(xy[2 * vertex] - xy[2 * vertex - 2]);
        if (length > HALF_ROUND && length < ROUND) return true;
      }
    }
    return false;
  };
  const found: number[] = [];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon || !jumps(part)) continue;
      found.push(feature);
      break;
    }
  }
  return found;
}

/** `snap distance 2 m, gap width 10 m`, shown when a repair begins. */
export function tolerancesInWords({ tolerances, crs }: LayerHead): string {
  const words = (distance: number) => {
    const rounded = Number(distance.toPrecision(4));
    return `${String(rounded)} ${unitWords(tolerances.unit, crs, rounded)}`;
  };
  return `snap distance ${words(tolerances.snap_distance)}, gap width ${words(tolerances.max_gap_width)}`;
}
