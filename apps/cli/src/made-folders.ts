import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { CannotWriteError } from './exit-codes.ts';

/** The folders that a command makes for its results. */
export class MadeFolders {
  /** Each after those that it is in. */
  readonly #made: string[] = [];

  /** Runs work; if it fails, those of the folders it made that nothing came into are removed. */
  static async with<Result>(work: (folders: MadeFolders) => Promise<Result>): Promise<Result> {
    const folders = new MadeFolders();
    try {
      return await work(folders);
    } catch (error) {
      for (const folder of folders.#made.toReversed()) await rmdir(folder).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Makes a folder, unless it is there, with those that it is in.
   * @param folder an absolute path
   * @param of what goes there, as it was asked for
   * @throws CannotWriteError
   */
  async make(folder: string, of: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
      throw new CannotWriteError(`The folder of ${of} cannot be made.`, { cause });
    });
    if (first === undefined) return;
    const made: string[] = [];
    for (let each = folder; each.length >= first.length; each = path.dirname(each)) made.push(each);
    this.#made.push(...made.toReversed());
  }
}
