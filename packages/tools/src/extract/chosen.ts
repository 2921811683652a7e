import type { FormatName } from '@geoinsights/contract';

export interface ExtractOptions {
  /** A condition in CQL2 text. */
  readonly where?: string | undefined;
  /** West, south, east, north in the coordinates of the layers. */
  readonly bbox?: readonly [number, number, number, number] | undefined;
  /** The name of an input file whose polygons select. */
  readonly within?: string | undefined;
  /** Whether features are cut at the border of the rectangle or the polygons; otherwise those that touch it are kept whole. */
  readonly clip: boolean;
  readonly format?: FormatName | undefined;
  readonly from?: string | undefined;
}

/** How many features of each layer were selected. */
export interface ChosenFeatures {
  readonly dataset: string;
  readonly layer: string;
  readonly of: number;
  chosen: number;
  cut: number;
}
