import type { FormatDescription } from './format-description.ts';

export const KMZ: FormatDescription = {
  format: 'kmz',
  title: 'KMZ',
  extensions: ['.kmz'],
  companions: [],
  mediaType: 'application/vnd.google-earth.kmz',
  holds: { severalFiles: false, system: 'EPSG:4326', heightSystem: null },
};
