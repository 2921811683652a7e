import type { OutputFile, OutputFolder } from '../driver.ts';

/** The maximum number of files waiting for their final names; each holds memory and a handle. */
const MOST_WAITING = 60;

/**
 * The files of one dataset, which get their final names together once the last of them is written. With very many files, the
 * first get theirs earlier.
 */
export class OutputFiles {
  readonly #folder: OutputFolder;
  #waiting: OutputFile[] = [];

  constructor(folder: OutputFolder) {
    this.#folder = folder;
  }

  async create(name: string): Promise<OutputFile> {
    const output = await this.#folder.create(name);
    this.#waiting.push(output);
    if (this.#waiting.length > MOST_WAITING + KEPT_OPEN) await this.#waiting.shift()?.close();
    return output;
  }

  async close(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await next.close();
  }

  async abort(): Promise<void> {
    const open = this.#waiting;
    this.#waiting = [];
    for (const output of open) await output.abort();
  }
}

/** The files of a shapefile that are still being written: more than any other dataset writes at a time. */
const KEPT_OPEN = 5;
