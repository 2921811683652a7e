import type { FormatName, Loss } from '@geoinsights/contract';
import type { FeatureDataset, FeatureLayer } from '@geoinsights/formats';
import { withGeometries, withLayers } from '../features/derived-layers.ts';
import { gatherGeometry } from '../features/gather-geometry.ts';
import { typesLeft } from '../features/geometry-types.ts';
import type { FeaturesResult } from '../features/give-out-datasets.ts';
import { roundGeometry } from '../features/round-geometry.ts';
import { runOnEach, type Derived } from '../features/run-on-each.ts';
import { inSystemOf } from '../features/target-system.ts';
import type { ToolContext } from '../tool.ts';

export const TOOL_NAME = 'convert';

export interface ConvertOptions {
  readonly to: FormatName;
  readonly from?: string | undefined;
  readonly decimals?: number | undefined;
}

/** Writes every dataset in another format. */
export function runConvert(context: ToolContext<ConvertOptions>): Promise<FeaturesResult<typeof TOOL_NAME>> {
  const { to, from, decimals } = context.options;
  return runOnEach(context, {
    tool: TOOL_NAME,
    suffix: '-converted',
    to,
    from,
    create: decimals === undefined ? {} : { decimals },
    archiveName: 'converted-files.zip',
    derive: async (dataset, file, onProgress) => [decimals === undefined || !isText(to) ? { dataset } : await roundedFor(to, dataset, decimals, file, onProgress)],
  }, {});
}

/** Formats that write coordinates as text; the others hold each double as it is. */
function isText(format: FormatName): boolean {
  return format === 'geojson' || format === 'kml' || format === 'kmz';
}

/** A dataset in the system of its new format, rounded there by the kernel: digits cut off one by one would make borders cross. */
async function roundedFor(format: FormatName, source: FeatureDataset, decimals: number, file: string, onProgress: (share: number, stage: string) => void): Promise<Derived> {
  const { dataset, losses: ofSystem } = inSystemOf(format, source, file);
  const losses: Loss[] = [...ofSystem];
  const layers: FeatureLayer[] = [];
  for (const layer of dataset.layers) {
    const { geometry, types } = await gatherGeometry(layer, (share) => onProgress(share, `Rounding ${layer.name}`));
    const rounded = roundGeometry(geometry, decimals, layer.name, file);
    losses.push(...rounded.losses);
    layers.push(withGeometries(layer, rounded.geometry, typesLeft(geometry, rounded.geometry, types)));
  }
  return { dataset: withLayers(dataset, layers), losses: () => losses };
}
