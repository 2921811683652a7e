import type { FeatureBatch } from './feature-batch.ts';

/** Whether the keys of a table's rows say more than where the rows stand: most count from 1, as programs number them. */
export function sayMoreThanPlaces({ ids, first }: Pick<FeatureBatch, 'ids' | 'first'>): boolean {
  return ids !== null && ids.some((id, feature) => id !== first + feature + 1);
}
