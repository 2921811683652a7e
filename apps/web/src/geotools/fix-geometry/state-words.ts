import { TaskStatus } from '@geoinsights/contract';
import type { FailureAnswer, LayerAnswer, OutputAnswer, ReportAnswer, TaskAnswer } from '@geoinsights/contract';
import { CHECK, REPAIR, workOf } from '../next-step/work-words.ts';
import type { WorkWords } from '../next-step/work-words.ts';
import { countOf, formatNumber, formatSize, totalOf } from './quantities.ts';

/** The words of the status button, misspelt as in the specification; states without a button have none. */
export const BUTTON_WORDS: Readonly<Partial<Record<TaskStatus, string>>> = {
  [TaskStatus.READY]: 'Wainting',
  [TaskStatus.RUNNING]: 'Processing',
  [TaskStatus.COMPLETED]: 'Download',
  [TaskStatus.FAILED]: 'Processing failed',
};

/** For a finished task whose files the server no longer has. */
export function goneWords(noun: string): string {
  return `The files of this ${noun} are no longer on the server: they were deleted, or their 24 hours are over. Choose your files again to repeat the ${noun}.`;
}

/** The state of a task in one sentence, for everyone and for screen readers. */
export function sentenceOf(status: TaskStatus, answer: TaskAnswer | undefined, failure: string | undefined, work: WorkWords = REPAIR): string {
  switch (status) {
    case TaskStatus.NULL:
      return '';
    case TaskStatus.READY:
      return 'Your files have arrived and are waiting for their turn.';
    case TaskStatus.RUNNING:
      return `Your files are being ${work.participle}.`;
    case TaskStatus.COMPLETED:
      return completedSentence(answer?.report, work);
    case TaskStatus.FAILED:
      return failure ?? answer?.error?.detail ?? answer?.error?.title ?? `The files could not be ${work.participle}, and the server gave no reason. Try again later.`;
    case TaskStatus.CANCELLED:
      return `You stopped this ${work.noun}. Choose files to begin again.`;
  }
}

function completedSentence(report: ReportAnswer | undefined, work: WorkWords): string {
  if (report === undefined) return 'Done. Your result is ready.';
  const sentences = work === REPAIR ? [resultSentence(report)] : work === CHECK ? [checkSentence(report)] : ['Done.'];
  const emptied = sumOverLayers(report, ({ emptied_features: count }) => count);
  if (emptied > 0) sentences.push(`${countOf(emptied, 'feature has', 'features have')} no land left.`);
  if (report.datasets.length > 1 && report.then.some(({ tool }) => tool === 'merge')) sentences.push('Each file was repaired separately: to repair the borders between them, repair the merged file.');
  const last = report.then.at(-1) ?? report;
  if (last.outputs.length > 0) sentences.push(`The result contains ${countOf(featuresIn(last.outputs), 'feature')}.`);
  if (last.tool === 'merge' && last.inputs.length === 1 && report.failures.length === 0) sentences.push('Only one file was there to merge: choose all of them together.');
  if (last.bytes !== undefined && last.packed_bytes !== undefined) sentences.push(`${formatSize(last.bytes)} became ${formatSize(last.packed_bytes)}.`);
  const losses = [report, ...report.then].reduce((sum, step) => sum + step.losses.length, 0);
  if (losses > 0) sentences.push(`${formatNumber(losses)} ${losses === 1 ? 'thing differs' : 'things differ'} from your files: the report says what.`);
  const bare = shapefilesNoted(report, 'shapefile-without-attributes');
  if (bare > 0) sentences.push(`${countOf(bare, 'shapefile has', 'shapefiles have')} no attributes: ${bare === 1 ? 'its .dbf file is' : 'their .dbf files are'} missing, or cannot be read.`);
  const differing = shapefilesNoted(report, 'shapefile-attributes-differ');
  if (differing > 0) sentences.push(`${differing === 1 ? 'The .dbf file of one shapefile has' : `The .dbf files of ${formatNumber(differing)} shapefiles have`} more or fewer rows than there are shapes: check that they belong together.`);
  const losing = sumOverLayers(report, ({ losing_features: count }) => count);
  if (losing > 0) sentences.push(`${countOf(losing, 'feature loses', 'features lose')} land to others: look at that first.`);
  sentences.push(...failureSentences(report.failures, work), ...report.then.flatMap(({ failures, tool }) => failureSentences(failures, workOf(tool))));
  return sentences.join(' ');
}

