import type { FormatName } from '@geoinsights/contract';
import type { FormatDriver } from './driver.ts';

/** Older Node versions have no way to make SQLite distrust a file. */
const NODE_OF_GEOPACKAGE = 24;

/** Each driver is loaded only when a file needs it: loading all of them would take the command line as long as its actual work. */
const DRIVERS: Record<FormatName, () => Promise<FormatDriver>> = {
  shapefile: async () => (await import('./shapefile/index.ts')).shapefileDriver,
  kml: async () => (await import('./kml/index.ts')).kmlDriver,
  kmz: async () => (await import('./kmz/index.ts')).kmzDriver,
  geopackage: async () => {
    if (Number.parseInt(process.versions.node, 10) < NODE_OF_GEOPACKAGE) throw new Error(`GeoPackages are read and written with Node ${NODE_OF_GEOPACKAGE} or newer, and this is Node ${process.versions.node}.`);
    return (await import('./geopackage/index.ts')).geopackageDriver;
  },
  geojson: async () => (await import('./geojson/index.ts')).geojsonDriver,
};

/**
 * The driver of a format in Node. In the browser, import the driver from the format's own entry.
 * @throws Error for GeoPackage on Node older than 24.
 */
export async function driverFor(format: FormatName): Promise<FormatDriver> {
  return DRIVERS[format]();
}
