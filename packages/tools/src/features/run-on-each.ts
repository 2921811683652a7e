import path from 'node:path';
import type { FeaturesReport, FormatName, Loss, ToolReport } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { descriptionOf, featureFormat, type CreateOptions, type DatasetFiles, type DatasetNote, type FeatureDataset } from '@geoinsights/formats';
import { workOnEachDataset } from '../datasets/each-dataset.ts';
import { sentAs } from '../datasets/sent-as.ts';
import type { ToolContext } from '../tool.ts';
import { checkWrittenDataset } from './check-dataset.ts';
import { watchingDegrees } from './contradicted-system.ts';
import { inputReport } from './features-report.ts';
import { deliverDatasets, type FeaturesResult } from './deliver-datasets.ts';
import { datasetName } from './result-names.ts';
import { inStatedSystem, unusedSystemNote } from './source-system.ts';
import { descriptionNotes } from './table-descriptions.ts';
import { inSystemOf } from './target-system.ts';
import { tangledProblem } from './too-tangled.ts';
import { MainFiles } from './main-files.ts';
import { writeDataset, type DatasetOnDisk, type Fault } from './write-datasets.ts';

/** A dataset to be written. */
export interface Derived {
  readonly dataset: Pick<FeatureDataset, 'layers'>;
  /** The name of its main file without extension; by default that of the source with the tool's suffix. */
  readonly name?: string;
  /** What it no longer contains; called once it has been written. */
  readonly losses?: () => readonly Loss[];
  /** Writes it in another way than as one dataset. */
  readonly write?: (wanted: DatasetToWrite, onProgress: (share: number, stage: string) => void) => Promise<DatasetOnDisk[]>;
}

/** A dataset in a system that the format supports, and where it is written. */
interface DatasetToWrite {
  readonly dataset: FeatureDataset;
  readonly format: FormatName;
  readonly name: string;
  readonly folder: string;
  readonly workFolder: string;
  /** To be called with the names of the main files before the first is written. */
  readonly onMainFiles: (names: readonly string[]) => void;
}

interface EachDataset<Tool extends string> {
  readonly tool: Tool;
  /** Appended to the name of a result in the same format as its source. */
  readonly suffix: string;
  /** The format of the results, if it is not that of each source. */
  readonly to: FormatName | null | ((source: FormatName) => FormatName);
  /** The system of files that do not state one. */
  readonly from?: string | undefined;
  /** Whether another file, which is not one of the datasets, may have needed it. */
  readonly fromServesOthers?: boolean;
  readonly create?: CreateOptions;
  /** What to do about borders that cross each other too often, if the cause is not only in the file. */
  readonly untangle?: string;
  /** The name of the archive for several results. */
  readonly archiveName: string;
  /** Whether it makes several datasets of one, so that only `derive` and `write` know their names. */
  readonly divides?: boolean;
  /** What else the report says; asked for once all results are written. */
  readonly notes?: () => ToolReport['notes'];
  /**
   * Derives the datasets to write from a dataset. The first share of the progress is for what it must read in advance.
   * @param file the name of the dataset in messages
   */
  derive(dataset: FeatureDataset, file: string, onProgress: (share: number, stage: string) => void): Promise<readonly Derived[]>;
}

const UNTANGLE = 'remove duplicate features, or split the layer';

/** Shares of the work on a dataset: once it has been scanned, and once it is ready to be written. */
const OPENED = 0.3;
const DERIVED = 0.4;

/** Characters of notes in an error; a longer detail would be cut within a sentence. */
const MOST_OF_NOTES = 370;

/** If a file has no layer, whatever was not read is all that it has, such as the links to other files in a KML. */
export function withoutLayers(file: string, notes: readonly DatasetNote[]): ProblemError {
  let reason = 'it contains no features';
  for (const text of new Set(notes.map((note) => note.text))) if (reason.length + text.length <= MOST_OF_NOTES) reason += `. ${text.replace(/\.$/, '')}`;
  return new ProblemError('nothing-left', { file, reason });
}

/**
 * Opens every dataset among the inputs, derives new ones from it and writes them. A dataset that cannot be processed is a failure
 * in the report and leaves nothing behind.
 * @param own the report members specific to the tool: lists, filled while datasets are derived. What was added for a dataset that then fails is taken away again.
 * @throws ProblemError if no dataset can be processed
 */
