import type { FormatName } from '@geoinsights/contract';
import type { FormatDriver } from './driver.ts';
import { geojsonDriver } from './geojson/index.ts';
import { geopackageDriver } from './geopackage/index.ts';
import { kmlDriver } from './kml/index.ts';
import { kmzDriver } from './kmz/index.ts';
import { shapefileDriver } from './shapefile/index.ts';

const DRIVERS: Record<FormatName, FormatDriver> = {
  shapefile: shapefileDriver,
  kml: kmlDriver,
  kmz: kmzDriver,
  geopackage: geopackageDriver,
  geojson: geojsonDriver,
};

/** The driver of a format, in Node. In the browser take the driver from the format's own entry. */
export function driverFor(format: FormatName): FormatDriver {
  return DRIVERS[format];
}
