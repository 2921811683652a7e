import type { DatasetReport, FormatName, LayerReport } from '@geoinsights/contract';
import type { DatasetFiles, DatasetLayer, FormatReader } from '@geoinsights/formats/in-memory';
import { joinFindings, type Findings } from '@geoinsights/geometry';
import type { WorkBudget } from '../work-bound.ts';
import { countsOf, reportedFindings, transfersOf, type FindingsByLayer } from './findings-report.ts';
import { kernelOptions, repairOrSayWhyNot, type KernelSettings } from './kernel.ts';
import { layerHead } from './layer-head.ts';

/** How a dataset is checked. */
export interface CheckSettings extends KernelSettings {
  /** For temporary files of formats, where there is a disk. */
  readonly workFolder?: string;
  readonly budget: WorkBudget;
  readonly onProgress: (share: number, stage: string) => void;
}

/** The share of the whole at which reading ends. */
const READ = 0.15;

/** What `geotools check` says of a dataset: findings, and nothing written. */
export async function checkDataset(input: DatasetFiles, readerFor: (format: FormatName) => Promise<FormatReader>, settings: CheckSettings): Promise<{ report: DatasetReport; findings: FindingsByLayer[number] }> {
  const { options, workFolder, budget, onProgress } = settings;
  const reader = await readerFor(input.format);
  const dataset = await reader.open(input, {
    onProgress: (share) => onProgress(share * READ, `Reading ${input.name}`),
    ...(workFolder === undefined ? {} : { workFolder }),
  });
  try {
    const layers: LayerReport[] = [];
    const found: { findings: Findings; layer: DatasetLayer }[] = [];
    for (const [position, layer] of dataset.layers.entries()) {
      const pieceSizes = budget.spend(layer.geometry, dataset.name);
      // A repair that nobody writes down: it finds what fix-geometry finds, also what shows only while repairing.
      const kernel = {
        ...kernelOptions(layer, settings),
        shellWinding: dataset.shellWinding,
        onProgress: (share: number) => onProgress(READ + ((1 - READ) * (position + share)) / dataset.layers.length, `Checking ${layer.name}`),
      };
      const { findings: repaired, remaining, tolerances } = await repairOrSayWhyNot(layer.geometry, kernel, pieceSizes, dataset.name);
      // What a repair would leave over is there, too.
      const findings = joinFindings(repaired, remaining);
      const counts = countsOf(findings);
      layers.push({ ...layerHead(layer, options, tolerances), found: counts, remaining: counts, changed_features: 0, emptied_features: 0, ...transfersOf(repaired, layer) });
      found.push({ findings, layer });
    }
    return {
      findings: found.map(({ findings, layer }) => () => reportedFindings(findings, layer)),
      report: {
        name: dataset.name,
        format: dataset.format,
        files: input.files.map((file) => file.name),
        unchanged: true,
        verified: layers.every((layer) => Object.keys(layer.found).length === 0),
        notes: [...dataset.notes],
        layers,
      },
    };
  } finally {
    await dataset.close();
  }
}
