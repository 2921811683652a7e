import type { FormatName } from '@geoinsights/contract';

/** What a file is by its content. */
export type Detected =
  | { readonly format: FormatName }
  /** A ZIP archive in which files of our formats lie, other than a KMZ. */
  | { readonly format: null; readonly what: string; readonly archive?: true };
