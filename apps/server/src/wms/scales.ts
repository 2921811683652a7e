import type { View } from '@geoinsights/catalogue/local-layer';
import { PIXEL_AT_ZOOM_0 } from './web-mercator.ts';
import type { WmsLayer } from './wms-catalogue.ts';

/** The pixel size that the standard assumes for scale denominators, in metres. */
const STANDARD_PIXEL = 0.000_28;
const METRES_PER_DEGREE = 111_319.490_793_273_58;

/** The largest pixel size, in metres, at which the layer is drawn; null if it always is. */
export function largestPixel({ minimumZoom }: Pick<WmsLayer, 'minimumZoom'>): number | null {
  return minimumZoom === null || minimumZoom <= 0 ? null : PIXEL_AT_ZOOM_0 / 2 ** minimumZoom;
}

export function scaleDenominator(pixel: number): number {
  return pixel / STANDARD_PIXEL;
}

/** WMS 1.1.1 defines a scale as the diagonal of a pixel. */
export function scaleHint(pixel: number): number {
  return pixel * Math.SQRT2;
}

/** Whether a picture with such pixels shows the layer. */
export function isShown(layer: WmsLayer, { plane, west, east, width, density = 1 }: Pick<View, 'plane' | 'west' | 'east' | 'width' | 'density'>): boolean {
  const largest = largestPixel(layer);
  if (largest === null) return true;
  // Scales are those of pixels of the usual size.
  const pixel = ((east - west) / width) * (plane === 'mercator' ? 1 : METRES_PER_DEGREE) * density;
  // Clients round their boxes.
  return pixel <= largest * 1.001;
}
