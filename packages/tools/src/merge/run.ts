import path from 'node:path';
import type { FormatName, Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { identifySystem } from '@geoinsights/crs';
import { descriptionOf, featureFormat, heightSystemOf, inOrderSent, NumberedNames, problemOfAll, reportedFailure, type CoordinateReferenceSystem, type DatasetNote, type FailedFiles, type FeatureBatch, type FeatureDataset, type FeatureLayer, type Field, type SentDataset } from '@geoinsights/formats';
import { outcomeOf } from '../datasets/dataset-batch.ts';
import { withDatasets } from '../datasets/each-dataset.ts';
import { sentAs } from '../datasets/sent-as.ts';
import { closingAfterwards } from '../features/closing-afterwards.ts';
import { checkWrittenDataset } from '../features/check-dataset.ts';
import { crsNeeded } from '../features/crs-needed.ts';
import { watchingDegrees } from '../features/contradicted-system.ts';
import { withKindOfPositions } from '../features/degrees.ts';
import { inputReport } from '../features/features-report.ts';
import { deliverDatasets, type FeaturesResult } from '../features/deliver-datasets.ts';
import { layerIn } from '../features/moved-layer.ts';
import { withoutLayers } from '../features/run-on-each.ts';
import { systemCalled } from '../features/called-system.ts';
import { inStatedSystem, isKnown, unusedSystemNote, withoutHeights } from '../features/source-system.ts';
import { descriptionNotes } from '../features/table-descriptions.ts';
import { inSystemOf } from '../features/target-system.ts';
import { writeDataset } from '../features/write-datasets.ts';
import type { ToolContext } from '../tool.ts';
import { calledAsSent } from './called-as-sent.ts';
import { sourceNames } from './source-names.ts';
import { SystemChanges } from './system-changes.ts';
import { freeName, keyOf, unitedFields, widened } from './united-fields.ts';

export const TOOL_NAME = 'merge';

interface MergeOptions {
  /** One layer with everything, or one for each input layer. */
  readonly layers: 'one' | 'each';
  readonly format?: FormatName | undefined;
  /** The system of the result; by default that of the first layer. */
  readonly crs?: string | undefined;
  readonly from?: string | undefined;
  /** The name of a field for each feature's source file. */
  readonly sourceField?: string | undefined;
}

interface OpenedDataset {
  readonly sent: SentDataset;
  /** In the system that was stated for datasets without one. */
  readonly dataset: FeatureDataset;
  readonly asRead: FeatureDataset;
  /** What is found of its degrees while it is read. */
  readonly contradictions: () => readonly DatasetNote[];
}

/** The name of the result without its extension. */
const NAME = 'merged';
/** Share of the work at which all datasets are open. */
const OPENED = 0.3;

/**
 * Merges the features of all datasets into one file. A dataset that cannot be opened, or has no layer, is a failure in the report; a later error
 * ends the task, so that no result lacks half of a source.
 */
export async function runMerge(context: ToolContext<MergeOptions>): Promise<FeaturesResult<typeof TOOL_NAME>> {
  const { options, workFolder, onProgress } = context;
  return withDatasets(context, async ({ datasets, unusable, notes }) => {
    const failures: FailedFiles[] = [...unusable];
    const opened: OpenedDataset[] = [];
    return closingAfterwards(async (closeLater) => {
      for (const [position, sent] of datasets.entries()) {
        const outcome = await outcomeOf(sent, async () => {
          const { openFeatures } = await featureFormat(sent.format);
          const asRead = await openFeatures(sent, { workFolder, onProgress: (share) => onProgress((OPENED * (position + share)) / datasets.length, `Reading ${sent.name}`) });
          closeLater(asRead);
          if (asRead.layers.length === 0) throw withoutLayers(sentAs(sent).name, asRead.notes);
          return asRead;
        });
        if (outcome.kind === 'done') {
          const { dataset, notes: contradictions } = watchingDegrees(inStatedSystem(calledAsSent(sent, outcome.value), options.from));
          opened.push({ sent, asRead: outcome.value, dataset, contradictions });
        } else failures.push(outcome.failure);
      }
      if (opened.length === 0) throw problemOfAll(failures);
      const format = options.format ?? formatFor(opened[0].sent.format, options.crs);
      refuseOtherSystem(format, options.crs);
      const merged = options.layers === 'one' ? oneLayer(opened, format, options) : eachLayer(opened, format, options);
      context.onMainFiles?.((await featureFormat(format)).mainFiles(NAME, merged.layers.map(({ name }) => name)));
      const ready = await inSystemOf(format, { ...opened[0].dataset, layers: merged.layers }, 'the merged file');
      const written = await writeDataset({ format, name: NAME, dataset: ready.dataset }, path.join(workFolder, 'result'), workFolder, {}, (share) => onProgress(OPENED + (1 - OPENED) * share, 'Writing the merged file'));
      await checkWrittenDataset(written, workFolder, { isExact: true });
      const inputs = opened.map(({ sent, dataset, contradictions }) => inputReport(sent, { ...dataset, notes: [...dataset.notes, ...contradictions(), ...descriptionNotes(dataset.layers, merged.layers, format)] }));
      const outcome = { inputs, outputs: [written], losses: [...merged.losses(), ...ready.losses()], failures: inOrderSent(failures).map(reportedFailure), notes: [...notes, ...unusedSystemNote(options.from, opened.map(({ asRead }) => asRead)), ...written.faults.map(({ note }) => note)] };
      return await deliverDatasets({ tool: TOOL_NAME, archiveName: 'merged.zip' }, outcome, context, {});
    });
  });
}

/** The format of the first file. A KML in any system but its own is impossible: unless it is requested explicitly, it becomes a GeoPackage, as in a reprojection. */
function formatFor(first: FormatName, wanted: string | undefined): FormatName {
  const { system } = descriptionOf(first).holds;
  return wanted === undefined || system === null || systemCalled(wanted).code === system ? first : 'geopackage';
}

/** @throws ProblemError format-has-own-system */
function refuseOtherSystem(format: FormatName, wanted: string | undefined): void {
  const { title, holds: { system } } = descriptionOf(format);
  const crs = wanted === undefined ? null : systemCalled(wanted);
  if (crs !== null && system !== null && crs.code !== system) throw new ProblemError('format-has-own-system', { file: 'merged', format: title, crs: crs.name });
}

interface Merged {
  readonly layers: readonly FeatureLayer[];
  /** Complete once the layers have been read. */
  readonly losses: () => readonly Loss[];
}

interface Source {
  readonly file: string;
  /** The value of the field for the source. */
  readonly name: string;
  readonly layer: FeatureLayer;
  /** Complete once the layer has been read. */
  readonly lossesOfReading: () => Loss[];
}

/** @param format that of the result. If it has a system of its own, everything goes there in one step. */
function sourcesOf(opened: readonly OpenedDataset[], format: FormatName, losses: Loss[], { crs: wanted }: MergeOptions): Source[] {
  const names = sourceNames(opened.map(({ sent }) => sent));
  const all = opened.flatMap(({ sent, dataset }, place) => dataset.layers.map((layer) => ({ file: sentAs(sent).name, name: names[place], layer })));
  const { system } = descriptionOf(format).holds;
  const first = system === null || !all.some(({ layer }) => isKnown(layer.crs)) ? withSharedHeights(systemOfFirst(all), all) : systemCalled(system);
  const crs = wanted === undefined ? first : systemCalled(wanted);
  if (wanted !== undefined) losses.push(...withoutHeights(wanted, 'merged'));
  const measured: MeasuredAs = {};
  const changes = new SystemChanges();
  const sources = all.map(({ file, name, layer }) => {
    // If no system is known, there is nothing to transform.
    if (!isKnown(crs) && !isKnown(layer.crs) && layer.crs.units.kind === crs.units.kind) return { file, name, layer: crs.units.kind === 'geographic' ? measuredAlike(layer, file, measured) : layer, lossesOfReading: () => [] };
    const moved = layerIn(layer, crs, file);
    losses.push(...moved.losses);
    if (moved.description !== null) changes.add({ file, layer: layer.name }, moved.isMoved, moved.description);
    return { file, name, layer: moved.layer, lossesOfReading: moved.lossesOfReading };
  });
  losses.push(...changes.losses());
  return sources;
}

/** The first layer whose coordinates can be degrees, and the first whose cannot. */
interface MeasuredAs {
  degrees?: Pick<Source, 'file' | 'layer'>;
  other?: Pick<Source, 'file' | 'layer'>;
}

/**
 * A layer in degrees of an unknown system. At the end of its reading it is refused if earlier layers have coordinates of another kind: programs claim
 * degrees for any file without a system.
 * @throws ProblemError crs-needed while reading, naming the file without degrees
 */
function measuredAlike(layer: FeatureLayer, file: string, measured: MeasuredAs): FeatureLayer {
  return withKindOfPositions(layer, ({ all, areDegrees }) => {
    if (all === 0) return;
    measured[areDegrees ? 'degrees' : 'other'] ??= { file, layer };
    if (measured.degrees !== undefined && measured.other !== undefined) throw crsNeeded(measured.other.file, measured.other.layer.name);
  });
}

/**
 * The system of the first layer. If its file states none while others do, its degrees count as WGS 84.
 * @throws ProblemError crs-needed, naming that file
 */
function systemOfFirst([first, ...others]: readonly Pick<Source, 'file' | 'layer'>[]): CoordinateReferenceSystem {
  const { crs } = first.layer;
  if (isKnown(crs) || !others.some(({ layer }) => isKnown(layer.crs))) return crs;
  if (crs.units.kind === 'geographic') return systemCalled('EPSG:4326');
  throw crsNeeded(first.file, first.layer.name);
}

/** The system; without its height system unless the heights of all layers are known to be in it. */
function withSharedHeights(crs: CoordinateReferenceSystem, all: readonly Pick<Source, 'layer'>[]): CoordinateReferenceSystem {
  const heights = heightSystemOf(crs);
  if (heights === null || all.every(({ layer }) => !layer.hasZ || heightSystemOf(layer.crs) === heights)) return crs;
  const horizontal = identifySystem(crs);
  return horizontal === null ? crs : systemCalled(horizontal.code);
}

function oneLayer(opened: readonly OpenedDataset[], format: FormatName, options: MergeOptions): Merged {
  const losses: Loss[] = [];
  const sources = sourcesOf(opened, format, losses, options);
  const united = unitedFields(sources);
  const sourceField = options.sourceField === undefined ? null : sourceFieldOf(options.sourceField, 'merged', united.fields, losses);
  const withIds = sources.filter(({ layer }) => layer.ids === 'own');
  if (withIds.length > 0) losses.push({ code: 'ids-left-out', layer: 'merged', field: null, count: null, text: 'The ids of the features were left out, because two files may use the same one.' });
  const rounded = sources.map(({ layer }) => layer.fields.map(() => 0));
  const layer: FeatureLayer = {
    name: 'merged',
    crs: sources[0].layer.crs,
    fields: sourceField === null ? united.fields : [...united.fields, sourceField],
    geometryTypes: [...new Set(sources.flatMap((source) => source.layer.geometryTypes))].sort((one, other) => one - other),
    hasZ: sources.some((source) => source.layer.hasZ),
    hasM: sources.some((source) => source.layer.hasM),
    ids: 'none',
    count: sources.reduce((sum, source) => sum + source.layer.count, 0),
    async *read() {
      let first = 0;
      for (const [index, source] of sources.entries()) {
        const roundedHere = rounded[index].fill(0);
        const types = source.layer.fields.map(({ type }, own) => ({ from: type, to: united.fields[united.places[index][own]].type, place: united.places[index][own] }));
        for await (const batch of source.layer.read()) {
          const rows = batch.rows.map((row) => {
            const values = united.fields.map((): FeatureBatch['rows'][number][number] => null);
            for (const [own, { from, to, place }] of types.entries()) {
              const value = row[own];
              values[place] = widened(value, from, to);
              if (to === 'real' && typeof value === 'bigint' && BigInt(Number(value)) !== value) roundedHere[own]++;
            }
            if (sourceField !== null) values.push(source.name);
            return values;
          });
          yield { ...batch, first, rows, ids: null };
          first += rows.length;
        }
      }
    },
  };
  return { layers: [layer], losses: () => [...losses, ...united.losses, ...sources.flatMap((source, index) => [...source.lossesOfReading(), ...roundedLosses(source, rounded[index])])] };
}

function eachLayer(opened: readonly OpenedDataset[], format: FormatName, options: MergeOptions): Merged {
  const losses: Loss[] = [];
  const sources = sourcesOf(opened, format, losses, options);
  // A format may hold two layers of one name, and nobody would know which is which.
  const names = new NumberedNames({ likeness: keyOf });
  const layers = sources.map(({ name, layer: own }): FeatureLayer => {
    const layer = { ...own, name: names.give(own.name) };
    if (layer.name !== own.name) losses.push({ code: 'layer-renamed', layer: own.name, field: null, count: null, text: `Layer "${own.name}" of "${name}" is called "${layer.name}": a file before it has a layer of that name.` });
    if (options.sourceField === undefined) return layer;
    const field = sourceFieldOf(options.sourceField, layer.name, layer.fields, losses);
    return {
      ...layer,
      fields: [...layer.fields, field],
      async *read() {
        for await (const batch of layer.read()) yield { ...batch, rows: batch.rows.map((row) => [...row, name]) };
      },
    };
  });
  return { layers, losses: () => [...losses, ...sources.flatMap(({ lossesOfReading }) => lossesOfReading())] };
}

/** @param counts for each field, how many values reals do not hold exactly */
function roundedLosses({ file, layer: { name, fields } }: Source, counts: readonly number[]): Loss[] {
  return fields.flatMap(({ name: field }, own): Loss[] => {
    const count = counts[own];
    if (count === 0) return [];
    return [{ code: 'number-rounded', layer: name, field, count, text: `In "${field}" of "${file}", ${count === 1 ? 'one whole number has' : `${count} whole numbers have`} more digits than a real keeps, and ${count === 1 ? 'was' : 'were'} rounded: other layers have fractions in it.` }];
  });
}

/** The requested name, or, with a loss, a numbered one if another field already has that name. */
function sourceFieldOf(wanted: string, layer: string, fields: readonly Field[], losses: Loss[]): Field {
  const taken = new Set(fields.map((field) => keyOf(field.name)));
  const name = freeName(wanted, (free) => taken.has(keyOf(free)));
  if (name !== wanted) losses.push({ code: 'field-renamed', layer, field: wanted, count: null, text: `The field with the source of each feature is called "${name}", since there is a field "${wanted}" already.` });
  return { name, type: 'text', width: null, decimals: null };
}
