import type { Loss } from '@geoinsights/contract';
import type { OutputFile } from '../../driver.ts';
import type { FeatureBatch } from '../../features/feature-batch.ts';
import type { CreateOptions } from '../../features/dataset-writer.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import { copyRange } from '../../files/copy.ts';
import type { ScratchFile, ScratchFolder } from '../../files/scratch.ts';
import { LayerWriter } from './layer-writer.ts';
import { schemaIds } from './schema-names.ts';
import { TextBytes } from './text-bytes.ts';

export interface DocumentPlan {
  readonly name: string;
  readonly layers: readonly LayerSchema[];
  readonly options: CreateOptions;
  readonly scratch: ScratchFolder;
}

/**
 * Writes a KML document with a nested document for each layer, each with its own schema.
 *
 * In plain KML, a folder for each layer with all schemas in the head would do as well. In a KMZ, however, GDAL finds the fields
 * of a layer only if its schema is next to its placemarks.
 *
 * The schema comes before the placemarks, as KML requires, but without a known width the type that holds all integers of a field
 * is known only after the last placemark. In that case the placemarks go to a spool and are copied after the schema when the layer ends.
 */
export class DocumentWriter {
  readonly #plan: DocumentPlan;
  readonly #output: Pick<OutputFile, 'write'>;
  readonly #bytes: TextBytes;
  readonly #layers: readonly LayerWriter[];
  /** Of the current layer, if it needs one. */
  #spool: ScratchFile | null = null;
  /** The current layer; -1 before the first. */
  #current = -1;

  private constructor(plan: DocumentPlan, output: Pick<OutputFile, 'write'>) {
    this.#plan = plan;
    this.#output = output;
    this.#bytes = new TextBytes((bytes) => (this.#spool ?? output).write(bytes));
    const ids = schemaIds(plan.layers.map(({ name }) => name));
    this.#layers = plan.layers.map((layer, i) => new LayerWriter(layer, ids[i], this.#bytes, plan.options.decimals ?? null));
  }

  static async begin(plan: DocumentPlan, output: Pick<OutputFile, 'write'>): Promise<DocumentWriter> {
    const writer = new DocumentWriter(plan, output);
    const bytes = writer.#bytes;
    bytes.ascii('<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document id="root_doc"><name>');
    bytes.text(plan.name);
    bytes.ascii('</name>\n');
    await bytes.flush();
    return writer;
  }

  async write(layer: number, batch: FeatureBatch): Promise<void> {
    await this.#goTo(layer);
    await this.#layers[layer].write(batch);
  }

  /** Ends the document. @returns what it does not hold as given */
  async end(): Promise<Loss[]> {
    await this.#goTo(this.#layers.length);
    this.#bytes.ascii('</Document></kml>\n');
    await this.#bytes.flush();
    return this.#layers.flatMap(({ losses }) => losses);
  }

  /** Removes temporary files. */
  async abort(): Promise<void> {
    await this.#spool?.drop();
    this.#spool = null;
  }

  /** Ends the layers before this one and begins it. */
  async #goTo(layer: number): Promise<void> {
    if (layer < this.#current) throw new RangeError(`layer ${layer} was ended by a later one`);
    while (this.#current < layer) {
      if (this.#current >= 0) await this.#endLayer(this.#layers[this.#current]);
      this.#current++;
      if (this.#current < this.#layers.length) await this.#beginLayer(this.#layers[this.#current]);
    }
  }

  async #beginLayer(layer: LayerWriter): Promise<void> {
    await this.#bytes.flush();
    if (layer.isUndecided) this.#spool = await this.#plan.scratch.create();
    else layer.writeHead();
  }

  async #endLayer(layer: LayerWriter): Promise<void> {
    await this.#bytes.flush();
    const spool = this.#spool;
    if (spool !== null) {
      this.#spool = null;
      try {
        layer.writeHead();
        await this.#bytes.flush();
        await this.#copy(spool);
      } finally {
        await spool.drop();
      }
    }
    layer.writeEnd();
  }

  async #copy(spool: ScratchFile): Promise<void> {
    await spool.finish();
    const file = await spool.open();
    try {
      await copyRange(file, 0, file.size, this.#output);
    } finally {
      await file.close();
    }
  }
}