function failureSentences(failures: readonly FailureAnswer[], { participle }: WorkWords): string[] {
  return failures.length === 0 ? [] : [`${failureWords(failures, participle)}: the report says why.`];
}

function featuresIn(outputs: readonly OutputAnswer[]): number {
  return outputs.flatMap(({ layers }) => layers).reduce((sum, { features = 0 }) => sum + features, 0);
}

/**
 * How many shapefiles have a note about their table: whoever chooses only the .shp does not expect the result to lack it, and whoever chooses
 * the .dbf of another farm does not know it.
 */
function shapefilesNoted({ datasets, inputs }: ReportAnswer, wanted: string): number {
  const isNoted = ({ notes }: { readonly notes: readonly { readonly code?: string | undefined }[] }): boolean => notes.some(({ code }) => code === wanted);
  return [...datasets, ...inputs].filter(isNoted).length;
}

function sumOverLayers({ datasets }: ReportAnswer, countOfLayer: (layer: LayerAnswer) => number | undefined): number {
  return datasets.flatMap(({ layers }) => layers).reduce((sum, layer) => sum + (countOfLayer(layer) ?? 0), 0);
}

/**
 * How many files something did not happen to. Counts the names listed, since people who sent a `.dbf` and a `.shx` do not count them as one.
 * @param verb what did not happen
 */
export function failureWords(failures: readonly FailureAnswer[], verb = 'repaired'): string {
  const files = failures.reduce((sum, { files: { length } }) => sum + Math.max(1, length), 0);
  return `${countOf(files, 'file was', 'files were')} not ${verb}`;
}

function resultSentence(report: ReportAnswer): string {
  const found = totalOf(report.found);
  const remaining = totalOf(report.remaining);
  if (isUnchanged(report) && remaining > 0 && report.datasets.every(({ verified }) => verified === true)) {
    return `Done: nothing was changed. ${countOf(remaining, 'overlap or gap stays', 'overlaps and gaps stay')}, as you asked.`;
  }
  if (isUnchanged(report) && remaining === 0) return isEmpty(report) ? 'Done, but there was nothing to repair: your files contain no features.' : `Done: nothing had to be ${report.then.length > 0 ? 'repaired' : 'changed'}.`;
  if (isUnchanged(report)) return `Not repaired: ${countOf(remaining, 'fault is', 'faults are')} left${report.then.length > 0 ? '' : ', and your files are returned unchanged'}.`;
  if (found === 0 && remaining > 0) return `Done, but ${countOf(remaining, 'fault', 'faults')} could not be repaired.`;
  // Only missing files of a dataset were created.
  if (found === 0 && remaining === 0) return 'Done: no faults were found.';
  if (remaining === 0) return `Done: ${countOf(found, 'fault was', 'faults were')} found and repaired.`;
  return `Done: ${countOf(found, 'fault was', 'faults were')} found, ${countOf(remaining, 'is', 'are')} left.`;
}

/** What a check found; nothing was changed by it. */
export function checkSentence(report: ReportAnswer): string {
  const count = totalOf(report.found);
  if (count === 0 && isEmpty(report)) return 'Checked, but there was nothing to check: your files contain no features.';
  return count === 0 ? 'Checked: no faults were found. Nothing was changed.' : `Checked: ${countOf(count, 'fault was', 'faults were')} found. Nothing was changed.`;
}

/** Whether it is known that no dataset has a feature. */
function isEmpty({ datasets }: ReportAnswer): boolean {
  const layers = datasets.flatMap((dataset) => dataset.layers);
  return datasets.length > 0 && layers.every(({ features }) => features === 0);
}

/** Whether every dataset was returned unchanged. */
export function isUnchanged(report: ReportAnswer): boolean {
  return report.datasets.length > 0 && report.datasets.every(({ unchanged }) => unchanged === true);
}
