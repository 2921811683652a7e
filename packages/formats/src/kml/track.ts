import { resolveReferences } from './coordinates.ts';
import type { CollectionElement, CoordinatesElement, ElementSpan, SimpleElement } from './elements.ts';
import type { TextWindow } from './encoding.ts';
import { parseOrdinate } from './ordinate.ts';

/** Enough for three numbers of any real file; a longer text is not read as a position. */
const LONGEST_TEXT = 1024;

/** A `Track`: a line whose positions are elements of their own. */
export interface TrackElement extends SimpleElement {
  readonly coordinates: CoordinatesElement;
}

/** @param firstVertex the number of vertices that were read before it */
export function trackElement(span: ElementSpan, parent: CollectionElement | null, firstVertex: number): TrackElement {
  return { ...span, kind: 'line', parent, coordinates: { ...span, firstVertex, vertexCount: 0, dropped: 0 }, irregular: null };
}

/** The text of a `coord` of a track: longitude, latitude and perhaps altitude, with blanks between them. It may arrive in any number of pieces. */
export class TrackPosition {
  #text = '';

  begin(): void {
    this.#text = '';
  }

  read(window: TextWindow, from: number, to: number, literal: boolean): void {
    if (this.#text.length > LONGEST_TEXT) return;
    const text = window.beginning(from, to, LONGEST_TEXT + 1);
    this.#text += literal ? text : resolveReferences(text);
  }

  /** Its numbers, NaN for what is none. An empty element has none: at that time, no place was known. */
  finish(): readonly number[] {
    const text = this.#text.trim();
    if (text.length > LONGEST_TEXT) return [NaN];
    if (text === '') return [];
    // Commas as in other positions are understood if they cannot be decimal ones.
    return text.split(/\s/.test(text) ? /\s+/ : ',').map(parseOrdinate);
  }
}
