import { useState } from 'react';
import { countOf, formatNumber } from './quantities.ts';

/** A place in the queue in words: 1 begins next. */
export function placeWords(place: number, noun = 'repair'): string {
  if (place === 1) return `Place 1 in the queue: your ${noun} begins next.`;
  return `Place ${formatNumber(place)} in the queue: ${countOf(place - 1, 'other begins', 'others begin')} before yours.`;
}

/** The place that is told to who does not see the page; it is told anew when that is news, some times in a long queue. */
export function useToldPlace(place: number | undefined): number | undefined {
  const [told, setTold] = useState(place);
  const next = placeToTell(told, place);
  if (next !== told) setTold(next);
  return next;
}

/** News are the first place, half of the one told last, twice as much, and that it is the next one. */
export function placeToTell(told: number | undefined, place: number | undefined): number | undefined {
  if (place === undefined || told === undefined) return place;
  return place === 1 || place * 2 <= told || place >= told * 2 ? place : told;
}
