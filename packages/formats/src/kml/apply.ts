import type { Patch } from '@geoinsights/geometry';
import type { OutputFile, OutputFolder, WrittenFiles } from '../driver.ts';
import { copyRange, writeFile } from '../files/copy.ts';
import { ByteSink } from './byte-sink.ts';
import type { KmlContent } from './dataset.ts';
import { PlacemarkSource, type FeatureChange } from './placemark.ts';
import { writePlacemark } from './placemark-edit.ts';

interface PlacedChange extends FeatureChange {
  readonly layerIndex: number;
  readonly feature: number;
  /** Where the placemark stands, in units. */
  readonly start: number;
  readonly end: number;
}

/** Writes the document with the patches laid over its bytes; only changed placemarks are read again. */
export async function applyKml(dataset: KmlContent, patches: readonly (Patch | null)[], to: OutputFolder): Promise<WrittenFiles> {
  await writeFile(to, dataset.file.name, (output) => writeDocument(dataset, patches, output));
  return { files: [dataset.file.name], notes: [] };
}

async function writeDocument(dataset: KmlContent, patches: readonly (Patch | null)[], output: OutputFile): Promise<void> {
  const { file, encoding, places } = dataset;
  const byte = (unit: number): number => encoding.byteOrderMark + unit * encoding.unitWidth;
  let at = 0;
  for (const change of placedChanges(dataset, patches)) {
    await copyRange(file, at, byte(change.start), output);
    const bytes = await file.read(byte(change.start), byte(change.end));
    const source = new PlacemarkSource(bytes, change.start, encoding, places[change.layerIndex].scope, change.layer, change.feature);
    const sink = new ByteSink(encoding);
    writePlacemark(sink, source, change);
    await output.write(sink.finish());
    at = byte(change.end);
  }
  await copyRange(file, at, file.size, output);
}

/** The changes of all layers in the order of the document: folders may stand between each other's placemarks. */
function placedChanges({ layers, places }: KmlContent, patches: readonly (Patch | null)[]): PlacedChange[] {
  const changes: PlacedChange[] = [];
  for (const [layerIndex, { geometry }] of layers.entries()) {
    const patch = patches.at(layerIndex) ?? null;
    if (patch === null) continue;
    for (const [entry, feature] of patch.features.entries()) {
      const { spans } = places[layerIndex];
      changes.push({ layer: geometry, patch, entry, layerIndex, feature, start: spans[2 * feature], end: spans[2 * feature + 1] });
    }
  }
  return changes.sort((a, b) => a.start - b.start);
}
