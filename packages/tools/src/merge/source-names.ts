import path from 'node:path';
import type { DatasetFiles } from '@geoinsights/formats';
import { sentAs } from '../datasets/sent-as.ts';

/**
 * The value of the field for the source, for each dataset: the name of its main file. If several have the same name, it is preceded by the archive
 * or the folder that they came in, and numbered if they still have the same name.
 */
export function sourceNames(datasets: readonly DatasetFiles[]): string[] {
  const sent = datasets.map(sentAs);
  const plain = sent.map(({ name }) => name);
  const placed = sent.map(({ name, archive, folder }) => {
    const inside = archive ?? (folder === undefined ? '' : path.basename(folder));
    return countOf(plain, name) === 1 || inside === '' ? name : `${inside}/${name}`;
  });
  return placed.map((name, place) => {
    const number = countOf(placed.slice(0, place + 1), name);
    return number === 1 ? name : `${name} (${String(number)})`;
  });
}

function countOf(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length;
}
