import { mkdir, rmdir, stat } from 'node:fs/promises';
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
    const missing: string[] = [];
    let above = folder;
    for (let there = await kindOf(above); there !== 'folder'; there = await kindOf(above)) {
      if (there === 'file') throw new CannotWriteError(`The folder of ${of} cannot be made: ${above} is a file.`);
      missing.unshift(above);
      if (above === path.dirname(above)) break;
      above = path.dirname(above);
    }
    // One by one: where the system refuses a folder as if those above it were not there, as in /proc, Node's recursive way never ends.
    for (const each of missing) {
      try {
        await mkdir(each);
        this.#made.push(each);
      } catch (cause) {
        if ((await kindOf(each)) !== 'folder') throw new CannotWriteError(`The folder of ${of} cannot be made: ${path.dirname(each)} cannot be written.`, { cause });
      }
    }
  }
}

async function kindOf(place: string): Promise<'folder' | 'file' | 'nothing'> {
  const status = await stat(place).catch(() => null);
  if (status === null) return 'nothing';
  return status.isDirectory() ? 'folder' : 'file';
}
