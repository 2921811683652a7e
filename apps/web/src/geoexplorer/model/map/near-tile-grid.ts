import type { TileCoord } from 'ol/tilecoord.js';
import { createXYZ } from 'ol/tilegrid.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import type TileRange from 'ol/TileRange.js';

/** How many zoom levels coarser a tile may be that stands in for one that has not come: it is then eight times as large as it was made. */
const MOST_LEVELS = 3;

/**
 * The usual tiles of the map. OpenLayers fills the place of a missing tile with any coarser one that it still has; one of a far coarser view
 * would cover a property with a smear that is no part of the layer.
 */
class NearTileGrid extends TileGrid {
  override getTileRangeForTileCoordAndZ(tile: TileCoord, zoom: number, range?: TileRange): TileRange | null {
    const [tileZoom = 0] = tile;
    return tileZoom - zoom > MOST_LEVELS ? null : super.getTileRangeForTileCoordAndZ(tile, zoom, range);
  }
}

/** @param tileSize in pixels: four times fewer requests for twice as many. */
export function createNearTileGrid(tileSize: 256 | 512): TileGrid {
  const usual = createXYZ({ tileSize });
  return new NearTileGrid({ extent: usual.getExtent() ?? undefined, resolutions: usual.getResolutions(), tileSize });
}
