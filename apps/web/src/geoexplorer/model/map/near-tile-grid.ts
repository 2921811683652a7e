import type { TileCoord } from 'ol/tilecoord.js';
import { createXYZ } from 'ol/tilegrid.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import type TileRange from 'ol/TileRange.js';

/** How many zoom levels coarser a tile may be that replaces a missing one: it is then drawn at eight times its size. */
const MOST_LEVELS = 3;

/**
 * The usual tiles of the map. OpenLayers fills the place of a missing tile with any coarser one that it still has; one from a much coarser view
 * would cover a property with a smear that is not part of the layer.
 */
class NearTileGrid extends TileGrid {
  override getTileRangeForTileCoordAndZ(tile: TileCoord, zoom: number, range?: TileRange): TileRange | null {
    const [tileZoom = 0] = tile;
    return tileZoom - zoom > MOST_LEVELS ? null : super.getTileRangeForTileCoordAndZ(tile, zoom, range);
  }
}

/** @param tileSize in pixels; doubling it makes a quarter of the requests. */
export function createNearTileGrid(tileSize: 256 | 512): TileGrid {
  const usual = createXYZ({ tileSize });
  return new NearTileGrid({ extent: usual.getExtent() ?? undefined, resolutions: usual.getResolutions(), tileSize });
}
