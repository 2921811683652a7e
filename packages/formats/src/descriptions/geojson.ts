import type { FormatDescription } from './format-description.ts';

export const GEOJSON: FormatDescription = {
  format: 'geojson',
  title: 'GeoJSON',
  // The fourth is what QGIS calls one object a line.
  extensions: ['.geojson', '.json', '.geojsonl', '.geojsonl.json', '.geojsons', '.ndjson', '.jsonl'],
  companions: [],
  mediaType: 'application/geo+json',
  holds: { severalFiles: false, system: 'EPSG:4326' },
};
