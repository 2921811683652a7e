import { ProblemError } from '@geoinsights/contract/errors';
import { countOfDegrees, type FeatureLayer } from '@geoinsights/formats';
import { featureAt } from './reproject-batch.ts';

/**
 * A layer in degrees, refused at the end of its reading if most of its coordinates cannot be degrees, such as metres with the `.prj` of WGS 84. A few
 * wild vertices pass, as they do in a repair.
 * @param problem makes the error, given the first feature with such coordinates
 * @throws ProblemError while reading
 */
export function inDegrees(layer: FeatureLayer, problem: (feature: string) => ProblemError): FeatureLayer {
  return withKindOfPositions(layer, ({ areDegrees, feature }) => {
    if (!areDegrees) throw problem(feature);
  });
}

/** Whether most positions of a layer are degrees. */
interface KindOfPositions {
  /** The number of positions, and of those that cannot be in degrees. */
  readonly all: number;
  readonly beyond: number;
  readonly areDegrees: boolean;
  /** The first feature with a position that cannot be in degrees; empty if there is none. */
  readonly feature: string;
}

/** The same layer. @param judge called at the end of reading; may throw */
export function withKindOfPositions(layer: FeatureLayer, judge: (kind: KindOfPositions) => void): FeatureLayer {
  return {
    ...layer,
    async *read() {
      let [all, beyond, feature] = [0, 0, ''];
      for await (const batch of layer.read()) {
        const counts = countOfDegrees(batch.geometry.xy);
        if (beyond === 0 && counts.beyond > 0) feature = featureAt(batch, counts.first);
        all += counts.all;
        beyond += counts.beyond;
        yield batch;
      }
      judge({ all, beyond, areDegrees: beyond * 2 <= all, feature });
    },
  };
}

/** The problem of a file that claims to be in degrees. */
export function noDegrees(file: string, system: string): (feature: string) => ProblemError {
  return (feature) => new ProblemError('coordinates-outside-system', { file, crs: system, feature });
}
