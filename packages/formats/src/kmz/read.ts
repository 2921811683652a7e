import type { AttributeReader } from '../attributes.ts';
import type { Dataset, DatasetContent, DatasetFiles, InputFile, OpenOptions } from '../driver.ts';
import { kmlDriver } from '../kml/index.ts';
import { attributesOfLayer } from './attributes.ts';
import { openDocuments } from './documents.ts';
import type { Unpacking } from './unpacking.ts';
import type { ZipDirectory, ZipEntry } from './zip-directory.ts';

export interface KmzContent extends DatasetContent {
  readonly archive: InputFile;
  readonly directory: ZipDirectory;
  /** Documents with placemarks, the main document first; `layers` lists their layers consecutively. */
  readonly documents: readonly { readonly entry: ZipEntry; readonly kml: Dataset }[];
}

/** Reads the documents of the archive. @param mostInMemory bytes of expanded KML to keep in memory while there is a folder for the rest */
export async function readKmz(dataset: DatasetFiles, options: OpenOptions, mostInMemory: number, unpacking: Unpacking): Promise<KmzContent> {
  const { archive, directory, documents, notes, close } = await openDocuments(dataset, options, mostInMemory, unpacking, (document) => kmlDriver.open(document));
  const layers = documents.flatMap(({ kml }) => kml.layers);
  return { format: 'kmz', name: dataset.name, layers, notes, shellWinding: 'counter-clockwise', archive, directory, documents, close };
}

/** The attributes of layer `layer` of the archive. */
export function attributesOfKmz({ documents }: KmzContent, layer: number): AttributeReader {
  return attributesOfLayer(documents.map(({ kml }) => kml), layer);
}
