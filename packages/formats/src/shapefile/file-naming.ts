import { sameNameKey } from '../file-names.ts';
import { shortened } from './dbf-names.ts';

/** File systems take 255 bytes, of which the extension and a number take some. */
const LONGEST_BASE = 230;

/** Gives names of files, each only once. What no file system takes becomes a line. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** @param added what stands behind the first part, each behind a dash; that is what is cut where all of it is too long */
  free(first: string, added: readonly string[]): string {
    const base = shortened([first, ...added.map(safe)].join('-'), LONGEST_BASE);
    let free = base;
    for (let number = 2; this.#taken.has(sameNameKey(free)); number++) free = `${base}-${number}`;
    this.#taken.add(sameNameKey(free));
    return free;
  }
}

function safe(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_').trim() || 'layer';
}
