import type { DatasetReport, FormatName, LayerReport } from '@geoinsights/contract';
import type { DatasetFiles, FormatReader } from '@geoinsights/formats/in-memory';
import type { Tolerances } from '@geoinsights/geometry';
import { joinFindings } from '@geoinsights/geometry';
import type { WorkBudget } from '../work-bound.ts';
import { featureNames } from './feature-names.ts';
import { countsOf, type FindingsByLayer, type LayerDetails } from './findings-report.ts';
import { holesNote } from './holes-note.ts';
import { kernelOptions, repairOrExplain, type KernelSettings } from './kernel.ts';
import { rulesOf, ruledReport, rulingsOf } from './land-rules.ts';
import { reportedFindings } from './land-report.ts';
import { across180Note, layerHead, layersNote } from './layer-head.ts';
import { NO_LAND, reportLand } from './layer-land.ts';
import { openVoidsReport } from './open-voids-report.ts';
import { transfersOf } from './transfers-report.ts';

/** How a dataset is checked. */
interface CheckSettings extends KernelSettings {
  /** For temporary files of formats, if there is a disk. */
  readonly workFolder?: string;
  readonly budget: WorkBudget;
  /** Whether the report describes what would happen to the land. */
  readonly reportsLand: boolean;
  readonly onProgress: (share: number, stage: string) => void;
}

/** Share of the total progress at which reading ends. */
const READ = 0.15;

/** The findings of `geotools check` for a dataset; nothing is written. */
export async function checkDataset(input: DatasetFiles, readerFor: (format: FormatName) => Promise<FormatReader>, settings: CheckSettings): Promise<{ report: DatasetReport; findings: FindingsByLayer[number] }> {
  const { options, workFolder, budget, onProgress } = settings;
  const reader = await readerFor(input.format);
  const dataset = await reader.open(input, {
    onProgress: (share) => onProgress(share * READ, `Reading ${input.name}`),
    ...(workFolder === undefined ? {} : { workFolder }),
  });
  try {
    const layers: LayerReport[] = [];
    const details: LayerDetails[] = [];
    const notes = [...dataset.notes, ...layersNote(dataset.layers), ...across180Note(dataset.layers)];
    for (const [position, layer] of dataset.layers.entries()) {
      const pieceSizes = budget.spend(layer.geometry, dataset.name);
      // A repair whose result is discarded: it finds what fix-geometry finds, including what appears only during a repair.
      const rules = rulesOf(dataset.name, layer, options);
      let begun: Tolerances | undefined;
      const kernel = {
        ...kernelOptions(layer, settings, rules),
        onTolerances: (planned: Tolerances): void => {
          begun = planned;
        },
        shellWinding: dataset.shellWinding,
        onProgress: (share: number) => onProgress(READ + ((1 - READ) * (position + share)) / dataset.layers.length, `Checking ${layer.name}`),
      };
      const result = await repairOrExplain(layer.geometry, kernel, pieceSizes, dataset.name);
      const { changes, tolerances, ruled, openVoids } = result;
      if (rules !== null && ruled !== null) settings.tally?.take(rules, ruled.outcomes);
      // Faults that a repair would leave are part of the findings.
      const findings = joinFindings(result.findings, result.remaining);
      const { labelField, ...names } = await featureNames(dataset, position, { field: options.labelField, reportsLand: settings.reportsLand }, { findings, changes, openVoids });
      const land = settings.reportsLand ? await reportLand(layer, { changes, findings, tolerances }, names, dataset.shellWinding) : NO_LAND;
      notes.push(...holesNote(layer.name, findings), ...land.notes);
      const counts = countsOf(findings);
      layers.push({ ...layerHead(layer, options, tolerances, begun), found: counts, remaining: counts, changed_features: 0, emptied_features: 0, ...transfersOf(result.findings, layer, names, land.givenBy), ...openVoidsReport(openVoids, names), label_field: labelField, ...ruledReport(findings, rules, ruled, options), ...land.report });
      details.push({ findings: () => reportedFindings(findings, names, land.findings, rulingsOf(rules, ruled)), balance: land.balance, changed: land.changed });
    }
    return {
      findings: details,
      report: {
        name: dataset.name,
        format: dataset.format,
        files: input.files.map((file) => file.name),
        unchanged: true,
        verified: layers.every((layer) => Object.keys(layer.found).length === 0),
        notes,
        layers,
      },
    };
  } finally {
    await dataset.close();
  }
}
