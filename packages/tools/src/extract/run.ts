import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureBatch, FeatureDataset, FeatureLayer } from '@geoinsights/formats';
import { clip, ClipOutcome, type Layer } from '@geoinsights/geometry';
import { changedLayer, chosenFrom, withGeometries, withLayers } from '../features/derived-layers.ts';
import { columnOf, fieldNotFound } from '../features/field-named.ts';
import { gatherGeometry } from '../features/gather-geometry.ts';
import { typesAfter, withMultiTypes } from '../features/geometry-types.ts';
import type { FeaturesResult } from '../features/deliver-datasets.ts';
import { pickFeatures } from '../features/pick-features.ts';
import { runOnEach } from '../features/run-on-each.ts';
import { takeApart } from '../named-inputs.ts';
import type { ToolContext } from '../tool.ts';
import { areaOfFile, rectangle, type Area } from './area.ts';
import type { ChosenFeatures, ExtractOptions } from './chosen.ts';
import { compileFilter } from './cql2/evaluate.ts';
import type { Expression } from './cql2/expression.ts';
import { parseFilter } from './cql2/parse.ts';
import { heightsGone } from './heights-gone.ts';
import { measured, nothingChosenNote, NOWHERE, type Place } from './nothing-chosen.ts';
import { near, touching } from './select-by-area.ts';

export const TOOL_NAME = 'extract';

/** Keeps the features selected by a condition, a rectangle or an area, whole or cut at its border. */
export async function runExtract(context: ToolContext<ExtractOptions>): Promise<FeaturesResult<typeof TOOL_NAME, { chosen: ChosenFeatures[] }>> {
  const { where, bbox, within, format, from, clip: cuts } = context.options;
  const filter = where === undefined ? null : parseFilter(where);
  const { named, others } = takeApart(context.inputs, within === undefined ? [] : [within]);
  if (within !== undefined && named.length === 0) throw new ProblemError('area-not-found', { area: within });
  if (within !== undefined && others.length === 0) throw new ProblemError('invalid-options', { reason: `"${within}" is the area, and there is no other file to extract features from` });
  const areas: Area[] = [...(bbox === undefined ? [] : [rectangle(bbox)]), ...(within === undefined ? [] : [await areaOfFile(named, context.workFolder, from)])];
  const chosen: ChosenFeatures[] = [];
  const places = new Map<ChosenFeatures, Place>();
  return runOnEach(
    { ...context, inputs: others },
    {
      tool: TOOL_NAME,
      suffix: '-extract',
      to: format ?? null,
      from,
      fromServesOthers: within !== undefined,
      archiveName: 'extracted-files.zip',
      untangle: 'remove duplicate features (of the area, too), split the layer, or use an area with fewer vertices',
      notes: () => chosen.flatMap((count) => {
        const place = places.get(count);
        return place === undefined ? [] : nothingChosenNote(count, place, context.options);
      }),
      derive: async (dataset, file, onProgress) => {
        const layers: FeatureLayer[] = [];
        const losses: Loss[] = [];
        const filters = filter === null ? null : rowFilters(filter, dataset, file);
        for (const [position, layer] of dataset.layers.entries()) {
          const count = { dataset: dataset.name, layer: layer.name, of: layer.count, chosen: 0, cut: 0 };
          chosen.push(count);
          const place: Place = { crs: layer.crs, extent: NOWHERE.slice(), unfit: filters?.[position].unfit ?? null };
          places.set(count, place);
          const source = bbox === undefined ? layer : measured(layer, place);
          let picked = filters === null ? source : byRow(source, filters[position].keep);
          let before: Uint8Array | null = null;
          for (const area of areas) {
            const polygons = await area.in(layer, file, losses);
            if (!cuts) {
              picked = touching(picked, polygons);
              continue;
            }
            const clipped = await cutByArea(before === null ? near(picked, polygons) : picked, polygons, { before, losses }, (share) => onProgress(share, `Cutting ${layer.name}`));
            [picked, before] = [clipped.layer, clipped.isCut];
          }
          count.cut = before?.reduce((sum, isCut) => sum + isCut, 0) ?? 0;
          layers.push(counted(picked, count));
        }
        return [{ dataset: withLayers(dataset, layers), losses: () => losses }];
      },
    },
    { chosen },
  );
}

