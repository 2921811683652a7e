import path from 'node:path';
import type { DatasetFiles } from '@geoinsights/formats';
import { sentAs } from '../datasets/sent-as.ts';

/**
 * The value of the field for the source, for each dataset: the name of its main file. If several have the same name, it is preceded by the archive
 * or the folder that they came in, and numbered if they still have the same name.
 */
export function sourceNames(datasets: readonly DatasetFiles[]): string[] {
  const sent = datasets.map(sentAs);
  const plain = new Map<string, number>();
  for (const { name } of sent) plain.set(name, (plain.get(name) ?? 0) + 1);
  const placed = new Map<string, number>();
  return sent.map(({ name, archive, folder }) => {
    const inside = archive ?? (folder === undefined ? '' : path.basename(folder));
    const own = plain.get(name) === 1 || inside === '' ? name : `${inside}/${name}`;
    const number = (placed.get(own) ?? 0) + 1;
    placed.set(own, number);
    return number === 1 ? own : `${own} (${String(number)})`;
  });
}
