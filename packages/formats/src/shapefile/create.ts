import type { Loss } from '@geoinsights/contract';
import { listOf } from '@geoinsights/contract/units';
import { OutputFiles } from '../files/output-files.ts';
import type { ScratchFolder } from '../files/scratch.ts';
import type { CreateDataset, DatasetTarget, DatasetWriter } from '../features/dataset-writer.ts';
import type { FeatureBatch } from '../features/feature-batch.ts';
import type { LayerSchema } from '../features/feature-dataset.ts';
import { FileNames, layerInName } from './file-naming.ts';
import { LARGEST_FILE } from './header.ts';
import { LayerWriter } from './layer-writer.ts';

/**
 * Writes new shapefiles: one for each layer, or one for each kind of geometry (points, lines, polygons) if a layer has several.
 * Rows and shapes wait in scratch files until the last one has arrived, since a .dbf begins with its column widths and a .shp
 * with its extent.
 *
 * - PolygonZ and so on if the schema has Z, PolygonM if it has only M.
 * - A type and its "Multi" type share a file; points become multipoints only if there are multipoints as well.
 * - A layer without geometry or features becomes a shapefile of the type in its schema, or of null shapes.
 *
 * @param scratchIn makes the scratch files of a folder: `diskScratch` in Node.
 * @param largest bytes of a file: less than the format allows in tests only
 * @throws ProblemError `shapefile-too-large` from `write` as soon as a file would exceed 2 GB
 */
export function shapefileCreation(scratchIn: (workFolder: string) => ScratchFolder, largest: number = LARGEST_FILE): CreateDataset {
  return (target, layers) => Promise.resolve(new ShapefilesWriter(target, layers, scratchIn(target.workFolder), largest));
}

class ShapefilesWriter implements DatasetWriter {
  readonly #target: DatasetTarget;
  readonly #layers: readonly LayerSchema[];
  readonly #scratch: ScratchFolder;
  readonly #largest: number;
  readonly #writers: LayerWriter[] = [];

  constructor(target: DatasetTarget, layers: readonly LayerSchema[], scratch: ScratchFolder, largest: number) {
    this.#target = target;
    this.#layers = layers;
    this.#scratch = scratch;
    this.#largest = largest;
  }

  async write(layer: number, batch: FeatureBatch): Promise<void> {
    await this.#beginUpTo(layer);
    if (layer < this.#writers.length - 1) throw new Error('a layer that was ended is written to');
    await this.#writers[layer].write(batch);
  }

  /** Ends all layers before this one and begins it. */
  async #beginUpTo(layer: number): Promise<void> {
    while (this.#writers.length <= layer && this.#writers.length < this.#layers.length) {
      await this.#writers.at(-1)?.finish();
      this.#writers.push(new LayerWriter(this.#layers[this.#writers.length], this.#scratch, this.#largest));
    }
  }

  async close(): Promise<{ files: readonly string[]; losses: readonly Loss[] }> {
    const outputs = new OutputFiles(this.#target.folder);
    const files: string[] = [];
    const losses: Loss[] = [];
    try {
      await this.#beginUpTo(this.#layers.length - 1);
      await this.#writers.at(-1)?.finish();
      const names = new FileNames();
      for (const writer of this.#writers) {
        const bases = this.#basesFor(writer, names);
        files.push(...(await writer.copyTo(outputs, bases)));
        losses.push(...this.#divided(writer, bases), ...writer.losses(bases));
        await writer.drop();
      }
      await outputs.close();
    } catch (error) {
      await outputs.abort();
      await this.abort();
      throw error;
    }
    return { files, losses };
  }

  #basesFor(writer: LayerWriter, names: FileNames): string[] {
    const added = layerInName(writer.schema.name, this.#layers.length);
    return writer.sorts.length === 0 ? [names.free(this.#target.name, added)] : writer.sorts.map((sort) => names.free(this.#target.name, [...added, sort]));
  }

  #divided({ schema }: LayerWriter, bases: readonly string[]): Loss[] {
    if (this.#layers.length < 2) return [];
    const text = `A shapefile has only one layer, so there are several: the layer "${schema.name}" is in ${listOf(bases.map((base) => `"${base}.shp"`), 'and')}.`;
    return [{ code: 'layers-divided', layer: schema.name, field: null, count: null, text }];
  }

  async abort(): Promise<void> {
    for (const writer of this.#writers) await writer.drop();
  }
}
