import type { DatasetContent } from '../driver.ts';
import type { FeatureTable } from './catalogue.ts';
import type { TableFeatures } from './features.ts';
import type { FileHeader } from './file-header.ts';

/** What was read from a GeoPackage, on disk or in memory. */
export interface TablesContent extends DatasetContent {
  readonly fileName: string;
  /** Table i is layer i. */
  readonly tables: readonly { readonly table: FeatureTable; readonly features: TableFeatures }[];
}

export interface GeopackageContent extends TablesContent {
  /** The GeoPackage on disk: the input itself, or a temporary copy of it. Never written to. */
  readonly path: string;
  readonly header: FileHeader;
}
