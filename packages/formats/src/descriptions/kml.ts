import type { FormatDescription } from './format-description.ts';

export const KML: FormatDescription = {
  format: 'kml',
  title: 'KML',
  extensions: ['.kml'],
  companions: [],
  mediaType: 'application/vnd.google-earth.kml+xml',
  holds: { severalFiles: false, system: 'EPSG:4326', heightSystem: null },
};
