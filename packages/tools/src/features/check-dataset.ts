import { ProblemError } from '@geoinsights/contract/errors';
import { featureFormat, flushFiles } from '@geoinsights/formats';
import { withDatasets } from '../datasets/each-dataset.ts';
import { Tally } from './tally.ts';
import { placesOf, type DatasetOnDisk } from './write-datasets.ts';

/**
 * Opens a written dataset and compares its contents with those that were meant to be written, while the system writes its bytes to the disk.
 * @param options.isExact whether coordinates must be the same numbers, not just the same count
 * @throws ProblemError output-check-failed, storage-full
 */
export async function checkWrittenDataset(written: DatasetOnDisk, workFolder: string, options: { readonly isExact: boolean }): Promise<void> {
  const flushed = flushFiles(placesOf(written));
  flushed.catch(() => undefined);
  try {
    await compareWithTally(written, workFolder, options);
  } finally {
    await flushed;
  }
}

async function compareWithTally(written: DatasetOnDisk, workFolder: string, options: { readonly isExact: boolean }): Promise<void> {
  const { tally: expected } = written;
  const inputs = placesOf(written).map((path, position) => ({ name: written.files[position], path, size: 0 }));
  const found = await withDatasets({ inputs, workFolder }, async ({ datasets, unusable }) => {
    if (unusable.length > 0) throw failed(written, unusable[0].problem.message);
    const tally = new Tally();
    for (const files of datasets) {
      const seen = new Tally();
      const dataset = await (await featureFormat(files.format)).openFeatures(files, { workFolder, geometryOnly: true, onVertices: (vertices, features) => seen.addVertices(vertices, features) });
      try {
        // Opening a text format has already read all its vertices. If they differ, reading the layers gives the definitive answer.
        const isWhole = datasets.length === 1 && seen.features === dataset.layers.reduce((sum, { count }) => sum + count, 0);
        if (isWhole && seen.features >= expected.features && seen.hasSameVertices(expected, options)) return seen;
        for (const layer of dataset.layers) for await (const batch of layer.read()) tally.add(batch);
      } finally {
        await dataset.close();
      }
    }
    return tally;
  });
  if (found.features < expected.features) throw failed(written, `it has ${String(found.features)} features instead of ${String(expected.features)}`);
  if (!found.hasSameVertices(expected, options)) throw failed(written, found.vertices === expected.vertices ? 'some vertices are in other places' : `it has ${String(found.vertices)} vertices instead of ${String(expected.vertices)}`);
}

function failed({ files }: DatasetOnDisk, reason: string): ProblemError {
  return new ProblemError('output-check-failed', { file: files[0], reason });
}
