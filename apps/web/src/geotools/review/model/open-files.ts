import { ProblemError } from '@geoinsights/contract/errors';
import { fileOfBlob, readersInMemory } from '@geoinsights/formats/in-memory';
import type { DatasetLayer, SentDataset } from '@geoinsights/formats/in-memory';

/** The limit for the memory of the device that unpacked archives may take. */
const MOST_UNPACKED = 512 << 20;

/** A dataset as a report names it. */
interface NamedDataset {
  readonly dataset: string;
  /** The names of its files, the main one first. */
  readonly files: readonly string[];
}

/** The datasets among the files chosen by the visitor, including archives; each is read on demand. */
export class ChosenDatasets {
  readonly #readers = readersInMemory(MOST_UNPACKED);
  readonly #chosen: readonly File[];
  #found: Promise<readonly SentDataset[]> | null = null;
  readonly #layers = new Map<SentDataset, Promise<readonly DatasetLayer[] | null>>();

  constructor(chosen: readonly File[]) {
    this.#chosen = chosen;
  }

  /** Its layers; null if its files are not available, or not readable on this device. */
  async layersOf({ dataset, files }: NamedDataset): Promise<readonly DatasetLayer[] | null> {
    if (this.#chosen.length === 0) return null;
    this.#found ??= this.#group();
    const found = (await this.#found).find((sent) => sent.name === dataset && isSame(sent.files.map(({ name }) => name), files));
    if (found === undefined) return null;
    const layers = this.#layers.get(found) ?? this.#open(found);
    this.#layers.set(found, layers);
    return layers;
  }

  #group(): Promise<readonly SentDataset[]> {
    return nullWhereUnreadable(async () => (await this.#readers.group(this.#chosen.map((file) => fileOfBlob(file.name, file)))).datasets).then((datasets) => datasets ?? []);
  }

  #open(sent: SentDataset): Promise<readonly DatasetLayer[] | null> {
    return nullWhereUnreadable(async () => (await (await this.#readers.readerFor(sent.format)).open(sent)).layers);
  }
}

/**
 * The files were readable when they were repaired, so the only possible faults are a file that has changed on disk since, and one that is too large
 * for this device.
 */
async function nullWhereUnreadable<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProblemError || error instanceof RangeError || error instanceof DOMException) return null;
    throw error;
  }
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name) => others.includes(name));
}
