import bufferGeometry from './images/buffer-geometry.svg';
import compressFile from './images/compress-file.svg';
import convertToGeojson from './images/convert-to-geojson.svg';
import convertToGeopackage from './images/convert-to-geopackage.svg';
import convertToKml from './images/convert-to-kml.svg';
import convertToShapefile from './images/convert-to-shapefile.svg';
import mergeFiles from './images/merge-files.svg';
import ocrPdf from './images/ocr-pdf.svg';
import reprojectFile from './images/reproject-file.svg';
import simplifyGeometry from './images/simplify-geometry.svg';
import type { ToolCardProps } from './tool-card.tsx';

const link = '/geotools/fix-geometry';

const CONVERT_TO_SHAPEFILE: ToolCardProps = { title: 'Convert to Shapefile', description: 'Turn any supported file into a shapefile set for desktop GIS.', imageUrl: convertToShapefile, link, tool: 'convert-to-shapefile' };
const REPROJECT: ToolCardProps = { title: 'Reproject file', description: 'Move coordinates from one reference system to another.', imageUrl: reprojectFile, link, tool: 'reproject' };
const COMPRESS: ToolCardProps = { title: 'Compress file', description: 'Make a large file lighter to store and to send.', imageUrl: compressFile, link, tool: 'compress' };
const SIMPLIFY: ToolCardProps = { title: 'Simplify geometry', description: 'Keep the shape of the land with fewer vertices.', imageUrl: simplifyGeometry, link, tool: 'simplify' };
const BUFFER: ToolCardProps = { title: 'Buffer geometry', description: 'Draw the zone within a distance of points, lines or areas.', imageUrl: bufferGeometry, link, tool: 'buffer' };
const MERGE: ToolCardProps = { title: 'Merge files', description: 'Bring the features of several files together in one.', imageUrl: mergeFiles, link, tool: 'merge' };
const OCR_PDF: ToolCardProps = { title: 'OCR PDF', description: 'Read the text of scanned deeds and survey reports.', imageUrl: ocrPdf, link, tool: 'ocr-pdf' };
const CONVERT_TO_KML: ToolCardProps = { title: 'Convert to KML', description: 'Get a file that opens in virtual globes.', imageUrl: convertToKml, link, tool: 'convert-to-kml' };
const CONVERT_TO_GEOJSON: ToolCardProps = { title: 'Convert to GeoJSON', description: 'Get a text file that web maps read directly.', imageUrl: convertToGeojson, link, tool: 'convert-to-geojson' };
const CONVERT_TO_GEOPACKAGE: ToolCardProps = { title: 'Convert to Geopackage', description: 'Put all layers into one open database file.', imageUrl: convertToGeopackage, link, tool: 'convert-to-geopackage' };

/** The specification's content, unchanged: every card leads to fix-geometry, and several repeat. A click passes the card's tool on. */
export const TOOL_CARDS: readonly ToolCardProps[] = [
  CONVERT_TO_SHAPEFILE,
  REPROJECT,
  COMPRESS,
  SIMPLIFY,
  BUFFER,
  MERGE,
  OCR_PDF,
  CONVERT_TO_KML,
  CONVERT_TO_GEOJSON,
  CONVERT_TO_GEOPACKAGE,
  CONVERT_TO_SHAPEFILE,
  REPROJECT,
  COMPRESS,
  MERGE,
  CONVERT_TO_KML,
  CONVERT_TO_GEOJSON,
  SIMPLIFY,
  BUFFER,
];
