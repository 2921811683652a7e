import type { FormatName, Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureLayer } from '@geoinsights/formats';
import { simplify, type SimplifyOptions as KernelOptions } from '@geoinsights/geometry';
import { withGeometries, withLayers } from '../features/derived-layers.ts';
import { gatherGeometry } from '../features/gather-geometry.ts';
import { typesLeft } from '../features/geometry-types.ts';
import type { FeaturesResult } from '../features/deliver-datasets.ts';
import { partsGone } from '../features/parts-gone.ts';
import { runOnEach } from '../features/run-on-each.ts';
import type { ToolContext } from '../tool.ts';

export const TOOL_NAME = 'simplify';

export interface SimplifyOptions {
  readonly method: KernelOptions['method'];
  /** Metres, on the ground for degrees; units of the coordinates if their length is unknown. */
  readonly distance?: number | undefined;
  /** The share of the removable vertices to keep. */
  readonly share?: number | undefined;
  readonly keepAll: boolean;
  readonly format?: FormatName | undefined;
  readonly from?: string | undefined;
}

export interface SimplifiedLayer {
  readonly dataset: string;
  readonly layer: string;
  readonly vertices_before: number;
  readonly vertices_after: number;
  /** How many of them stay only because lines or borders would cross, or features vanish, without them. */
  readonly vertices_restored: number;
  /** In the unit of the option: the distance that was given, or that results from a share; null if nothing was to be kept. */
  readonly distance: number | null;
  readonly vanished_features: number;
}

/** Removes vertices from lines and borders; shared borders are simplified once. */
export function runSimplify(context: ToolContext<SimplifyOptions>): Promise<FeaturesResult<typeof TOOL_NAME, { simplified: SimplifiedLayer[] }>> {
  const { options } = context;
  const limit = options.distance === undefined ? 'the distance for that share' : 'the distance';
  const simplified: SimplifiedLayer[] = [];
  return runOnEach(
    context,
    {
      tool: TOOL_NAME,
      suffix: '-simplified',
      to: options.format ?? null,
      from: options.from,
      archiveName: 'simplified-files.zip',
      derive: async (dataset, file, onProgress) => {
        const layers: FeatureLayer[] = [];
        const losses: Loss[] = [];
        for (const layer of dataset.layers) {
          const { geometry, types } = await gatherGeometry(layer, (share) => onProgress(share, `Simplifying ${layer.name}`));
          const metresPerUnit = layer.crs.metresPerUnit ?? 1;
          const result = simplify(geometry, { method: options.method, tolerance: toleranceOf(options, metresPerUnit), units: layer.crs.units, keepAll: options.keepAll });
          const { verticesBefore, verticesAfter, restored, distance, vanished } = result;
          simplified.push({ dataset: dataset.name, layer: layer.name, vertices_before: verticesBefore, vertices_after: verticesAfter, vertices_restored: restored, distance: Number.isFinite(distance) ? (options.distance ?? distance * metresPerUnit) : null, vanished_features: vanished.length });
          if (vanished.length > 0) losses.push({ code: 'empty-geometry-left-out', layer: layer.name, field: null, count: vanished.length, text: `${vanished.length === 1 ? `One feature is smaller than ${limit}: nothing of it is left, and its row stays` : `${String(vanished.length)} features are smaller than ${limit}: nothing of them is left, and their rows stay`}, without a geometry.` });
          const gone = partsGone(layer.name, geometry, result.layer, `smaller than ${limit}.`);
          if (gone !== null) losses.push(gone);
          layers.push(withGeometries(layer, result.layer, typesLeft(geometry, result.layer, types)));
        }
        if (layers.every(({ count }) => count === 0)) throw new ProblemError('nothing-left', { file, reason: 'it has no features' });
        return [{ dataset: withLayers(dataset, layers), losses: () => losses }];
      },
    },
    { simplified },
  );
}

/** The kernel measures planes in units of their coordinates. */
function toleranceOf({ distance, share }: SimplifyOptions, metresPerUnit: number): KernelOptions['tolerance'] {
  if (distance !== undefined) return { distance: distance / metresPerUnit };
  if (share !== undefined) return { share };
  throw new ProblemError('invalid-options', { reason: 'to simplify, give distance or share' });
}
