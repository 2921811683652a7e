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
 * Writes a KML document, which holds a document for each layer, and that a schema.
 *
 * A folder for each layer, with all schemas in the head, would be as good for KML; but in a KMZ GDAL finds the fields of a layer
 * only where its schema stands beside its placemarks.
 *
 * The schema stands before the placemarks, as KML wants it, but which type takes all whole numbers of a field is known only behind
 * the last of them where nothing is said of their width. Then the placemarks go to a spool, and behind the schema when the layer ends.
 */
export class DocumentWriter {
  readonly #plan: DocumentPlan;
  readonly #output: Pick<OutputFile, 'write'>;
  readonly #bytes: TextBytes;
  readonly #layers: readonly LayerWriter[];
  /** Of the layer that is being written, if it needs one. */
  #spool: ScratchFile | null = null;
  /** The layer that is being written; -1 before the first. */
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

  /** Ends the document. @returns what is not in it as it was given */
  async end(): Promise<Loss[]> {
    await this.#goTo(this.#layers.length);
    this.#bytes.ascii('</Document></kml>\n');
    await this.#bytes.flush();
    return this.#layers.flatMap(({ losses }) => losses);
  }

  /** Removes what was kept for the time of the work. */
  async abort(): Promise<void> {
    await this.#spool?.drop();
    this.#spool = null;
  }

  /** Ends the layers before this one, and begins it. */
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
