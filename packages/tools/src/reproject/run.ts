import type { FormatName, Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { descriptionOf } from '@geoinsights/formats';
import type { FeaturesResult } from '../features/deliver-datasets.ts';
import { runOnEach, type Derived } from '../features/run-on-each.ts';
import { systemCalled } from '../features/called-system.ts';
import { withoutHeights } from '../features/source-system.ts';
import { layerIn } from '../features/moved-layer.ts';
import { withLayers } from '../features/derived-layers.ts';
import type { ToolContext } from '../tool.ts';

export const TOOL_NAME = 'reproject';

interface ReprojectOptions {
  /** The target system. */
  readonly to: string;
  readonly format?: FormatName | undefined;
  readonly from?: string | undefined;
  readonly densify?: number | undefined;
}

/** How the coordinates of a layer were transformed. */
interface LayerTransformation {
  readonly dataset: string;
  readonly layer: string;
  readonly from: string;
  readonly to: string;
  readonly description: string;
  /** The possible error of a position in metres due to the datum shift; null if nobody has stated one. */
  readonly accuracy_m: number | null;
}

/**
 * Transforms every dataset into another reference system.
 * @throws ProblemError crs-not-known; format-has-own-system if a KML in a system other than WGS 84 is requested
 */
export function runReproject(context: ToolContext<ReprojectOptions>): Promise<FeaturesResult<typeof TOOL_NAME, { transformations: LayerTransformation[] }>> {
  const { to, format: wanted, from, densify } = context.options;
  const crs = systemCalled(to);
  const transformations: LayerTransformation[] = [];
  /** A KML in any system but its own is impossible. Unless KML is requested explicitly, it becomes a GeoPackage. */
  const formatFor = (source: FormatName): FormatName => {
    const { system } = descriptionOf(source).holds;
    return wanted ?? (system === null || system === crs.code ? source : 'geopackage');
  };
  return runOnEach(context, {
    tool: TOOL_NAME,
    suffix: '-reprojected',
    to: formatFor,
    from,
    archiveName: 'reprojected-files.zip',
    derive: (dataset, file): Promise<Derived[]> => {
      const format = formatFor(dataset.format);
      const { title, holds } = descriptionOf(format);
      if (holds.system !== null && holds.system !== crs.code) throw new ProblemError('format-has-own-system', { file, format: title, crs: crs.name });
      const losses: Loss[] = [];
      const layersMoved = dataset.layers.map((layer) => {
        const moved = layerIn(layer, crs, file, densify);
        transformations.push({ dataset: dataset.name, layer: layer.name, from: layer.crs.name, to: crs.name, description: moved.description ?? 'The coordinates are the same in both systems.', accuracy_m: moved.accuracyMetres });
        losses.push(...moved.losses, ...withoutHeights(to, layer.name));
        return moved;
      });
      return Promise.resolve([{ dataset: withLayers(dataset, layersMoved.map(({ layer }) => layer)), losses: () => [...losses, ...layersMoved.flatMap((moved) => moved.lossesOfReading())] }]);
    },
  }, { transformations });
}
