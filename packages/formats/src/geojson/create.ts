import type { Loss } from '@geoinsights/contract';
import type { OutputFile } from '../driver.ts';
import type { CreateDataset, DatasetTarget, DatasetWriter, WrittenDataset } from '../features/dataset-writer.ts';
import type { FeatureBatch } from '../features/feature-batch.ts';
import type { LayerSchema } from '../features/feature-dataset.ts';
import { OutputFiles } from '../files/output-files.ts';
import { crsMemberOf } from './crs-name.ts';
import { FeatureLine } from './feature-line.ts';
import { JsonOutput } from './json-output.ts';
import { layerFileNames } from './layer-file-names.ts';
import { lossesOfLayer } from './losses.ts';

/** One layer and its file. */
interface LayerFile {
  readonly schema: LayerSchema;
  readonly name: string;
  readonly line: FeatureLine;
  /** While the layer is written. */
  output: OutputFile | null;
  isEnded: boolean;
  hasRounded: boolean;
}

/**
 * Writes RFC 7946 GeoJSON, one feature per line; several layers become several files. Coordinates are WGS 84 longitude and
 * latitude; for other systems it writes the `crs` member of GeoJSON 2008.
 */
export const createGeoJson: CreateDataset = (target, layers, options = {}) => Promise.resolve(new GeoJsonWriter(target, layers, options.decimals ?? null));

class GeoJsonWriter implements DatasetWriter {
  readonly #outputs: OutputFiles;
  readonly #decimals: number | null;
  readonly #json: JsonOutput;
  readonly #layers: readonly LayerFile[];
  #current = 0;

  constructor(target: DatasetTarget, layers: readonly LayerSchema[], decimals: number | null) {
    this.#outputs = new OutputFiles(target.folder);
    this.#decimals = decimals;
    this.#json = new JsonOutput(decimals);
    const names = layerFileNames(target.name, layers.map(({ name }) => name));
    this.#layers = layers.map((schema, index) => ({
      schema, name: names[index], line: new FeatureLine(this.#json, schema), output: null, isEnded: false, hasRounded: false,
    }));
  }

  async write(layer: number, batch: FeatureBatch): Promise<void> {
    if (layer < this.#current) throw new Error('a layer was ended before this batch of it');
    const json = this.#json;
    for (; this.#current < layer; this.#current++) await this.#end(this.#layers[this.#current]);
    const file = this.#layers[layer];
    const { line } = file;
    const output = await this.#begun(file);
    for (let feature = 0; feature < batch.types.length; feature++) {
      json.plain(line.features === 0 ? '\n' : ',\n');
      line.begin(batch, feature);
      while (!line.geometry.step()) if (json.isFull) await output.write(json.take());
      line.end();
      if (json.isFull) await output.write(json.take());
    }
  }

  async close(): Promise<WrittenDataset> {
    try {
      for (const file of this.#layers) await this.#end(file);
      await this.#outputs.close();
    } catch (error) {
      await this.abort();
      throw error;
    }
    const files = this.#layers.map(({ name }) => name);
    return { files, losses: this.#losses() };
  }

  async abort(): Promise<void> {
    await this.#outputs.abort();
  }

  async #begun(file: LayerFile): Promise<OutputFile> {
    if (file.output !== null) return file.output;
    const output = await this.#outputs.create(file.name);
    file.output = output;
    this.#json.coordinates.hasRounded = false;
    const crs = crsMemberOf(file.schema.crs);
    this.#json.plain('{"type":"FeatureCollection","name":');
    this.#json.text(file.schema.name);
    if (crs !== null) this.#json.plain(`,"crs":${crs}`);
    this.#json.plain(',"features":[');
    return output;
  }

  async #end(file: LayerFile): Promise<void> {
    if (file.isEnded) return;
    const output = await this.#begun(file);
    this.#json.plain('\n]}\n');
    await output.write(this.#json.take());
    file.hasRounded = this.#json.coordinates.hasRounded;
    file.output = null;
    file.isEnded = true;
  }

  #losses(): Loss[] {
    const isDivided = this.#layers.length > 1;
    return this.#layers.flatMap(({ schema, name, line, hasRounded }) =>
      lossesOfLayer(schema, { file: isDivided ? name : null, roundedTo: hasRounded ? this.#decimals : null, positions: line.geometry.leftOut, line }),
    );
  }
}
