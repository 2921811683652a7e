/** Files of other kinds that are often sent, by their first bytes. Each character is one byte. */
interface Signature {
  readonly at: number;
  readonly starts: string;
  readonly what: string;
}

const SIGNATURES: readonly Signature[] = [
  { at: 0, starts: '%PDF', what: 'a PDF document' },
  { at: 0, starts: '\x89PNG', what: 'a PNG image' },
  { at: 0, starts: '\xff\xd8\xff', what: 'a JPEG image' },
  { at: 0, starts: 'GIF8', what: 'a GIF image' },
  { at: 0, starts: 'BM', what: 'a bitmap image' },
  { at: 8, starts: 'WEBP', what: 'a WebP image' },
  { at: 0, starts: 'II*\0', what: 'a TIFF image' },
  { at: 0, starts: 'MM\0*', what: 'a TIFF image' },
  { at: 0, starts: 'II+\0', what: 'a TIFF image' },
  { at: 0, starts: 'Rar!', what: 'a RAR archive; unpack it and send the files in it' },
  { at: 0, starts: '7z\xbc\xaf\x27\x1c', what: 'a 7z archive; unpack it and send the files in it' },
  { at: 0, starts: '\x1f\x8b', what: 'a gzip archive; unpack it and send the file in it' },
  { at: 0, starts: 'BZh', what: 'a bzip2 archive; unpack it and send the file in it' },
  { at: 0, starts: '\xfd7zXZ', what: 'an xz archive; unpack it and send the file in it' },
  { at: 0, starts: '\x28\xb5\x2f\xfd', what: 'a Zstandard archive; unpack it and send the file in it' },
  { at: 257, starts: 'ustar', what: 'a tar archive; unpack it and send the files in it' },
  { at: 0, starts: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', what: 'an old Microsoft Office document' },
  { at: 0, starts: '{\\rtf', what: 'a text document (RTF)' },
  { at: 0, starts: '%!PS', what: 'a PostScript document' },
  { at: 0, starts: 'AutoCAD Binary DXF', what: 'a DXF drawing; save it as a shapefile or GeoPackage in a GIS program first' },
  { at: 0, starts: 'AC10', what: 'a DWG drawing; save it as a shapefile or GeoPackage in a GIS program first' },
  { at: 2, starts: 'TrackMaker', what: 'a GPS TrackMaker file (.gtm); export it as KML there' },
  { at: 0, starts: 'fgb\x03', what: 'a FlatGeobuf file; save it as GeoPackage first' },
  { at: 0, starts: 'PAR1', what: 'a Parquet file; save it as GeoPackage first' },
  { at: 0, starts: 'ARROW1', what: 'an Arrow file; save it as GeoPackage first' },
  { at: 0, starts: 'LASF', what: 'a LAS point cloud' },
  { at: 0, starts: '\x89HDF', what: 'an HDF5 file' },
  { at: 0, starts: 'CDF\x01', what: 'a netCDF file' },
  { at: 0, starts: 'CDF\x02', what: 'a netCDF file' },
  { at: 0, starts: 'PMTiles', what: 'a PMTiles archive' },
  { at: 4, starts: 'ftyp', what: 'a video or a phone picture' },
  { at: 0, starts: 'ID3', what: 'an audio file' },
  { at: 0, starts: 'MZ', what: 'a Windows program' },
  { at: 0, starts: '\x7fELF', what: 'a Linux program' },
  { at: 0, starts: 'version https://git-lfs', what: 'a Git LFS pointer instead of the file itself; fetch the file first' },
  { at: 0, starts: '!table', what: 'a MapInfo table; save it as a shapefile or GeoPackage first' },
  { at: 0, starts: 'Version 3', what: 'a MapInfo interchange file; save it as a shapefile or GeoPackage first' },
];

/** @returns what a file is, judged by its first bytes, as a phrase with an article; null if no signature fits. */
export function signatureOf(head: Uint8Array): string | null {
  for (const { at, starts, what } of SIGNATURES) {
    let same = head.length >= at + starts.length;
    for (let index = 0; same && index < starts.length; index++) same = head[at + index] === starts.charCodeAt(index);
    if (same) return what;
  }
  return null;
}
