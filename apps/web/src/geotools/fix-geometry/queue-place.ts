import { useState } from 'react';
import { countOf, formatNumber } from './quantities.ts';

/** A place in the queue in words; 1 begins next. */
export function placeWords(place: number, noun = 'repair'): string {
  if (place === 1) return `Place 1 in the queue: your ${noun} begins next.`;
  return `Place ${formatNumber(place)} in the queue: ${countOf(place - 1, 'other begins', 'others begin')} before yours.`;
}

/** The place announced to screen readers. It is announced again only when it is news, which happens a few times in a long queue. */
export function useAnnouncedPlace(place: number | undefined): number | undefined {
  const [announced, setAnnounced] = useState(place);
  const next = placeToAnnounce(announced, place);
  if (next !== announced) setAnnounced(next);
  return next;
}

/** A place is news if it is the first one, or at most half or at least twice the one announced last. */
export function placeToAnnounce(announced: number | undefined, place: number | undefined): number | undefined {
  if (place === undefined || announced === undefined) return place;
  return place === 1 || place * 2 <= announced || place >= announced * 2 ? place : announced;
}
