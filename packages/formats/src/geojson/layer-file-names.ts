import { sameNameKey } from '../file-names.ts';

/** What file systems take, in bytes, with room for a number. */
const LONGEST_NAME = 240;
const EXTENSION = '.geojson';
/** What some file system does not take in a name. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]+/gu;

/** The name of the file of each layer: of a single one that of the dataset, of several that and the layer's. No two are equal for any file system. */
export function layerFileNames(dataset: string, layers: readonly string[]): string[] {
  if (layers.length === 1) return [dataset + EXTENSION];
  const taken = new Set<string>();
  return layers.map((layer) => {
    const base = cut(`${dataset}-${layer.toWellFormed().replace(FORBIDDEN, '_').trim()}`);
    let name = base;
    for (let number = 2; taken.has(sameNameKey(name)); number++) name = `${base}-${number}`;
    taken.add(sameNameKey(name));
    return name + EXTENSION;
  });
}

/** As much of a name as a file system takes. */
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
