import type { OutputFile } from '../driver.ts';
import type { CreateDataset, CreateOptions, DatasetTarget, DatasetWriter } from '../features/dataset-writer.ts';
import type { LayerSchema } from '../features/feature-dataset.ts';
import { diskScratch } from '../files/disk.ts';
import { DocumentWriter, type DocumentPlan } from '../kml/writing/document-writer.ts';
import { ArchiveWriter } from './archive-writer.ts';

/** Creates a KML file: a document that contains one for each layer. It is here because its temporary files need a disk. */
export const createKml: CreateDataset = async (target, layers, options = {}) => {
  const file = `${target.name}.kml`;
  const output = await target.folder.create(file);
  return droppedOnFailure(output, async () => {
    const document = await DocumentWriter.begin(planOf(target, layers, options), output);
    return datasetWriter(file, output, document, { end: () => Promise.resolve(), abort: () => undefined });
  });
};

/** Creates a KMZ file: such a document in a ZIP archive. */
export const createKmz: CreateDataset = async (target, layers, options = {}) => {
  const file = `${target.name}.kmz`;
  const output = await target.folder.create(file);
  return droppedOnFailure(output, async () => {
    const archive = new ArchiveWriter(output, file);
    const document = await DocumentWriter.begin(planOf(target, layers, options), archive);
    return datasetWriter(file, output, document, archive);
  });
};

function planOf({ name, workFolder }: DatasetTarget, layers: readonly LayerSchema[], options: CreateOptions): DocumentPlan {
  return { name, layers, options, scratch: diskScratch(workFolder) };
}

function datasetWriter(file: string, output: OutputFile, document: DocumentWriter, archive: Pick<ArchiveWriter, 'end' | 'abort'>): DatasetWriter {
  let isOver = false;
  const abort = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    archive.abort();
    await document.abort();
    await output.abort();
  };
  return {
    write: (layer, batch) => document.write(layer, batch),
    async close() {
      try {
        const losses = await document.end();
        await archive.end();
        await output.close();
        isOver = true;
        return { files: [file], losses };
      } catch (error) {
        await abort().catch(() => undefined);
        throw error;
      }
    },
    abort,
  };
}

async function droppedOnFailure<Result>(output: OutputFile, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await output.abort();
    throw error;
  }
}
