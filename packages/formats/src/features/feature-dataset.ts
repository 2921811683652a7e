import type { FormatName } from '@geoinsights/contract';
import type { Layer } from '@geoinsights/geometry';
import type { CoordinateReferenceSystem, DatasetNote, OpenOptions } from '../driver.ts';
import type { FeatureBatch } from './feature-batch.ts';
import type { Field } from './field.ts';

/** What is known of a layer before any of its features is read, or must be known before any is written. */
export interface LayerSchema {
  readonly name: string;
  readonly crs: CoordinateReferenceSystem;
  readonly fields: readonly Field[];
  /** The `GeometryType`s that may occur, ascending, without `None`; none for a layer without geometry. What was chosen from a layer may have fewer. */
  readonly geometryTypes: readonly number[];
  readonly hasZ: boolean;
  readonly hasM: boolean;
  /**
   * Whose the ids of the features are: `own` when the file gives them as something that counts (the `id` of GeoJSON), `rows` when they
   * are the keys of a table and mean something inside its file only, `none` when there are none.
   */
  readonly ids: 'own' | 'rows' | 'none';
  /** How many features there are; of what was chosen from a layer, at most. */
  readonly count: number;
}

/** A layer that can be read from its beginning to its end, as often as wanted, one reading at a time. */
export interface FeatureLayer extends LayerSchema {
  /**
   * The features in the order of the file, in batches. No more of the file is held in memory than a batch or two.
   * @throws ProblemError for what is found wrong only when it is read
   */
  read(): AsyncGenerator<FeatureBatch, void, undefined>;
}

/** What of a layer says where its vertices are. */
export type LayerVertices = Pick<Layer, 'xy' | 'ringOffsets' | 'partOffsets' | 'partKinds'>;

export interface OpenFeaturesOptions extends OpenOptions {
  /**
   * Attributes are not wanted: where they can be passed over they are, and layers have no fields, and rows without a value (shapefile,
   * GeoPackage). The other formats read them as ever.
   */
  readonly geometryOnly?: boolean;
  /**
   * Hears the vertices of all features while the file is read through to be opened, so that who wants no more of it need not read it
   * again. Only formats that have no other way to know their fields tell it (GeoJSON, KML, KMZ). What turns out to be no feature is told
   * too: it counts when as many were told as the layers have. The arrays are valid during the call.
   */
  readonly onVertices?: (vertices: LayerVertices, features: number) => void;
}

/** A dataset that is open to be read feature by feature, geometry and attributes. */
export interface FeatureDataset {
  readonly format: FormatName;
  readonly name: string;
  readonly layers: readonly FeatureLayer[];
  readonly notes: readonly DatasetNote[];
  /** Releases handles and temporary files. */
  close(): Promise<void>;
}
