import type { FixGeometryOptions } from '@geoinsights/contract';
import type { SentDataset } from '@geoinsights/formats';
import type { Batch } from '../datasets/dataset-batch.ts';
import { workOnEachDataset, type DatasetsContext } from '../datasets/each-dataset.ts';
import type { ToolContext } from '../tool.ts';
import { WorkBudget } from '../work-bound.ts';
import { checkRules, DecisionTally, notesOnDecisions } from './land-rules.ts';
import type { RepairSettings } from './repair-dataset.ts';

/** A tool's context in which others may join this machine's threads in repairing pieces of a layer. */
export interface RepairContext extends Omit<ToolContext<FixGeometryOptions>, 'elsewhere'>, Pick<DatasetsContext, 'onDatasets'> {
  readonly shareWork?: RepairSettings['shareWork'];
  /** Whether the report describes what happened to the land; true by default. A terminal that prints a summary does not need it. */
  readonly reportsLand?: boolean;
}

/**
 * Like `workOnEachDataset`, with the settings of a repair. The datasets share the cost limit.
 * @throws ProblemError also for contradictory options.
 */
export async function workOnEach<Done>(
  context: RepairContext,
  work: (dataset: SentDataset, settings: RepairSettings, position: number) => Promise<Done>,
): Promise<Batch<Done>> {
  const { options, threads, workFolder, shareWork, reportsLand = true, bound = null } = context;
  checkRules(options);
  const budget = new WorkBudget(bound);
  const tally = new DecisionTally();
  const batch = await workOnEachDataset(context, (dataset, onProgress, position) => work(dataset, { options, threads, workFolder, budget, tally, reportsLand, onProgress, ...(shareWork === undefined ? {} : { shareWork }) }, position));
  return { ...batch, notes: [...batch.notes, ...notesOnDecisions(options, tally)] };
}
