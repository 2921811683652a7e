import path from 'node:path';
import type { DatasetFiles } from '@geoinsights/formats';

/**
 * What the field for the source says of each dataset: the name of its main file. Where several have the same name, it is preceded by the archive
 * or the folder they came in, and numbered if that does not tell them apart either.
 */
export function sourceNames(sent: readonly DatasetFiles[]): string[] {
  const plain = sent.map(({ files: [main] }) => main.name);
  const placed = sent.map(({ files: [main], archive }, place) => {
    const inside = archive ?? (main.folder === undefined ? '' : path.basename(main.folder));
    return countOf(plain, plain[place]) === 1 || inside === '' ? plain[place] : `${inside}/${plain[place]}`;
  });
  return placed.map((name, place) => {
    const number = countOf(placed.slice(0, place + 1), name);
    return number === 1 ? name : `${name} (${String(number)})`;
  });
}

function countOf(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length;
}
