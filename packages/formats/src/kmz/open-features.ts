import type { DatasetFiles, DatasetNote } from '../driver.ts';
import type { FeatureDataset, OpenFeaturesOptions } from '../features/feature-dataset.ts';
import { openKmlFeatures } from '../kml/features.ts';
import { named } from '../named-fields.ts';
import { limited } from '../note-limit.ts';
import { openDocuments, othersIn } from './documents.ts';
import { nodeUnpacking } from './node-unpacking.ts';

/** Expanded documents beyond this go to the work folder: reading feature by feature must not fill the memory. */
const MOST_IN_MEMORY = 16 << 20;

/**
 * Opens every KML document of the archive, the main one first, for reading feature by feature.
 * @throws ProblemError if the archive or a document in it is not what it should be
 */
export async function openKmzFeatures(dataset: DatasetFiles, options: OpenFeaturesOptions = {}): Promise<FeatureDataset> {
  const { directory, documents, notes: ofDocuments, close } = await openDocuments(dataset, options, MOST_IN_MEMORY, nodeUnpacking(options.workFolder), (document) => openKmlFeatures(document, options.onVertices === undefined ? {} : { onVertices: options.onVertices }));
  const layers = documents.flatMap(({ kml }) => kml.layers);
  const notes = [...otherFilesNote(othersIn(directory.entries).map(({ name }) => name)), ...ofDocuments];
  return { format: 'kmz', name: dataset.name, layers, notes: limited(notes), close };
}

/** On pictures and other files of the archive, which descriptions and styles refer to. */
function otherFilesNote(names: readonly string[]): DatasetNote[] {
  if (names.length === 0) return [];
  return [{ code: 'kml-left-behind', text: `The archive holds ${names.length === 1 ? 'a file' : `${names.length} files`} besides its KML, which ${names.length === 1 ? 'was' : 'were'} left out: ${named(names)}.` }];
}
