import { sameNameKey } from '../file-names.ts';
import { shortened } from './dbf-names.ts';

/** File systems allow 255 bytes; the extension and a number take some of them. */
const LONGEST_BASE = 230;

/** Assigns unique file names. Characters that some file system does not allow become an underscore. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** @param added further parts, each preceded by a dash; these are cut if the whole is too long */
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
