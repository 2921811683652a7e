import type { ToolReport } from '@geoinsights/contract';
import { listOf } from '@geoinsights/contract/units';
import type { CoordinateReferenceSystem, FeatureLayer } from '@geoinsights/formats';
import { changedLayer } from '../features/derived-layers.ts';
import type { ChosenFeatures, ExtractOptions } from './chosen.ts';

/** Where the features of a layer are. */
export interface Place {
  readonly crs: CoordinateReferenceSystem;
  /** West, south, east, north of all features read so far. */
  readonly extent: Float64Array;
  /** Why the condition does not fit the fields of the layer; null if it does. */
  readonly unfit: string | null;
}

export const NOWHERE = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);

/** A layer whose extent is measured as it is read. */
export function measured(layer: FeatureLayer, { extent }: Place): FeatureLayer {
  return changedLayer(layer, {}, (batch) => {
    const { xy } = batch.geometry;
    for (let at = 0; at < xy.length; at += 2) {
      if (xy[at] < extent[0]) extent[0] = xy[at];
      if (xy[at + 1] < extent[1]) extent[1] = xy[at + 1];
      if (xy[at] > extent[2]) extent[2] = xy[at];
      if (xy[at + 1] > extent[3]) extent[3] = xy[at + 1];
    }
    return batch;
  });
}

/** Says why a layer contributed nothing; for a rectangle beside it, also where the layer lies. Nothing for a layer that was empty before. */
export function nothingChosenNote({ layer, of, chosen }: ChosenFeatures, place: Place, options: Pick<ExtractOptions, 'where' | 'bbox' | 'within'>): ToolReport['notes'] {
  if (chosen > 0 || of === 0) return [];
  if (place.unfit !== null) return [{ code: 'nothing-chosen', text: `Nothing was extracted from layer "${layer}", because the condition does not fit it: ${place.unfit}.` }];
  const { where, bbox, within } = options;
  const asked = [where === undefined ? null : 'the condition', bbox === undefined ? null : 'the rectangle', within === undefined ? null : `the polygons of "${within}"`].filter((each) => each !== null);
  const text = `Nothing was extracted from layer "${layer}": ${of === 1 ? 'its one feature does not meet' : `none of its ${String(of)} features meets`} ${listOf(asked, 'and')}.`;
  return [{ code: 'nothing-chosen', text: `${text}${bbox === undefined || !isBeside(bbox, place) ? '' : whereItLies(bbox, place)}` }];
}

/** A layer without any vertex has no extent to report. */
function isBeside([west, south, east, north]: readonly number[], { extent }: Place): boolean {
  return extent[0] <= extent[2] && (west > extent[2] || east < extent[0] || south > extent[3] || north < extent[1]);
}

function whereItLies([west, south, east, north]: readonly number[], { crs, extent }: Place): string {
  const isPlanar = crs.units.kind === 'planar';
  const looksLikeDegrees = isPlanar && west >= -180 && east <= 180 && south >= -90 && north <= 90;
  const corners = [...extent].map((value) => String(Number(value.toFixed(isPlanar ? 0 : 4))));
  return ` Its extent, in ${crs.name}, is from ${corners[0]},${corners[1]} to ${corners[2]},${corners[3]}; the rectangle is outside it.${looksLikeDegrees ? ' The rectangle looks like degrees, but must be in the coordinates of the file.' : ''}`;
}
