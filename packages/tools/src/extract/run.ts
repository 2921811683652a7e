import type { FormatName } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureBatch, FeatureDataset, FeatureLayer } from '@geoinsights/formats';
import { clip, selectWithin, type Layer } from '@geoinsights/geometry';
import { chosenFrom, withLayers } from '../features/derived-layers.ts';
import { typesAfter, withMultiTypes } from '../features/geometry-types.ts';
import { pickFeatures } from '../features/pick-features.ts';
import { runOnEach, type FeaturesResult } from '../features/run-on-each.ts';
import { takeApart } from '../named-inputs.ts';
import { columnOf, fieldNotFound } from '../split/parts.ts';
import type { ToolContext } from '../tool.ts';
import { areaOfFile, rectangle, type Area } from './area.ts';
import { compileFilter } from './cql2/evaluate.ts';
import type { Expression } from './cql2/expression.ts';
import { parseFilter } from './cql2/parse.ts';

export const TOOL_NAME = 'extract';

export interface ExtractOptions {
  /** A condition in CQL2 text. */
  readonly where?: string | undefined;
  /** West, south, east, north in the coordinates of the layers. */
  readonly bbox?: readonly [number, number, number, number] | undefined;
  /** The name of a file among the inputs whose polygons choose. */
  readonly within?: string | undefined;
  /** Features are cut at the border of the rectangle or the polygons; else those that meet it come whole. */
  readonly clip: boolean;
  readonly format?: FormatName | undefined;
  readonly from?: string | undefined;
}

/** Of each layer how many features were chosen. */
export interface ChosenFeatures {
  readonly dataset: string;
  readonly layer: string;
  readonly of: number;
  chosen: number;
  cut: number;
}

/** Takes the features that a condition, a rectangle or an area chooses, whole or cut at its border. */
export async function runExtract(context: ToolContext<ExtractOptions>): Promise<FeaturesResult<{ chosen: ChosenFeatures[] }>> {
  const { where, bbox, within, format, from, clip: cuts } = context.options;
  const filter = where === undefined ? null : parseFilter(where);
  const { named, others } = takeApart(context.inputs, within === undefined ? [] : [within]);
  if (within !== undefined && named.length === 0) throw new ProblemError('area-not-found', { area: within });
  const area = within !== undefined ? await areaOfFile(named, context.workFolder) : bbox === undefined ? null : rectangle(bbox);
  const chosen: ChosenFeatures[] = [];
  return runOnEach(
    { ...context, inputs: others },
    {
      tool: TOOL_NAME,
      suffix: '-extract',
      to: format ?? null,
      from,
      archiveName: 'extracted-files.zip',
      derive: async (dataset, file) => {
        const layers: FeatureLayer[] = [];
        for (const layer of dataset.layers) {
          const count = { dataset: dataset.name, layer: layer.name, of: layer.count, chosen: 0, cut: 0 };
          chosen.push(count);
          const keep = filter === null ? null : rowFilter(filter, dataset, layer, file);
          layers.push(extracted(layer, { keep, area: area === null ? null : await area.in(layer.crs), cuts, count }));
        }
        return [{ dataset: withLayers(dataset, layers) }];
      },
    },
    { chosen },
  );
}

/** @throws ProblemError field-not-found where no layer has a field of the condition. A layer that lacks it where others have it has no values in it. */
function rowFilter(filter: Expression, dataset: FeatureDataset, layer: FeatureLayer, file: string): (row: FeatureBatch['rows'][number]) => boolean {
  return compileFilter(filter, layer.fields, (name) => {
    const column = columnOf(layer, name);
    if (column < 0) throw fieldNotFound(dataset, name, file);
    return column;
  });
}

interface Choice {
  readonly keep: ((row: FeatureBatch['rows'][number]) => boolean) | null;
  readonly area: Layer | null;
  readonly cuts: boolean;
  readonly count: ChosenFeatures;
}

function extracted(layer: FeatureLayer, { keep, area, cuts, count }: Choice): FeatureLayer {
  const geometryTypes = area !== null && cuts ? withMultiTypes(layer.geometryTypes) : layer.geometryTypes;
  return chosenFrom(layer, { geometryTypes }, (batch, first) => {
    const byRow = keep === null ? batch : pickFeatures(batch, Uint8Array.from(batch.rows, (row) => (keep(row) ? 1 : 0)), first);
    const picked = byRow === null || area === null ? byRow : cuts ? clipped(byRow, area, layer, count, first) : pickFeatures(byRow, selectWithin(byRow.geometry, area, 'intersects'), first);
    count.chosen += picked?.rows.length ?? 0;
    return picked === null ? null : { ...picked, first };
  });
}

const GONE = 2;
const CUT = 1;

function clipped(batch: FeatureBatch, area: Layer, { crs }: FeatureLayer, count: ChosenFeatures, first: number): FeatureBatch | null {
  const { layer: geometry, cut } = clip(batch.geometry, area, { units: crs.units });
  count.cut += cut.reduce((sum, one) => sum + (one === CUT ? 1 : 0), 0);
  return pickFeatures({ ...batch, geometry, types: typesAfter(geometry, batch.types) }, cut.map((one) => (one === GONE ? 0 : 1)), first);
}
