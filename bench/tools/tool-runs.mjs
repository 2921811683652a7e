// The work of each tool, and the same work for other programs.
import path from 'node:path';
import { AREA_STEP } from './sources.mjs';

/** The middle of the features: about a third of them at any size from 50 MB on. */
const RECTANGLE = ['-58.0005', '-20', '-52.0005', '-19.9'];
/** 11 metres, and about as much in degrees for programs that do not convert metres. */
const METRES = '11';
const DEGREES = '0.0001';
/** Run as a command, the module only has its default level, 6. */
const ZIP_BY_PYTHON = "import os, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:\n  for file in sys.argv[2:]: archive.write(file, os.path.basename(file))";

/**
 * @param {Record<'geojson' | 'gpkg' | 'shp', string>} sources
 * @param {string} output the folder of results
 * @param {string | null} mapshaper where it is installed
 * @returns {{ tool: string, what: string, ours: string[], peers: Record<string, [string, string[]]> }[]}
 */
export function toolRuns(sources, output, mapshaper) {
  const { geojson, gpkg, shp } = sources;
  const to = (name) => path.join(output, name);
  const ogr = (driver, ...more) => ['ogr2ogr', ['-f', driver, ...more]];
  const bbox = `--bbox=${RECTANGLE.join(',')}`;
  const area = `area > ${String(AREA_STEP * 50_000)}`;
  const withMapshaper = (...parameters) => (mapshaper === null ? {} : { mapshaper: [process.execPath, [mapshaper, ...parameters]] });
  return [
    {
      tool: 'reproject', what: 'reproject GeoPackage to EPSG:31983', ours: [gpkg, '-o', to('a.gpkg'), '--to', 'EPSG:31983'],
      peers: { ogr2ogr: ogr('GPKG', '-t_srs', 'EPSG:31983', to('a.gpkg'), gpkg) },
    },
    {
      tool: 'reproject', what: 'reproject GeoJSON to EPSG:31983, to a shapefile', ours: [geojson, '-o', to('a.shp'), '--to', 'EPSG:31983'],
      peers: { ogr2ogr: ogr('ESRI Shapefile', '-t_srs', 'EPSG:31983', to('a.shp'), geojson), ...withMapshaper(geojson, '-proj', 'EPSG:31983', '-o', to('a.shp')) },
    },
    {
      tool: 'extract', what: 'extract where area >, GeoPackage', ours: [gpkg, '-o', to('a.gpkg'), '--where', area],
      peers: { ogr2ogr: ogr('GPKG', '-where', area, to('a.gpkg'), gpkg) },
    },
    {
      tool: 'extract', what: 'extract where area >, GeoJSON', ours: [geojson, '-o', to('a.geojson'), '--where', area],
      peers: { ogr2ogr: ogr('GeoJSON', '-where', area, to('a.geojson'), geojson), ...withMapshaper(geojson, '-filter', area, '-o', to('a.geojson')) },
    },
    {
      tool: 'extract', what: 'extract a rectangle, GeoPackage', ours: [gpkg, '-o', to('a.gpkg'), bbox],
      peers: { ogr2ogr: ogr('GPKG', '-spat', ...RECTANGLE, to('a.gpkg'), gpkg) },
    },
    {
      tool: 'extract', what: 'extract a rectangle, GeoJSON', ours: [geojson, '-o', to('a.geojson'), bbox],
      peers: { ogr2ogr: ogr('GeoJSON', '-spat', ...RECTANGLE, to('a.geojson'), geojson) },
    },
    {
      tool: 'extract', what: 'extract a rectangle and clip, GeoPackage', ours: [gpkg, '-o', to('a.gpkg'), bbox, '--clip'],
      peers: { ogr2ogr: ogr('GPKG', '-clipsrc', ...RECTANGLE, to('a.gpkg'), gpkg) },
    },
    {
      tool: 'extract', what: 'extract a rectangle and clip, GeoJSON', ours: [geojson, '-o', to('a.geojson'), bbox, '--clip'],
      peers: { ogr2ogr: ogr('GeoJSON', '-clipsrc', ...RECTANGLE, to('a.geojson'), geojson), ...withMapshaper(geojson, '-clip', `bbox=${RECTANGLE.join(',')}`, '-o', to('a.geojson')) },
    },
    {
      tool: 'simplify', what: 'simplify a shapefile', ours: [shp, '-o', to('a.shp'), '--distance', METRES],
      peers: { ogr2ogr: ogr('ESRI Shapefile', '-simplify', DEGREES, to('a.shp'), shp), ...withMapshaper(shp, '-simplify', `interval=${METRES}`, 'keep-shapes', '-o', to('a.shp')) },
    },
    {
      tool: 'buffer', what: 'buffer a GeoPackage', ours: [gpkg, '-o', to('a.gpkg'), '--distance', METRES],
      peers: { ogr2ogr: ogr('GPKG', '-dialect', 'sqlite', '-sql', `select ST_Buffer(geom, ${DEGREES}) as geom, cod_imovel, area from imoveis`, '-nln', 'imoveis', to('a.gpkg'), gpkg) },
    },
    {
      tool: 'merge', what: 'merge a shapefile and a GeoPackage to a GeoPackage', ours: [shp, gpkg, '-o', to('a.gpkg')],
      peers: { ogr2ogr: ['sh', ['-c', 'ogr2ogr -f GPKG -nln merged "$1" "$2" && ogr2ogr -f GPKG -append -nln merged "$1" "$3"', 'sh', to('a.gpkg'), shp, gpkg]] },
    },
    {
      tool: 'split', what: 'split a GeoPackage, 10,000 features a file', ours: [gpkg, '-o', output, '--by', 'count', '--count', '10000'],
      peers: {
        'ogr2ogr, one run a file': ['sh', ['-c', 'count=$(ogrinfo -so -al "$2" | sed -n "s/^Feature Count: //p"); i=0; while [ $((i * 10000)) -lt "$count" ]; do ogr2ogr -f GPKG -sql "select * from imoveis where fid > $((i * 10000)) and fid <= $((i * 10000 + 10000))" -nln imoveis "$1/$i.gpkg" "$2" || exit 1; i=$((i + 1)); done', 'sh', output, gpkg]],
      },
    },
    {
      tool: 'compress', what: 'compress a GeoJSON and a GeoPackage', ours: [geojson, gpkg, '-o', to('a.zip')],
      peers: { 'Python zipfile, level 9': ['python3', ['-c', ZIP_BY_PYTHON, to('a.zip'), geojson, gpkg]], 'zip -9': ['zip', ['-9', '-q', '-j', to('a.zip'), geojson, gpkg]] },
    },
  ];
}
