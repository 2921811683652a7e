import { sameNameKey } from '../file-names.ts';
import { NumberedNames } from '../numbered-names.ts';

/** The limit of file systems, in bytes, less room for a number. */
const LONGEST_NAME = 240;
const EXTENSION = '.geojson';
/** Characters that some file system does not allow in a name. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]+/gu;

/**
 * The file name of each layer: the dataset's name for a single layer, with the layer's name appended for several. No file system
 * considers two of them equal.
 */
export function layerFileNames(dataset: string, layers: readonly string[]): string[] {
  if (layers.length === 1) return [dataset + EXTENSION];
  const names = new NumberedNames({ separator: '-', likeness: sameNameKey });
  return layers.map((layer) => names.give(cut(`${dataset}-${layer.toWellFormed().replace(FORBIDDEN, '_').trim()}`)) + EXTENSION);
}

/** As much of a name as a file system allows. */
function cut(name: string): string {
  let bytes = EXTENSION.length;
  let kept = '';
  for (const character of name) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > LONGEST_NAME) break;
    kept += character;
  }
  return kept;
}
