import { mkdir, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CannotWriteError } from './exit-codes.ts';

/** The folders that a command creates for its results. */
export class CreatedFolders {
  /** Each after the folders that contain it. */
  readonly #created: string[] = [];

  /** Runs work; if it fails, those of its folders that are still empty are removed. */
  static async with<Result>(work: (folders: CreatedFolders) => Promise<Result>): Promise<Result> {
    const folders = new CreatedFolders();
    try {
      return await work(folders);
    } catch (error) {
      for (const folder of folders.#created.toReversed()) await rmdir(folder).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Creates a folder, unless it exists, and the folders that contain it.
   * @param folder an absolute path
   * @param output what goes there, as it was asked for
   * @throws CannotWriteError
   */
  async create(folder: string, output: string): Promise<void> {
    const missing: string[] = [];
    let above = folder;
    for (let kind = await kindOf(above); kind !== 'folder'; kind = await kindOf(above)) {
      if (kind === 'file') throw new CannotWriteError(`The folder of ${output} cannot be created: ${above} is a file.`);
      missing.unshift(above);
      if (above === path.dirname(above)) break;
      above = path.dirname(above);
    }
    // One by one: where the system refuses a folder as if its parents did not exist, as in /proc, Node's recursive mkdir never returns.
    for (const each of missing) {
      try {
        await mkdir(each);
        this.#created.push(each);
      } catch (cause) {
        if ((await kindOf(each)) !== 'folder') throw new CannotWriteError(`The folder of ${output} cannot be created: ${path.dirname(each)} cannot be written.`, { cause });
      }
    }
  }
}

async function kindOf(place: string): Promise<'folder' | 'file' | 'nothing'> {
  const status = await stat(place).catch(() => null);
  if (status === null) return 'nothing';
  return status.isDirectory() ? 'folder' : 'file';
}