export async function runOnEach<Tool extends string, Own extends { readonly [Name in keyof Own]: unknown[] } = object>(context: Pick<ToolContext<unknown>, 'inputs' | 'workFolder' | 'outputFolder' | 'unpacked' | 'onMainFiles' | 'onProgress'>, each: EachDataset<Tool>, own: Own): Promise<FeaturesResult<Tool, Own>> {
  const { workFolder } = context;
  const lists: readonly unknown[][] = Object.values(own);
  const formatOf = (source: FormatName): FormatName => (typeof each.to === 'function' ? each.to(source) : (each.to ?? source));
  const nameFor = (files: DatasetFiles): string => datasetName(files.name, formatOf(files.format) === files.format ? each.suffix : '');
  const mainFiles = new MainFiles(context.onMainFiles);
  const onDatasets = (datasets: readonly DatasetFiles[]) => mainFiles.begin(datasets.map((files) => nameFor(files) + descriptionOf(formatOf(files.format)).extensions[0]));
  const { done, failures, notes } = await workOnEachDataset({ ...context, onDatasets }, async (files, onProgress, position) => {
    const file = sentAs(files).name;
    const lengths = lists.map(({ length }) => length);
    const { openFeatures } = await featureFormat(files.format);
    const opened = await openFeatures(files, { workFolder, onProgress: (share) => onProgress(OPENED * share, `Reading ${files.name}`) });
    try {
      if (opened.layers.length === 0) throw withoutLayers(file, opened.notes);
      const { dataset, notes: contradictions } = watchingDegrees(inStatedSystem(opened, each.from));
      const format = formatOf(files.format);
      const { mainFiles: namesOf } = await featureFormat(format);
      const toBeMade = (made: readonly Pick<Derived, 'name' | 'dataset'>[]) => mainFiles.of(position, made.flatMap(({ name = nameFor(files), dataset: { layers } }) => namesOf(name, layers.map((layer) => layer.name))));
      if (each.divides !== true) toBeMade([{ dataset }]);
      const derived = await each.derive(dataset, file, (share, stage) => onProgress(OPENED + (DERIVED - OPENED) * share, stage));
      if (each.divides === true && derived.every(({ write }) => write === undefined)) toBeMade(derived);
      const outputs: DatasetOnDisk[] = [];
      const losses: Loss[] = [];
      for (const [index, { dataset: made, name: given, losses: lost, write }] of derived.entries()) {
        const ready = await inSystemOf(format, { ...dataset, ...made }, file);
        const name = given ?? nameFor(files);
        const folder = path.join(workFolder, `result-${position}-${index}`);
        const writing = (share: number, stage: string) => onProgress(DERIVED + ((1 - DERIVED) * (index + share)) / derived.length, stage);
        if (write === undefined) outputs.push({ ...(given === undefined ? { sent: sentAs(files) } : {}), ...(await writeDataset({ format, name, dataset: ready.dataset }, folder, workFolder, each.create ?? {}, (share) => writing(share, `Writing ${name}`))) });
        else for (const output of await write({ dataset: ready.dataset, format, name, folder, workFolder, onMainFiles: (names) => mainFiles.of(position, names) }, writing)) outputs.push(output);
        // A file may have a hundred thousand layers: too many to hand over as arguments.
        for (const loss of [...(lost?.() ?? []), ...ready.losses()]) losses.push(loss);
      }
      for (const output of outputs) await checkWrittenDataset(output, workFolder, { isExact: each.create?.decimals === undefined });
      const notes = descriptionNotes(dataset.layers, derived.flatMap(({ dataset: { layers } }) => layers), format);
      return { file, opened, input: inputReport(files, { ...dataset, notes: [...dataset.notes, ...contradictions(), ...notes] }), outputs, losses };
    } catch (error) {
      for (const [index, list] of lists.entries()) list.length = lengths[index];
      throw await tangledProblem(error, file, each.untangle ?? UNTANGLE);
    } finally {
      await opened.close();
    }
  });
  const named = done.map((one) => namingFiles(one, isSharedName(done)));
  const unusedSystem = each.fromServesOthers === true ? [] : unusedSystemNote(each.from, done.map(({ opened }) => opened));
  const outputs = named.flatMap((one) => one.outputs);
  return deliverDatasets(each, { inputs: done.map(({ input }) => input), outputs, losses: named.flatMap(({ losses }) => losses), failures, notes: [...notes, ...unusedSystem, ...(each.notes?.() ?? []), ...outputs.flatMap(({ faults }) => faults.map(({ note }) => note))] }, context, own);
}

/** The outcome for one dataset. */
interface DoneDataset {
  readonly file: string;
  /** Closed by now. */
  readonly opened: Pick<FeatureDataset, 'layers'>;
  readonly input: FeaturesReport['inputs'][number];
  readonly outputs: readonly DatasetOnDisk[];
  readonly losses: readonly Loss[];
}

/** Whether layers of several datasets have this name. */
function isSharedName(done: readonly DoneDataset[]): (name: string) => boolean {
  const datasets = new Map<string, number>();
  for (const { input } of done) for (const name of new Set(input.layers.map((layer) => layer.name))) datasets.set(name, (datasets.get(name) ?? 0) + 1);
  return (name) => (datasets.get(name) ?? 0) > 1;
}

/** The same, with the file named in sentences about layers whose name is ambiguous. */
function namingFiles({ file, outputs, losses }: DoneDataset, isShared: (name: string) => boolean): Pick<DoneDataset, 'outputs' | 'losses'> {
  const telling = (all: readonly Loss[]): Loss[] => all.map((loss) => (isShared(loss.layer) ? { ...loss, text: `"${file}": ${loss.text}` } : loss));
  const tellingFaults = (all: readonly Fault[]): Fault[] => all.map((fault) => (isShared(fault.layer) ? { ...fault, note: { ...fault.note, text: `"${file}": ${fault.note.text}` } } : fault));
  return { outputs: outputs.map((output) => ({ ...output, losses: telling(output.losses), faults: tellingFaults(output.faults) })), losses: telling(losses) };
}
