import type { ChangedFeatures, Layer, PatchedFeature } from '@geoinsights/geometry';
import { firstAtLeast } from '@geoinsights/geometry/arrays';
import type { DatasetNote, InputFile, OutputFile, OutputFolder } from '../driver.ts';
import { copyRange, writeFile } from '../files/copy.ts';
import { FileWindow } from '../files/window.ts';
import { withEdits } from './byte-buffer.ts';
import type { GeoJsonContent } from './dataset.ts';
import { bboxEdits, emptyBounds, LONGEST_BBOX, widen } from './extent.ts';
import { featureEdits } from './feature-edit.ts';
import { FeatureTextReader } from './feature-text.ts';
import type { Collection } from './reader.ts';

/** A range of the file that is rewritten. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** Writes the file with the changes applied; everything outside the changed features is copied. */
export async function applyGeoJson(opened: GeoJsonContent, changesOfLayers: readonly (ChangedFeatures | null)[], to: OutputFolder): Promise<{ files: string[]; notes: DatasetNote[] }> {
  const { file } = opened;
  const changes = changesOfLayers.at(0) ?? null;
  const replacements = changes === null ? [] : [...changedFeatures(opened, changes), ...changedCollections(opened, changes)];
  replacements.sort((one, other) => one.start - other.start);
  await writeFile(to, file.name, (output) => write(file, replacements, output));
  return { files: [file.name], notes: [] };
}

async function write(file: InputFile, replacements: readonly Replacement[], output: OutputFile): Promise<void> {
  const window = new FileWindow(file);
  const load = async (start: number, end: number): Promise<Uint8Array> => {
    if (!(await window.load(start, end))) throw new Error(`${file.name} became shorter while it was worked on`);
    return window.bytes.subarray(start - window.start, end - window.start);
  };
  let at = 0;
  for (const { start, end, text } of replacements) {
    if (window.has(at, start)) await output.write(await load(at, start));
    else await copyRange(file, at, start, output);
    await output.write(await text(await load(start, end)));
    at = end;
  }
  await copyRange(file, at, file.size, output);
}

function* changedFeatures(opened: GeoJsonContent, changes: ChangedFeatures): Generator<Replacement> {
  const [{ geometry: layer }] = opened.layers;
  const reader = new FeatureTextReader();
  for (const [place, feature] of changes.features.entries()) {
    const start = opened.items.starts[feature];
    yield { start, end: opened.items.ends[feature], text: (bytes) => changedFeature(reader, bytes, start, layer, feature, changes.at(place)) };
  }
}

async function changedFeature(reader: FeatureTextReader, bytes: Uint8Array, start: number, layer: Layer, feature: number, { patch, entry }: PatchedFeature): Promise<Uint8Array> {
  const text = await reader.read(bytes, start);
  const [firstPart, endPart] = layer.featureOffsets.subarray(feature, feature + 2);
  if (text.partCount !== endPart - firstPart) throw new Error('a feature is not what it was when the file was opened');
  return withEdits(bytes, start, featureEdits(text, layer, patch, entry));
}

/** The bbox of every collection that contains a changed feature. */
function* changedCollections(opened: GeoJsonContent, changes: ChangedFeatures): Generator<Replacement> {
  const [{ geometry: layer }] = opened.layers;
  for (const collection of opened.collections) {
    const { start, end } = collection.bbox;
    // A sequence may have as many collections as features.
    const places = { from: firstAtLeast(changes.features, collection.firstFeature), to: firstAtLeast(changes.features, collection.endFeature) };
    if (places.from === places.to || end - start > LONGEST_BBOX) continue;
    yield { start, end, text: (bytes) => Promise.resolve(changedBbox(bytes, collection, layer, changes, places)) };
  }
}

/** @param places of the changed features in the collection, [from, to) */
function changedBbox(bytes: Uint8Array, collection: Collection, layer: Layer, changes: ChangedFeatures, places: { readonly from: number; readonly to: number }): Uint8Array {
  const { start, end } = collection.bbox;
  const before = emptyBounds();
  const after = emptyBounds();
  let from = collection.firstFeature;
  for (let place = places.from; place < places.to; place++) {
    const feature = changes.features[place];
    const { patch, entry } = changes.at(place);
    widen(after, layer, ...vertexRange(layer, from, feature));
    widen(after, patch.geometry, ...vertexRange(patch.geometry, entry, entry + 1));
    from = feature + 1;
  }
  widen(after, layer, ...vertexRange(layer, from, collection.endFeature));
  widen(before, layer, ...vertexRange(layer, collection.firstFeature, collection.endFeature));
  return withEdits(bytes, start, bboxEdits({ bytes, base: start, start, end }, before, after));
}

/** The vertices of features [from, to). */
function vertexRange(layer: Layer, from: number, to: number): [number, number] {
  const { featureOffsets, partOffsets, ringOffsets } = layer;
  return [ringOffsets[partOffsets[featureOffsets[from]]], ringOffsets[partOffsets[featureOffsets[to]]]];
}
