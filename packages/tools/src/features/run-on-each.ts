import path from 'node:path';
import type { FormatName, Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { featureFormat, type CreateOptions, type FeatureDataset } from '@geoinsights/formats';
import { workOnEachDataset } from '../datasets/each-dataset.ts';
import type { ToolContext } from '../tool.ts';
import { checkDataset } from './check-dataset.ts';
import { inputReport } from './features-report.ts';
import { giveOutDatasets, type FeaturesResult } from './give-out-datasets.ts';
import { datasetName } from './result-names.ts';
import { inStatedSystem } from './source-system.ts';
import { inSystemOf } from './target-system.ts';
import { writeDataset, type DatasetOnDisk } from './write-datasets.ts';

/** A dataset that is to be written. */
export interface Derived {
  readonly dataset: Pick<FeatureDataset, 'layers'>;
  /** Its main file without the extension; else that of the source with the suffix of the tool. */
  readonly name?: string;
  /** What it does not hold any more, asked for when it is written. */
  readonly losses?: () => readonly Loss[];
  /** Writes it in another way than as one dataset. */
  readonly write?: (wanted: DatasetToWrite, onProgress: (share: number, stage: string) => void) => Promise<DatasetOnDisk[]>;
}

/** A dataset in a system that its format has, and where it goes. */
export interface DatasetToWrite {
  readonly dataset: FeatureDataset;
  readonly format: FormatName;
  readonly name: string;
  readonly folder: string;
  readonly workFolder: string;
}

export interface EachDataset<Tool extends string> {
  readonly tool: Tool;
  /** Behind the name of a result that is in the same format as its source. */
  readonly suffix: string;
  /** The format of the results, where it is not that of each source. */
  readonly to: FormatName | null | ((source: FormatName) => FormatName);
  /** The system of files that do not say one. */
  readonly from?: string | undefined;
  readonly create?: CreateOptions;
  /** Of several results in one. */
  readonly archiveName: string;
  /**
   * Makes of a dataset those that are written. It has the first part of the progress for what it must read beforehand.
   * @param file what the dataset is called in sentences about it
   */
  derive(dataset: FeatureDataset, file: string, onProgress: (share: number, stage: string) => void): Promise<readonly Derived[]>;
}

/** Shares of the work on a dataset at which it has been looked through, and has been made ready to be written. */
const OPENED = 0.3;
const DERIVED = 0.4;

/**
 * Opens every dataset among the inputs, makes new ones of it and writes them. A dataset that cannot be worked on is a failure in
 * the report and leaves nothing behind.
 * @param own what the report of the tool has beside what every report has, filled while datasets are derived
 * @throws ProblemError when none can be worked on
 */
export async function runOnEach<Tool extends string, Own extends object = object>(context: Pick<ToolContext<unknown>, 'inputs' | 'workFolder' | 'outputFolder' | 'unpacked' | 'onProgress'>, each: EachDataset<Tool>, own: Own): Promise<FeaturesResult<Tool, Own>> {
  const { workFolder } = context;
  const { done, failures, notes } = await workOnEachDataset(context, async (files, onProgress, position) => {
    const file = files.files[0].name;
    const { openFeatures } = await featureFormat(files.format);
    const opened = await openFeatures(files, { workFolder, onProgress: (share) => onProgress(OPENED * share, `Reading ${files.name}`) });
    try {
      if (opened.layers.length === 0) throw new ProblemError('nothing-left', { file, reason: 'it has no layer' });
      const dataset = inStatedSystem(opened, each.from);
      const derived = await each.derive(dataset, file, (share, stage) => onProgress(OPENED + (DERIVED - OPENED) * share, stage));
      const format = typeof each.to === 'function' ? each.to(files.format) : (each.to ?? files.format);
      const outputs: DatasetOnDisk[] = [];
      const losses: Loss[] = [];
      for (const [index, { dataset: made, name: given, losses: lost, write }] of derived.entries()) {
        const ready = inSystemOf(format, { ...dataset, ...made }, file);
        const name = given ?? datasetName(files.name, format === files.format ? each.suffix : '');
        const folder = path.join(workFolder, `result-${position}-${index}`);
        const writing = (share: number, stage: string) => onProgress(DERIVED + ((1 - DERIVED) * (index + share)) / derived.length, stage);
        if (write === undefined) outputs.push(await writeDataset({ format, name, dataset: ready.dataset }, folder, workFolder, each.create ?? {}, (share) => writing(share, `Writing ${name}`)));
        else outputs.push(...(await write({ dataset: ready.dataset, format, name, folder, workFolder }, writing)));
        losses.push(...(lost?.() ?? []), ...ready.losses);
      }
      for (const output of outputs) await checkDataset(output, each.create?.decimals === undefined, workFolder);
      return { input: inputReport(files, dataset), outputs, losses };
    } finally {
      await opened.close();
    }
  });
  const outputs = done.flatMap((one) => one.outputs);
  return giveOutDatasets(each, { inputs: done.map(({ input }) => input), outputs, losses: done.flatMap(({ losses }) => losses), failures, notes }, context, own);
}
