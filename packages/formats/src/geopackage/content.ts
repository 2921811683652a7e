import type { DatasetContent } from '../driver.ts';
import type { FeatureTable } from './catalogue.ts';
import type { TableFeatures } from './features.ts';
import type { FileHeader } from './file-header.ts';

export interface GeopackageContent extends DatasetContent {
  /** The GeoPackage on disk: the input itself, or a temporary copy of it. Never written to. */
  readonly path: string;
  readonly fileName: string;
  readonly header: FileHeader;
  /** Table i is layer i. */
  readonly tables: readonly { readonly table: FeatureTable; readonly features: TableFeatures }[];
}
