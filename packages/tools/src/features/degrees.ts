import { ProblemError } from '@geoinsights/contract/errors';
import { isBeyondDegrees, type FeatureLayer } from '@geoinsights/formats';
import { changedLayer } from './derived-layers.ts';

/**
 * A layer in degrees, refused while it is read if most coordinates of a batch are none, such as metres with the `.prj` of WGS 84. A few
 * wild vertices pass, as they do in a repair.
 * @throws ProblemError coordinates-outside-system, while reading
 */
export function inDegrees(layer: FeatureLayer, file: string): FeatureLayer {
  return changedLayer(layer, {}, (batch) => {
    if (isBeyondDegrees(batch.geometry.xy)) throw new ProblemError('coordinates-outside-system', { file, crs: layer.crs.name, feature: `feature ${batch.first + 1} and those after it` });
    return batch;
  });
}
