import type { FormatName } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureLayer } from '@geoinsights/formats';
import { withLayers } from '../features/derived-layers.ts';
import type { FeaturesResult } from '../features/deliver-datasets.ts';
import { runOnEach } from '../features/run-on-each.ts';
import type { ToolContext } from '../tool.ts';
import type { GroundBuffer } from './ground-buffer.ts';
import { Zones } from './zones.ts';

export const TOOL_NAME = 'buffer';

interface BufferOptions extends GroundBuffer {
  readonly dissolve: boolean;
  readonly format?: FormatName | undefined;
  readonly from?: string | undefined;
}

/** Draws the zone within a distance of every feature, measured on the ground. */
export function runBuffer(context: ToolContext<BufferOptions>): Promise<FeaturesResult<typeof TOOL_NAME>> {
  const { options } = context;
  return runOnEach(context, {
    tool: TOOL_NAME,
    suffix: '-buffered',
    to: options.format ?? null,
    from: options.from,
    archiveName: 'buffered-files.zip',
    derive: async (dataset, file, onProgress) => {
      const zones = dataset.layers.map((layer) => new Zones(layer, file, options));
      const layers: FeatureLayer[] = [];
      for (const each of zones) layers.push(options.dissolve ? await each.dissolved((share) => onProgress(share, 'Drawing zones')) : each.layer());
      const last = layers.pop();
      if (last !== undefined) layers.push(unlessNothingIsLeft(last, zones, file, options.distance));
      return [{ dataset: withLayers(dataset, layers), losses: () => zones.flatMap(({ losses }) => losses) }];
    },
  }, {});
}

/**
 * The last layer of a dataset, refused at the end of reading if no layer has a zone. A single layer may have none: a negative distance leaves nothing
 * of points.
 * @throws ProblemError nothing-left while reading
 */
function unlessNothingIsLeft(last: FeatureLayer, zones: readonly Zones[], file: string, distance: number): FeatureLayer {
  return {
    ...last,
    async *read() {
      yield* last.read();
      if (zones.some(({ counts }) => counts.left > 0) || zones.every(({ counts }) => counts.vanished === 0)) return;
      throw new ProblemError('nothing-left', { file, reason: distance > 0 ? (zones.some(({ counts }) => counts.unreadable > 0) ? 'its positions do not consist of two finite numbers' : 'its polygons have too few vertices for a buffer') : `no feature is wider than twice the distance of ${String(-distance)} m` });
    },
  };
}
