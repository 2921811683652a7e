import type { GeographicExtent } from '@geoinsights/catalogue/local-layer';

/** A layer that our own WMS draws, as the catalogue knows it. */
export interface WmsLayer {
  /** Its name in requests (LAYERS): no comma, no space at either end. */
  readonly code: string;
  readonly title: string;
  readonly abstract: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Areas are drawn as borders only. */
  readonly isOutlined: boolean;
  readonly extent: GeographicExtent;
  /** Absolute path of the output of `writeLocalLayer`. */
  readonly folder: string;
  /** Changes whenever the layer is republished or its colour changes. Letters, digits, `-` and `.` only. */
  readonly version: string;
  readonly attribution: string | null;
  /** Web map zoom below which the layer is not drawn. */
  readonly minimumZoom: number | null;
}

/** Where the WMS finds its layers, in listing order. Queried for every request. */
export interface WmsCatalogue {
  layers(): Promise<readonly WmsLayer[]>;
  /** Lets `work` read the folders of these layers, which may have to be fetched first. @throws ProblemError if they are not available now */
  use<Result>(layers: readonly WmsLayer[], work: () => Promise<Result>): Promise<Result>;
}
