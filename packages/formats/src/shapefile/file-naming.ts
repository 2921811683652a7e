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

/** The .shp of each layer, if none of them has several kinds of geometry. */
export function shapefileNames(dataset: string, layers: readonly string[]): string[] {
  const names = new FileNames();
  return layers.map((layer) => `${names.free(dataset, layerInName(layer, layers.length))}.shp`);
}

/** What a layer adds to the name of its dataset: nothing if it is the only one. */
export function layerInName(layer: string, layers: number): string[] {
  return layers > 1 ? [layer] : [];
}

function safe(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_').trim() || 'layer';
}
