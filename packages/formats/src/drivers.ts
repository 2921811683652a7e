import type { FormatName } from '@geoinsights/contract';
import type { FormatDriver } from './driver.ts';

/** The SQLite of older ones cannot be told to distrust a file. */
const NODE_OF_GEOPACKAGE = 24;

/** Each is loaded when a file of its format comes: a start of the command line would take as long for all of them as for its work. */
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
 * The driver of a format, in Node. In the browser take the driver from the format's own entry.
 * @throws Error for GeoPackage under a Node older than 24.
 */
export async function driverFor(format: FormatName): Promise<FormatDriver> {
  return DRIVERS[format]();
}
