import { FINDING_WEIGHTS } from '@geoinsights/contract';
import type { SheetAnswer } from './messages.ts';

/** The place of the layer that is looked at first: the first that has findings of the greatest weight that there are. */
export function firstToShow(sheets: readonly SheetAnswer[]): number {
  const places = FINDING_WEIGHTS.map((weight) => sheets.findIndex(({ weights }) => weights.some(([of, count]) => of === weight && count > 0)));
  return places.find((place) => place >= 0) ?? 0;
}
