import { FINDING_WEIGHTS } from '@geoinsights/contract';
import type { SheetAnswer } from './messages.ts';

/** The index of the layer to show first: the first one that the report says to look at first, else the first one with a finding of the greatest weight in it. */
export function firstToShow(sheets: readonly SheetAnswer[]): number {
  const losing = sheets.findIndex(({ kinds }) => kinds.some(([kind, count]) => kind === 'transfer' && count > 0));
  if (losing >= 0) return losing;
  const places = FINDING_WEIGHTS.map((weight) => sheets.findIndex(({ weights }) => weights.some(([of, count]) => of === weight && count > 0)));
  return places.find((place) => place >= 0) ?? 0;
}
