import type { DatasetFiles } from '../driver.ts';
import type { FeatureDataset, OpenFeaturesOptions } from '../features/feature-dataset.ts';
import { openKmlFeatures } from '../kml/features.ts';
import { limited } from '../note-limit.ts';
import { openDocuments } from './documents.ts';
import { nodeUnpacking } from './node-unpacking.ts';

/** Expanded documents beyond this go to the work folder: reading feature by feature must not fill the memory. */
const MOST_IN_MEMORY = 16 << 20;

/**
 * Opens every KML document of the archive, the main one first, for reading feature by feature.
 * @throws ProblemError if the archive or a document in it is not what it should be
 */
export async function openKmzFeatures(dataset: DatasetFiles, options: OpenFeaturesOptions = {}): Promise<FeatureDataset> {
  const { documents, close } = await openDocuments(dataset, options, MOST_IN_MEMORY, nodeUnpacking(options.workFolder), (document) => openKmlFeatures(document, options.onVertices === undefined ? {} : { onVertices: options.onVertices }));
  const layers = documents.flatMap(({ kml }) => kml.layers);
  const notes = documents.flatMap(({ kml }) => kml.notes);
  return { format: 'kmz', name: dataset.name, layers, notes: limited(notes), close };
}
