import type { FormatDescription } from './format-description.ts';

export const SHAPEFILE: FormatDescription = {
  format: 'shapefile',
  title: 'shapefile (.shp)',
  extensions: ['.shp'],
  companions: ['.shx', '.dbf', '.prj', '.cpg', '.qpj', '.sbn', '.sbx', '.shp.xml', '.qix', '.fbn', '.fbx', '.ain', '.aih', '.atx', '.ixs', '.mxs', '.cst', '.dbt', '.idm', '.ind'],
  mediaType: 'application/vnd.shp',
  holds: { severalFiles: true, system: null, heightSystem: null },
};
