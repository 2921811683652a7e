import type { Failure, FeaturesReport, Loss } from '@geoinsights/contract';
import type { DatasetFiles, FeatureDataset } from '@geoinsights/formats';
import { reportedLayer, type DatasetOnDisk } from './write-datasets.ts';

/** The report entry for a dataset that was read. */
export function inputReport(files: DatasetFiles, { format, name, layers, notes }: FeatureDataset): FeaturesReport['inputs'][number] {
  return {
    name,
    format,
    files: files.files.map((file) => file.name),
    notes: [...notes],
    layers: layers.map((layer) => ({ ...reportedLayer(layer, layer.count), fields: layer.fields.length })),
  };
}

/** The outcome for all datasets of a task. */
export interface Outcome {
  readonly inputs: FeaturesReport['inputs'];
  readonly outputs: readonly DatasetOnDisk[];
  /** The file names of each output in the result. */
  readonly names: readonly (readonly string[])[];
  readonly losses: readonly Loss[];
  readonly failures: readonly Failure[];
  readonly notes: FeaturesReport['notes'];
}

export function featuresReport<Tool extends string>(tool: Tool, { inputs, outputs, names, losses, failures, notes }: Outcome): FeaturesReport & { readonly tool: Tool } {
  return {
    tool,
    failures: [...failures],
    notes: [...notes],
    inputs,
    outputs: outputs.map(({ format, layers }, position) => ({ format, files: [...names[position]], layers: layers.map((layer) => ({ ...layer })) })),
    losses: saidOnce([...losses, ...outputs.flatMap((output) => output.losses)]),
  };
}

/** Each loss once: a tool may lose of some features of a layer what a writer loses of others, in the same words. */
function saidOnce(losses: readonly Loss[]): Loss[] {
  const said = new Set<string>();
  return losses.filter((loss) => {
    const key = JSON.stringify(loss);
    if (said.has(key)) return false;
    said.add(key);
    return true;
  });
}