/** The condition for the rows of a layer. */
interface RowFilter {
  readonly keep: (row: Row) => boolean;
  /** Why no row can meet it; null if some may. */
  readonly unfit: string | null;
}

/**
 * The condition for each layer. If a layer has values of another kind in a field, none of its rows meets the condition.
 * @throws ProblemError filter-invalid if it fits no layer; field-not-found
 */
function rowFilters(filter: Expression, dataset: FeatureDataset, file: string): RowFilter[] {
  const problems: ProblemError[] = [];
  const filters = dataset.layers.map((layer): RowFilter => {
    try {
      return { keep: rowFilter(filter, dataset, layer, file), unfit: null };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'filter-invalid') throw error;
      problems.push(error);
      return { keep: () => false, unfit: String(error.details['reason']) };
    }
  });
  if (problems.length > 0 && problems.length === filters.length) throw problems[0];
  return filters;
}

/** A layer that lacks a field that others have counts as having no values in it. @throws ProblemError field-not-found if no layer has a field of the condition. */
function rowFilter(filter: Expression, dataset: FeatureDataset, layer: FeatureLayer, file: string): (row: Row) => boolean {
  const elsewhere = dataset.layers.flatMap((other) => (other === layer ? [] : other.fields));
  const fields = [...layer.fields, ...elsewhere];
  return compileFilter(filter, fields, (name, mayBeText) => {
    const own = columnOf(layer, name);
    const column = own >= 0 ? own : columnOf({ fields }, name);
    if (column >= 0) return column;
    throw fieldNotFound(dataset, name, file, mayBeText ? '. A text is written in single quotes' : '');
  });
}

type Row = FeatureBatch['rows'][number];

/** The features whose rows meet a condition. */
function byRow(layer: FeatureLayer, keep: (row: Row) => boolean): FeatureLayer {
  return chosenFrom(layer, {}, (batch, first) => pickFeatures(batch, Uint8Array.from(batch.rows, (row) => (keep(row) ? 1 : 0)), first));
}

interface ClippedLayer {
  readonly layer: FeatureLayer;
  /** For each of its features, 1 if this area or an earlier one has cut it. */
  readonly isCut: Uint8Array;
}

/**
 * The parts of the features inside an area. All are cut together, so that shared borders stay shared where they are cut.
 * @param before 1 for each feature of the layer that an earlier area has cut; null if there was none
 */
async function cutByArea(layer: FeatureLayer, area: Layer, { before, losses }: { before: Uint8Array | null; losses: Loss[] }, onProgress: (share: number) => void): Promise<ClippedLayer> {
  const { geometry, types } = await gatherGeometry(layer, onProgress);
  const clipped = clip(geometry, area, { units: layer.crs.units });
  losses.push(...heightsGone(layer.name, geometry, clipped.layer));
  const isCut = clipped.cut.map((outcome, feature) => (outcome === ClipOutcome.Cut || before?.[feature] === 1 ? 1 : 0)).filter((_, feature) => isInside(clipped, feature));
  const inside = withGeometries(layer, clipped.layer, typesAfter(clipped.layer, types));
  const kept = chosenFrom(inside, { geometryTypes: withMultiTypes(layer.geometryTypes) }, (batch, first) =>
    pickFeatures(batch, Uint8Array.from(batch.rows, (_, feature) => (isInside(clipped, batch.first + feature) ? 1 : 0)), first),
  );
  return { layer: kept, isCut };
}

/** A feature without geometry is never inside. */
function isInside({ layer: { featureOffsets }, cut }: ReturnType<typeof clip>, feature: number): boolean {
  return cut[feature] !== ClipOutcome.Gone && featureOffsets[feature] < featureOffsets[feature + 1];
}

/** Counts the features that are finally read from a layer. */
function counted(layer: FeatureLayer, count: ChosenFeatures): FeatureLayer {
  return changedLayer(layer, {}, (batch) => {
    count.chosen = batch.first + batch.rows.length;
    return batch;
  });
}
