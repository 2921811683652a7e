import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { DatasetReport, FixGeometryOptions, LayerReport, NoteCode } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { OVERLAP_KINDS } from '@geoinsights/contract/repair-options';
import { driverFor, type Dataset, type DatasetFiles, type DatasetLayer, type DatasetNote, type OutputFolder } from '@geoinsights/formats';
import { joinFindings, keptFindings, releaseLayer, validate, type ChangedFeatures, type Findings, type PieceSizes, type PieceWorkers, type RepairOptions, type Tolerances } from '@geoinsights/geometry';
import { startWorkers } from '@geoinsights/geometry/threads';
import { countsOf, sumOfCounts, type FindingsByLayer, type LayerDetails } from './findings-report.ts';
import { DiskSpool } from './disk-spool.ts';
import { digestOf, fingerprintsOf, firstDifference, type Fingerprints } from './fingerprint.ts';
import { moveToDisk } from './findings-on-disk.ts';
import { kernelOptions, repairOrExplain, type KernelSettings } from './kernel.ts';
import { rulesOf, ruledReport, rulingsOf, type DecisionTally, type LayerRules } from './land-rules.ts';
import { reportedFindings } from './land-report.ts';
import { holesNote } from './holes-note.ts';
import { across180Note, layerHead, layersNote, tolerancesInWords } from './layer-head.ts';
import { featureNames } from './feature-names.ts';
import { NO_LAND, reportLand } from './layer-land.ts';
import { openVoidsReport } from './open-voids-report.ts';
import { transfersOf } from './transfers-report.ts';
import { withOpenFiles } from '../files/open-files.ts';
import { PromptCollection } from './prompt-collection.ts';
import type { WorkBudget } from '../work-bound.ts';

export interface RepairedDataset {
  /** Names of the files written into the folder. */
  readonly files: string[];
  readonly report: DatasetReport;
  readonly findings: FindingsByLayer[number];
}

export interface RepairSettings {
  readonly options: FixGeometryOptions;
  readonly threads: number;
  /** Lets others work in addition to the threads of this machine. */
  readonly shareWork?: ((here: PieceWorkers) => PieceWorkers) | undefined;
  readonly workFolder: string;
  readonly budget: WorkBudget;
  readonly tally: DecisionTally;
  /** Whether the report describes the land: of each finding and each changed feature. */
  readonly reportsLand: boolean;
  readonly onProgress: (share: number, stage: string) => void;
}

/** What we keep of a layer after its repair, without its geometry. */
interface RepairedLayer {
  readonly report: LayerReport;
  readonly expected: () => Fingerprints;
  /** Computes what `expected` returns, and frees all memory that the check does not need. */
  readonly release: () => void;
  /** Removes what is kept on disk. */
  readonly close: () => void;
  /** Bitwise digest of the layer if the last examination found nothing except what its rules leave. Null if it found something, or if faults were to be kept. */
  readonly cleanDigest: string | null;
  readonly tolerances: Tolerances;
  readonly rules: LayerRules | null;
  /** What its rules leave unrepaired. */
  readonly left: Readonly<Record<string, number>>;
  readonly changed: boolean;
  readonly details: LayerDetails;
  readonly notes: readonly DatasetNote[];
}

/** Shares of the total progress at which reading, repairing and writing end; checking takes the rest. */
const READ = 0.15;
const REPAIRED = 0.7;
const WRITTEN = 0.8;

/** Layers with more vertices are kept on disk while being repaired, and not in memory together with the one read for the check. */
const LARGE_LAYER = 16_000_000;

/** Notes on corrections that a format's driver makes by itself: the files then differ although no geometry was repaired. */
const REWRITTEN: ReadonlySet<NoteCode> = new Set(['shapefile-index-rebuilt', 'shapefile-holes-turned', 'geopackage-log-merged', 'geopackage-change-undone']);

/**
 * Opens a dataset, repairs each layer, applies the patches to the original bytes, and opens the result to check it: it must contain
 * the same features with exactly the repaired geometry, and that geometry must have been examined and found clean. It is
 * examined again unless the file contains, bit for bit, what was examined last.
 *
 * @param folder where `to` puts files on disk.
 * @throws ProblemError of the format for files that cannot be read; `result-check-failed` if the result fails the check.
 */
