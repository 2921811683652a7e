import type { FormatDescription } from './format-description.ts';

export const GEOJSON: FormatDescription = {
  format: 'geojson',
  title: 'GeoJSON',
  // The fourth is QGIS's extension for one object per line.
  extensions: ['.geojson', '.json', '.geojsonl', '.geojsonl.json', '.geojsons', '.ndjson', '.jsonl'],
  companions: [],
  mediaType: 'application/geo+json',
  holds: { severalFiles: false, system: 'EPSG:4326', heightSystem: 'ellipsoidal height' },
};
