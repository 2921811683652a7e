import type { GeographicExtent } from '@geoinsights/catalogue/local-layer';

/** A layer that our own WMS draws, as the catalogue knows it. */
export interface WmsLayer {
  /** What requests call it by (LAYERS): no comma, no space at its ends. */
  readonly code: string;
  readonly title: string;
  readonly abstract: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Areas are drawn as their borders only. */
  readonly isOutlined: boolean;
  readonly extent: GeographicExtent;
  /** Absolute path of what `writeLocalLayer` wrote. */
  readonly folder: string;
  /** Changes whenever the layer is published again or its colour changes. Letters, digits, `-` and `.` only. */
  readonly version: string;
  readonly attribution: string | null;
  /** Web map zoom below which the layer is not drawn. */
  readonly minimumZoom: number | null;
}

/** Where the WMS finds its layers, in the order in which it lists them. Asked anew for every request. */
export interface WmsCatalogue {
  layers(): Promise<readonly WmsLayer[]>;
  /** Lets `work` read the folders of these layers, which may have to be brought here first. @throws ProblemError when they cannot be had now */
  use<Result>(layers: readonly WmsLayer[], work: () => Promise<Result>): Promise<Result>;
}