export async function repairDataset(input: DatasetFiles, to: OutputFolder, folder: string, settings: RepairSettings): Promise<RepairedDataset> {
  const { options, workFolder, budget, onProgress } = settings;
  const driver = await driverFor(input.format);
  const stage = (start: number, end: number, words: string) => (share: number) => onProgress(start + (end - start) * share, words);

  const reading = stage(0, READ, `Reading ${input.name}`);
  reading(0);
  const dataset = await driver.open(input, { onProgress: reading, workFolder });
  const ofLayers = [...layersNote(dataset.layers), ...across180Note(dataset.layers)];
  const layers: RepairedLayer[] = [];
  try {
    const changes: (ChangedFeatures | null)[] = [];
    for (const [position, layer] of dataset.layers.entries()) {
      const pieceSizes = budget.spend(layer.geometry, dataset.name);
      const width = (REPAIRED - READ) / dataset.layers.length;
      const [start, end] = [READ + position * width, READ + (position + 1) * width];
      let repairing = stage(start, end, `Repairing ${layer.name}`);
      const repaired = await repairLayer(dataset, position, pieceSizes, settings, {
        onTolerances: (tolerances) => {
          repairing = stage(start, end, `Repairing ${layer.name}: ${tolerancesInWords(layerHead(layer, options, tolerances))}`);
        },
        onProgress: (share) => repairing(share),
      });
      layers.push(repaired.layer);
      changes.push(repaired.changes);
    }

    onProgress(REPAIRED, `Writing ${input.name}`);
    const written = await dataset.apply(changes, to);
    const notes = [...dataset.notes, ...ofLayers, ...written.notes, ...layers.flatMap((layer) => layer.notes)];
    const identical = !layers.some((layer) => layer.changed) && !notes.some(({ code }) => REWRITTEN.has(code));
    if (!identical) {
      const checking = stage(WRITTEN, 1, `Checking ${input.name}`);
      const files = written.files.map((name) => ({ name, path: path.join(folder, name) }));
      changes.length = 0;
      for (const layer of layers) layer.release();
      await withOpenFiles(files, (open) => checkWritten({ ...input, files: open }, layers, settings, checking));
    }
    onProgress(1, `Done with ${input.name}`);

    const remaining = sumOfCounts(layers.map((layer) => layer.report.remaining));
    return {
      files: written.files,
      findings: layers.map((layer) => layer.details),
      report: {
        name: dataset.name,
        format: dataset.format,
        files: input.files.map((file) => file.name),
        unchanged: identical,
        verified: Object.keys(remaining).every((kind) => isKept(kind, options)) || layers.every(({ report, left }) => Object.entries(report.remaining).every(([kind, count]) => isKept(kind, options) || count <= (left[kind] ?? 0))),
        notes,
        layers: layers.map((layer) => layer.report),
      },
    };
  } finally {
    for (const layer of layers) layer.close();
    await dataset.close();
  }
}

async function repairLayer(dataset: Dataset, position: number, pieceSizes: PieceSizes, settings: RepairSettings, { onTolerances, onProgress }: Required<Pick<RepairOptions, 'onTolerances' | 'onProgress'>>) {
  const layer = dataset.layers[position];
  const { options } = settings;
  const isLarge = layer.geometry.xy.length / 2 > LARGE_LAYER;
  const spool = isLarge ? new DiskSpool(settings.workFolder) : null;
  const collection = isLarge ? new PromptCollection() : null;
  const progress = (share: number): void => {
    // After the last round most of its memory is no longer needed, and the findings are sorted next.
    if (share === 1) collection?.collect();
    else collection?.look();
    onProgress(share);
  };
  const rules = rulesOf(dataset.name, layer, options);
  let begun: Tolerances | undefined;
  const onBegun = (tolerances: Tolerances): void => {
    begun = tolerances;
    onTolerances(tolerances);
  };
  const kernel = { ...kernelOf(layer, settings, rules), shellWinding: dataset.shellWinding, onTolerances: onBegun, onProgress: progress, ...(spool === null ? {} : { spool }) };
  try {
    const result = await repairOrExplain(layer.geometry, kernel, pieceSizes, dataset.name);
    const { ruled } = result;
    if (rules !== null && ruled !== null) settings.tally.take(rules, ruled.outcomes);
    const ruling = rulingsOf(rules, ruled);
    const { labelField, ...names } = await featureNames(dataset, position, { field: options.labelField, reportsLand: settings.reportsLand }, result);
    const ofFindings = {
      found: countsOf(result.findings),
      // Findings that were kept on request are still in the result; a changed file is checked again.
      remaining: countsOf(joinFindings(result.remaining, keptFindings(result.findings))),
      label_field: labelField,
      ...ruledReport(result.findings, rules, ruled, options),
    };
    const ofHoles = holesNote(layer.name, result.findings);
    const left = countsOf(keptFindings(result.findings));
    const openVoids = openVoidsReport(result.openVoids, names);
    const land = settings.reportsLand ? await reportLand(layer, result, names, dataset.shellWinding) : NO_LAND;
    const transfers = transfersOf(result.findings, layer, names, land.givenBy);
    // Before computing the digest of the changes: with a large layer there is no room for both.
    const findings = findingsOf(result.findings, isLarge ? path.join(settings.workFolder, `findings-${randomUUID()}`) : null);
    collection?.collect();
    const { changes, tolerances, emptied, isSettled } = result;
    // Called only if the written file does not equal the layer bit by bit.
    let expected = () => fingerprintsOf(layer.geometry, changes);
    const release = (): void => {
      if (spool === null) return;
      const fingerprints = expected();
      expected = () => fingerprints;
      releaseLayer(layer.geometry);
      spool.close();
    };
    const isClean = isSettled && options.overlaps === 'fix' && options.gaps === 'fix';
    const { found, remaining, ...ofFeatures } = ofFindings;
    const repaired: RepairedLayer = {
      report: { ...layerHead(layer, options, tolerances, begun), found, remaining, changed_features: changes?.features.length ?? 0, emptied_features: emptied.length, ...transfers, ...openVoids, ...ofFeatures, ...land.report },
      expected: () => expected(),
      release,
      close: () => spool?.close(),
      cleanDigest: isClean && changes !== null ? digestOf(layer.geometry, layer.crs.units, changes) : null,
      tolerances: ruled?.tolerances ?? tolerances,
      rules,
      left: ruled === null ? {} : left,
      changed: changes !== null,
      details: { findings: () => reportedFindings(findings(), names, land.findings, ruling), balance: land.balance, changed: land.changed },
      notes: [...ofHoles, ...land.notes],
    };
    return { layer: repaired, changes };
  } catch (error) {
    spool?.close();
    throw error;
  }
}

