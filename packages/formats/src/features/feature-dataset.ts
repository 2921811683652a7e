import type { FormatName } from '@geoinsights/contract';
import type { Layer } from '@geoinsights/geometry';
import type { CoordinateReferenceSystem, DatasetNote, OpenOptions } from '../driver.ts';
import type { FeatureBatch } from './feature-batch.ts';
import type { Field, TableDescription } from './field.ts';

/** What must be known of a layer before reading or writing its features. */
export interface LayerSchema {
  readonly name: string;
  readonly crs: CoordinateReferenceSystem;
  readonly fields: readonly Field[];
  /** The `GeometryType`s that may occur, ascending, without `None`; empty for a layer without geometry. A selection from a layer may have fewer. */
  readonly geometryTypes: readonly number[];
  readonly hasZ: boolean;
  readonly hasM: boolean;
  /**
   * What the feature ids are: `own` if they are part of the data (the `id` of GeoJSON), `rows` if they are table keys that mean
   * something only inside their file, `none` if there are none.
   */
  readonly ids: 'own' | 'rows' | 'none';
  /** Only for a layer from a GeoPackage, which has it again when it is written as one. */
  readonly table?: TableDescription;
  /** The number of features; for a selection from a layer, the maximum. */
  readonly count: number;
}

/** A layer that can be read from start to end any number of times, one reading at a time. */
export interface FeatureLayer extends LayerSchema {
  /**
   * The features in file order, in batches. At most a batch or two of the file is in memory at a time.
   * @throws ProblemError for faults that only reading reveals
   */
  read(): AsyncGenerator<FeatureBatch, void, undefined>;
}

/** The parts of a layer that give the positions of its vertices. */
export type LayerVertices = Pick<Layer, 'xy' | 'ringOffsets' | 'partOffsets' | 'partKinds'>;

export interface OpenFeaturesOptions extends OpenOptions {
  /**
   * Skips attributes where the format allows it (shapefile, GeoPackage): layers have no fields and rows have no values.
   * The other formats read them as usual.
   */
  readonly geometryOnly?: boolean;
  /**
   * Receives the vertices of all features while the file is scanned on opening, so that a caller who needs nothing else
   * need not read it again. Only formats that must scan the file on opening call it (GeoJSON, KML, KMZ, shapefile). It also
   * receives candidates that turn out not to be features, and may not receive all: the vertices are usable only if the number of
   * features received equals that of the layers. The arrays are valid during the call.
   */
  readonly onVertices?: (vertices: LayerVertices, features: number) => void;
}

/** A dataset open for reading feature by feature, geometry and attributes. */
export interface FeatureDataset {
  readonly format: FormatName;
  readonly name: string;
  readonly layers: readonly FeatureLayer[];
  readonly notes: readonly DatasetNote[];
  /** Releases handles and temporary files. */
  close(): Promise<void>;
}
