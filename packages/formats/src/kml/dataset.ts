import type { Layer } from '@geoinsights/geometry';
import { WGS84_BY_FORMAT } from '../crs.ts';
import type { Dataset, DatasetFiles, DatasetLayer, DatasetNote, InputFile, OpenOptions } from '../driver.ts';
import { unreadablePositionNote } from '../unreadable-positions.ts';
import { readDocument } from './document.ts';
import type { TextEncoding } from './encoding.ts';
import type { LabelList } from './labels.ts';
import type { PlacemarkPlaces } from './layer-builder.ts';
import type { ContainerElement } from './reader.ts';

export interface KmlDataset extends Dataset {
  readonly file: InputFile;
  readonly encoding: TextEncoding;
  /** For each layer, where its placemarks stand. */
  readonly places: readonly PlacemarkPlaces[];
}

/**
 * Opens a KML file: one layer for each container that directly holds placemarks, a feature for each placemark.
 * @throws ProblemError
 */
export async function openKml({ name, files }: DatasetFiles, options: OpenOptions = {}): Promise<KmlDataset> {
  const [file] = files;
  const { encoding, layers: found } = await readDocument(file, options.onProgress);
  const layers: DatasetLayer[] = [];
  const places: PlacemarkPlaces[] = [];
  let leftAlone = 0;
  for (const { container, builder } of found) {
    const finished = builder.finish();
    leftAlone += builder.leftAlone;
    places.push(finished.places);
    layers.push(layerOf(pathOf(container) || name, finished.geometry, builder.labels));
  }
  return { format: 'kml', name, file, encoding, layers, places, notes: [...leftAloneNote(leftAlone), ...layers.flatMap((layer) => unreadablePositionNote(layer.geometry, layer.name))], shellWinding: 'counter-clockwise', close: () => Promise.resolve() };
}

/** A function of its own, so that the layer keeps the labels alive and not all that was needed to read the file. */
function layerOf(name: string, geometry: Layer, labels: LabelList): DatasetLayer {
  return { name, crs: WGS84_BY_FORMAT, geometry, label: (feature) => labels.at(feature) || `placemark ${feature + 1}` };
}

function pathOf(container: ContainerElement | null): string {
  const names: string[] = [];
  for (let at = container; at !== null; at = at.parent) if (at.kind !== 'kml') names.unshift(at.name || (at.kind === 'Folder' ? 'Folder' : ''));
  return names.filter((name) => name !== '').join(' / ');
}

function leftAloneNote(leftAlone: number): DatasetNote[] {
  if (leftAlone === 0) return [];
  const what = leftAlone === 1 ? '1 geometry was left as it is' : `${leftAlone} geometries were left as they are`;
  return [{ code: 'geometry-left-alone', text: `${what}: tracks, 3D models and polygons that are not built as KML says are not repaired.` }];
}