/** @param place a file to store them in, null to keep them in memory */
function findingsOf(findings: Findings, place: string | null): () => Findings {
  return place === null ? () => findings : moveToDisk(findings, place);
}

/** Opens the result as its next reader would, and compares it with the repaired geometry. */
async function checkWritten(
  files: DatasetFiles,
  layers: RepairedLayer[],
  settings: RepairSettings,
  onProgress: (share: number) => void,
): Promise<void> {
  const driver = await driverFor(files.format);
  const result = await driver.open(files, { onProgress: (share) => onProgress(share / 3), workFolder: settings.workFolder });
  try {
    if (result.layers.length !== layers.length) {
      throw new ProblemError('result-check-failed', { file: files.files[0].name, reason: `it has ${result.layers.length} layers instead of ${layers.length}` });
    }
    for (const [position, layer] of result.layers.entries()) {
      const repaired = layers[position];
      // A bitwise equal layer was covered by the last examination, which found nothing.
      if (repaired.cleanDigest !== null && repaired.cleanDigest === digestOf(layer.geometry, layer.crs.units)) {
        repaired.report.remaining = { ...repaired.left };
        continue;
      }
      const difference = firstDifference(repaired.expected(), fingerprintsOf(layer.geometry));
      if (difference >= 0) {
        throw new ProblemError('result-check-failed', { file: files.files[0].name, reason: `feature ${difference + 1} of layer "${layer.name}" differs from its repair` });
      }
      const { snapDistance, maxGapWidth, keepsCorridors = false } = repaired.tolerances;
      const tolerances = { snapDistance, maxGapWidth, keepsCorridors };
      const { findings } = await validate(layer.geometry, {
        ...kernelOf(layer, settings, repaired.rules),
        ...tolerances,
        shellWinding: result.shellWinding,
        onProgress: (share) => onProgress((1 + (2 * (position + share)) / layers.length) / 3),
      });
      repaired.report.remaining = countsOf(findings);
    }
  } finally {
    await result.close();
  }
}

/** How pieces of a layer are distributed; undefined if they stay on this thread. */
export function workersOf({ threads, shareWork }: Pick<RepairSettings, 'threads' | 'shareWork'>): KernelSettings['startWorkers'] {
  if (shareWork !== undefined) return (count) => shareWork(startWorkers(count));
  return threads > 1 ? startWorkers : undefined;
}

function kernelOf(layer: DatasetLayer, settings: RepairSettings, rules: LayerRules | null): Omit<RepairOptions, 'shellWinding'> {
  return kernelOptions(layer, { ...settings, startWorkers: workersOf(settings) }, rules);
}

/** Findings that stay because the owner of the files asked for it. */
function isKept(kind: string, options: FixGeometryOptions): boolean {
  return (options.overlaps === 'keep' && OVERLAP_KINDS.some((known) => known === kind)) || (options.gaps === 'keep' && kind === 'gap');
}
