import type { Layer } from '@geoinsights/geometry';
import { WGS84_BY_FORMAT } from '../crs.ts';
import type { DatasetContent, DatasetFiles, DatasetLayer, DatasetNote, InputFile } from '../driver.ts';
import { limited } from '../note-limit.ts';
import { unreadablePositionNote } from '../unreadable-positions.ts';
import { unusableWords } from './unusable.ts';
import { readDocument } from './document.ts';
import type { ReadingOptions } from './document.ts';
import type { TextEncoding } from './encoding.ts';
import type { LayerBuilder, PlacemarkPlaces } from './layer-builder.ts';
import { linksInWords, LINKS_STAY } from './links.ts';
import type { PlacemarkKinds } from './placemark-kinds.ts';
import type { ContainerElement } from './reader.ts';

export interface KmlContent extends DatasetContent {
  readonly file: InputFile;
  readonly encoding: TextEncoding;
  readonly kinds: PlacemarkKinds;
  /** For each layer, where its placemarks lie. */
  readonly places: readonly PlacemarkPlaces[];
}

/**
 * Opens a KML file: one layer for each container that directly holds placemarks, one feature for each placemark.
 * @throws ProblemError
 */
export async function readKml({ name, files }: DatasetFiles, options: ReadingOptions = {}): Promise<KmlContent> {
  const [file] = files;
  const { encoding, kinds, notes: ofDocument, links, layers: found } = await readDocument(file, options);
  const layers: DatasetLayer[] = [];
  const places: PlacemarkPlaces[] = [];
  const notes: DatasetNote[] = found.length > 0 || links === 0 ? [] : [{ code: 'kml-left-behind', text: `This KML has no placemarks, only ${linksInWords(links)}. ${LINKS_STAY}` }];
  for (const { container, builder } of found) {
    const finished = builder.finish();
    places.push(finished.places);
    const layer = layerOf(pathOf(container) || name, finished.geometry, builder);
    layers.push(layer);
    notes.push(...unusableNotes(builder, layer), ...unreadablePositionNote(layer.geometry, layer.name));
  }
  return { format: 'kml', name, file, encoding, kinds, layers, places, notes: [...ofDocument, ...limited(notes)], shellWinding: 'counter-clockwise', close: () => Promise.resolve() };
}

/** A separate function, so that the layer's closures keep only the labels alive and not everything used while reading. */
function layerOf(name: string, geometry: Layer, { labels, ids }: Pick<LayerBuilder, 'labels' | 'ids'>): DatasetLayer {
  return { name, crs: WGS84_BY_FORMAT, geometry, label: (feature) => labels.at(feature) || `placemark ${feature + 1}`, labelField: labels.isEmpty ? null : 'name', id: (feature) => ids?.at(feature) || null };
}

/** In UTF-16 units. Every layer has a path, and a report repeats it: folders inside folders would make it far larger than the file. */
const LONGEST_PATH = 1000;
const SEPARATOR = ' / ';

/** The names of a container and its ancestors, outermost first; empty if none has a name. Of a path that is too long, the outermost names are left out. */
export function pathOf(container: ContainerElement | null): string {
  const names: string[] = [];
  let length = 0;
  for (let at = container; at !== null; at = at.parent) {
    const name = at.kind === 'kml' ? '' : at.name || (at.kind === 'Folder' ? 'Folder' : '');
    if (name === '') continue;
    length += name.length + SEPARATOR.length;
    if (names.length > 0 && length > LONGEST_PATH) return ['…', ...names].join(SEPARATOR);
    names.unshift(name);
  }
  return names.join(SEPARATOR);
}

const REASONS = unusableWords('not repaired (tracks, 3D models)');

/** Reports the geometries of a layer that are left unrepaired, and where the first one is. */
function unusableNotes({ unusable }: LayerBuilder, layer: DatasetLayer): DatasetNote[] {
  return (['tuples', 'structure', 'foreign'] as const).flatMap((reason) => {
    const tally = unusable.get(reason);
    if (tally === undefined) return [];
    const { count, feature } = tally;
    const where = count === 1 ? 'it is' : 'the first is';
    return [{ code: 'geometry-not-repaired', text: `${REASONS[reason](count)}; ${where} in feature ${feature + 1} ("${layer.label(feature)}") of layer "${layer.name}". ${count === 1 ? 'It was left as it is' : 'They were left as they are'} and not compared with others.` }];
  });
}
