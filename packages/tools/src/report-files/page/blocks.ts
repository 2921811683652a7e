import type { MapDrawing } from './map-drawing.ts';

/** A page in reading order. The renderers for HTML and PDF add nothing and leave nothing out. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly isNotice?: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'map'; readonly drawing: MapDrawing; readonly words: MapWords }
  | Table
  | { readonly kind: 'signature'; readonly names: readonly string[] };

export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Shown below it if it is truncated. */
  readonly more: string | null;
}

/** Tables with at most this many rows are never split across pages. */
export const SHORT_TABLE = 9;

export interface Column {
  readonly heading: string;
  /** Share of the table's width; those of all columns add up to one. */
  readonly share: number;
  readonly isNumber?: boolean;
  /** Digits that people compare by eye. */
  readonly isCode?: boolean;
}

export interface MapWords {
  readonly title: string;
  /** A description for people who cannot see it. */
  readonly description: string;
  readonly north: string;
  readonly before: string;
  readonly after: string;
  readonly land: string;
  readonly place: string;
  readonly row: string;
}

export interface Page {
  readonly language: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** `Page 3 of 8`, on paper. */
  readonly pageOf: (page: string, pages: string) => string;
  /** At the foot of each page; it shows which pages belong together. Plain text with nothing taken from a file. */
  readonly mark: string;
  /** The place for the signer's initials, on each page. */
  readonly initials: string;
  /** Shown on paper if names have characters that its fonts lack. */
  readonly boxes: string;
}
