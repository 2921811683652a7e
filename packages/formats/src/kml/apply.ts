import type { ChangedFeatures } from '@geoinsights/geometry';
import type { OutputFile, OutputFolder, WrittenFiles } from '../driver.ts';
import { copyRange, writeFile } from '../files/copy.ts';
import { ByteSink } from './byte-sink.ts';
import type { KmlContent } from './dataset.ts';
import { PlacemarkSource } from './placemark.ts';
import { writePlacemark } from './placemark-edit.ts';

interface PlacedChange {
  readonly changes: ChangedFeatures;
  /** Index among the changed features. */
  readonly place: number;
  readonly layerIndex: number;
  readonly feature: number;
  /** Where the placemark begins, in units. */
  readonly start: number;
  readonly end: number;
}

/** Writes the document with the changes applied to its bytes; only changed placemarks are read again. */
export async function applyKml(dataset: KmlContent, changes: readonly (ChangedFeatures | null)[], to: OutputFolder): Promise<WrittenFiles> {
  await writeFile(to, dataset.file.name, (output) => writeDocument(dataset, changes, output));
  return { files: [dataset.file.name], notes: [] };
}

async function writeDocument(dataset: KmlContent, changesOfLayers: readonly (ChangedFeatures | null)[], output: OutputFile): Promise<void> {
  const { file, encoding, layers, places } = dataset;
  const byte = (unit: number): number => encoding.byteOrderMark + unit * encoding.unitWidth;
  let at = 0;
  for (const { changes, place, layerIndex, feature, start, end } of placedChanges(dataset, changesOfLayers)) {
    await copyRange(file, at, byte(start), output);
    const bytes = await file.read(byte(start), byte(end));
    const { geometry: layer } = layers[layerIndex];
    const source = new PlacemarkSource({ bytes, start, encoding, scope: places[layerIndex].scope }, layer, feature);
    const sink = new ByteSink(encoding);
    writePlacemark(sink, source, { layer, ...changes.at(place) });
    await output.write(sink.finish());
    at = byte(end);
  }
  await copyRange(file, at, file.size, output);
}

/** The changes of all layers in document order: folders may lie between each other's placemarks. */
function placedChanges({ places }: KmlContent, changesOfLayers: readonly (ChangedFeatures | null)[]): PlacedChange[] {
  const placed: PlacedChange[] = [];
  for (const [layerIndex, { spans }] of places.entries()) {
    const changes = changesOfLayers.at(layerIndex) ?? null;
    if (changes === null) continue;
    for (const [place, feature] of changes.features.entries()) {
      placed.push({ changes, place, layerIndex, feature, start: spans[2 * feature], end: spans[2 * feature + 1] });
    }
  }
  return placed.sort((a, b) => a.start - b.start);
}
