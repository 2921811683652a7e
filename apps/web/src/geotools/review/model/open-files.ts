import { ProblemError } from '@geoinsights/contract/errors';
import { geojsonDriver } from '@geoinsights/formats/geojson';
import { kmlDriver } from '@geoinsights/formats/kml';
import { fileOfBlob, shapefileDriver } from '@geoinsights/formats/shapefile';
import type { DatasetLayer } from '../../../map-drawing/projected-layer.ts';

const DRIVERS = { geojson: geojsonDriver, kml: kmlDriver, shapefile: shapefileDriver } as const;

/** The layers of a dataset as the visitor chose it; null when its files are not at hand, or of a form that is not read here. */
export async function openChosen(names: readonly string[], chosen: readonly File[]): Promise<readonly DatasetLayer[] | null> {
  const files = names.flatMap((name) => chosen.filter((file) => file.name === name));
  const main = files.find(({ name }) => formatOf(name) !== null);
  const format = main === undefined ? null : formatOf(main.name);
  if (main === undefined || format === null) return null;
  const others = files.filter((file) => file !== main);
  try {
    const opened = await DRIVERS[format].open({
      format,
      name: main.name.replace(/\.\w+$/, ''),
      files: [fileOfBlob(main.name, main), ...others.map((file) => fileOfBlob(file.name, file))],
    });
    return opened.layers;
  } catch (error) {
    // What was repaired could be read; only a file that changed on the disk since then, or is too large for this device, cannot.
    if (error instanceof ProblemError || error instanceof RangeError || error instanceof DOMException) return null;
    throw error;
  }
}

function formatOf(name: string): keyof typeof DRIVERS | null {
  if (/\.(geo)?json$/i.test(name)) return 'geojson';
  if (/\.kml$/i.test(name)) return 'kml';
  return /\.shp$/i.test(name) ? 'shapefile' : null;
}
