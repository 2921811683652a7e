import type { FormatName, Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureDataset, FeatureLayer } from '@geoinsights/formats';
import { chosenFrom, withLayers } from '../features/derived-layers.ts';
import type { FeaturesResult } from '../features/deliver-datasets.ts';
import { beginningOfParts, safeName } from '../features/result-names.ts';
import { runOnEach, type Derived } from '../features/run-on-each.ts';
import type { ToolContext } from '../tool.ts';
import { partsByCount, partsByField } from './parts.ts';
import { singleParts, singleTypes } from './single-parts.ts';
import { writeParts } from './write-parts.ts';

export const TOOL_NAME = 'split';

interface SplitOptions {
  /** A field, or one of the words layer, count and part. */
  readonly by: string;
  /** A field, overriding `by`. */
  readonly field?: string | undefined;
  readonly count?: number | undefined;
  readonly format?: FormatName | undefined;
  readonly from?: string | undefined;
}

/** Splits a file into several: one for each value of a field, for each layer, or for a number of features; or turns each part into a feature. */
export function runSplit(context: ToolContext<SplitOptions>): Promise<FeaturesResult<typeof TOOL_NAME>> {
  const { format, from } = context.options;
  const by = wayOf(context.options);
  return runOnEach(context, {
    tool: TOOL_NAME,
    suffix: by === 'part' ? '-single-parts' : '',
    to: format ?? null,
    from,
    archiveName: 'split-files.zip',
    divides: by !== 'part',
    derive: (dataset, file) => Promise.resolve(by === 'part' ? [bySinglePart(dataset)] : by === 'layer' ? byLayer(dataset) : [{ dataset, write: partsWriter(context.options, by, file), losses: () => dataset.layers.flatMap(withoutFeatures) }]),
  }, {});
}

type Way = 'layer' | 'count' | 'part' | 'field';

function wayOf({ by, field }: SplitOptions): Way {
  const ways: readonly Way[] = ['layer', 'count', 'part'];
  return field === undefined ? (ways.find((way) => way === by) ?? 'field') : 'field';
}

function byLayer(dataset: FeatureDataset): Derived[] {
  const names = dataset.layers.map(({ name }, position) => safeName(name, String(position + 1)));
  const beginning = beginningOfParts(dataset.name, names);
  return dataset.layers.map((layer, position) => ({ dataset: withLayers(dataset, [layer]), name: `${beginning}-${names[position]}` }));
}

function bySinglePart(dataset: FeatureDataset): Derived {
  return {
    dataset: withLayers(dataset, dataset.layers.map((layer) => chosenFrom(layer, { geometryTypes: singleTypes(layer.geometryTypes), ids: 'none' }, singleParts))),
    losses: () => dataset.layers.filter(({ ids }) => ids === 'own').map(({ name }) => ({ code: 'ids-left-out', layer: name, field: null, count: null, text: 'The ids of the features were left out, because the parts of a feature would share one.' })),
  };
}

/** A layer without features is in none of the parts. */
function withoutFeatures({ name, count }: FeatureLayer): Loss[] {
  return count > 0 ? [] : [{ code: 'layer-left-out', layer: name, field: null, count: null, text: `Layer "${name}" has no features, so no file contains it.` }];
}

function partsWriter({ by, field = by, count }: SplitOptions, way: Way, file: string): NonNullable<Derived['write']> {
  return async ({ dataset, format, name, folder, workFolder, onMainFiles }, onProgress) => {
    const parts = way === 'field' ? await partsByField(dataset, field, file) : partsByCount(dataset, needed(count), file);
    if (parts.names.length === 0) throw new ProblemError('nothing-left', { file, reason: 'it has no features' });
    return writeParts({ ...parts, dataset, format, prefix: beginningOfParts(name, parts.names), folder, workFolder, onMainFiles }, onProgress);
  };
}

/** The options' schema requires it, but a program may run the command line without the schema. */
function needed(count: number | undefined): number {
  if (count === undefined) throw new ProblemError('invalid-options', { reason: 'to split by count, give count' });
  return count;
}
