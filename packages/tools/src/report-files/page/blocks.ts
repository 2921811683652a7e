import type { MapDrawing } from './map-drawing.ts';

/** A page in the order in which it is read. What shows it, as HTML or as PDF, adds nothing and leaves nothing out. */
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
  /** Said below it, where it is cut off. */
  readonly more: string | null;
}

/** Tables of no more rows are never cut in two by the end of a sheet. */
export const SHORT_TABLE = 9;

export interface Column {
  readonly heading: string;
  /** Of the width of the table; those of all columns add up to one. */
  readonly share: number;
  readonly isNumber?: boolean;
  /** Digits that are compared by eye. */
  readonly isCode?: boolean;
}

export interface MapWords {
  readonly title: string;
  /** What there is to see, for who does not see it. */
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
  /** At the foot of each page: by what sheets are known to belong together. Plain text without anything out of a file. */
  readonly mark: string;
  /** Where whoever signs puts initials, on each page. */
  readonly initials: string;
  /** Said on paper where names hold letters that its fonts lack. */
  readonly boxes: string;
}
