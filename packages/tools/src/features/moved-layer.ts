import type { Loss } from '@geoinsights/contract';
import { transformationBetween } from '@geoinsights/crs/transformation-between';
import { heightSystemLosses, heightSystemOf, type CoordinateReferenceSystem, type FeatureLayer } from '@geoinsights/formats';
import { across180Losses, featuresTorn } from './across-180.ts';
import { crsNeeded } from './crs-needed.ts';
import { inDegrees, noDegrees } from './degrees.ts';
import { reprojectBatch } from './reproject-batch.ts';
import { isKnown } from './source-system.ts';
import { longIn, tornIn } from './torn-edges.ts';
import { unreadableVertices } from './unreadable-positions.ts';

const WGS84 = 'EPSG:4326';

interface MovedLayer {
  readonly layer: FeatureLayer;
  /** How the coordinates were transformed; null if both systems are the same. */
  readonly description: string | null;
  /** False if the numbers stay the same, including when two datums are treated as one. */
  readonly isMoved: boolean;
  readonly accuracyMetres: number | null;
  /** What the new system does not state about the old one. */
  readonly losses: readonly Loss[];
  /** Which coordinates could not be transformed, and which lie badly in the new system; complete only once the layer has been read. */
  readonly lossesOfReading: () => Loss[];
  /** The latter alone: a format that lacks the former says so itself. */
  readonly lossesOfPlace: () => Loss[];
}

const NO_LOSSES = (): Loss[] => [];
const NO_LOSSES_OF_READING = { lossesOfReading: NO_LOSSES, lossesOfPlace: NO_LOSSES };

/** A layer whose coordinates are transformed while reading. @param densify metres by which an edge may deviate from its true line */
export function layerIn(layer: FeatureLayer, crs: CoordinateReferenceSystem, file: string, densify?: number): MovedLayer {
  if (!isKnown(layer.crs)) {
    // Unidentified degrees count as WGS 84, as the note on the file says.
    if (layer.crs.units.kind === 'geographic' && crs.code === WGS84) return { layer: inDegrees({ ...layer, crs }, () => crsNeeded(file, layer.name)), description: null, isMoved: false, accuracyMetres: null, losses: [], ...NO_LOSSES_OF_READING };
    throw crsNeeded(file, layer.name);
  }
  const transformation = transformationBetween(layer.crs, crs, file);
  const { description, accuracyMetres } = transformation;
  const losses = heightSystemLosses(layer, heightSystemOf(crs));
  if (transformation.isIdentity) return { layer: crs.units.kind === 'geographic' ? inDegrees({ ...layer, crs }, noDegrees(file, layer.crs.name)) : { ...layer, crs }, description: (accuracyMetres ?? 0) === 0 ? null : description, isMoved: false, accuracyMetres, losses, ...NO_LOSSES_OF_READING };
  const reprojection = { file, transformation, to: crs, mostDeviation: densify ?? null };
  const [wasPlanar, isPlanar] = [layer.crs, crs].map(({ units }) => units.kind !== 'geographic');
  const [isTorn, wasLong] = [tornIn(crs, file), longIn(layer.crs)];
  let [unreadable, across] = [0, 0];
  const moved: FeatureLayer = {
    ...layer,
    crs,
    async *read() {
      unreadable = across = 0;
      for await (const batch of layer.read()) {
        unreadable += unreadableVertices(batch.geometry.xy).length;
        // What is long in a plane of the source is long in degrees, too, and is told of there; with more vertices, edges are others than before.
        const before = (wasPlanar && !isPlanar) || densify !== undefined ? null : batch.geometry.xy.slice();
        const there = reprojectBatch(batch, reprojection);
        const { xy } = there.geometry;
        across += featuresTorn(there.geometry, (at) => isTorn(xy, at) && !(before !== null && wasLong(before, at)));
        yield there;
      }
    },
  };
  const lossesOfPlace = (): Loss[] => across180Losses(layer.name, across, isPlanar);
  return { layer: moved, description, isMoved: true, accuracyMetres, losses, lossesOfReading: () => [...unreadableLosses(layer.name, unreadable), ...lossesOfPlace()], lossesOfPlace };
}

function unreadableLosses(layer: string, count: number): Loss[] {
  if (count === 0) return [];
  const what = count === 1 ? 'One position does' : `${String(count)} positions do`;
  return [{ code: 'value-left-out', layer, field: null, count, text: `${what} not consist of two finite numbers, before and after the transformation. Fix geometry removes such positions from polygons.` }];
}
