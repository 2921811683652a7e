import type { Extent } from 'ol/extent.js';
import type OpenLayersMap from 'ol/Map.js';
import { wantsStillness } from '../../../ui/wants-stillness.ts';

/** Specification, section 9. */
const PADDING = 50;
const DURATION_MS = 1000;

/** The closest zoom to a single point or a parcel of a few metres. */
const NEAREST_ZOOM = 18;

/**
 * Animates to the extent, or jumps for visitors who prefer reduced motion. A map without a size cannot fit anything; it does so as soon as it has one.
 */
export function fitView(map: OpenLayersMap, extent: Extent): void {
  const [width = 0, height = 0] = map.getSize() ?? [];
  if (width === 0 || height === 0) {
    map.once('change:size', () => {
      fitView(map, extent);
    });
    return;
  }
  map.getView().fit(extent, { padding: [PADDING, PADDING, PADDING, PADDING], maxZoom: NEAREST_ZOOM, ...(wantsStillness() ? {} : { duration: DURATION_MS }) });
}
