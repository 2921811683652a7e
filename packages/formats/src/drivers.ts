import type { FormatName } from '@geoinsights/contract';
import type { FormatDriver } from './driver.ts';

/** Each is loaded when a file of its format comes: a start of the command line would take as long for all of them as for its work. */
const DRIVERS: Record<FormatName, () => Promise<FormatDriver>> = {
  shapefile: async () => (await import('./shapefile/index.ts')).shapefileDriver,
  kml: async () => (await import('./kml/index.ts')).kmlDriver,
  kmz: async () => (await import('./kmz/index.ts')).kmzDriver,
  geopackage: async () => (await import('./geopackage/index.ts')).geopackageDriver,
  geojson: async () => (await import('./geojson/index.ts')).geojsonDriver,
};

/** The driver of a format, in Node. In the browser take the driver from the format's own entry. */
export async function driverFor(format: FormatName): Promise<FormatDriver> {
  return DRIVERS[format]();
}
