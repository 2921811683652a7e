import type { FormatName } from '@geoinsights/contract';

/** What a file is, judged by its content. */
export type Detected =
  | { readonly format: FormatName }
  /** A ZIP archive with files of our formats that is not a KMZ. */
  | { readonly format: null; readonly what: string; readonly archive?: true };
