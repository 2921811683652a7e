import { spawnSync } from 'node:child_process';
import { z } from 'zod';

/** GDAL as the other eyes of the tests. */
export const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;

export function ogr2ogr(...args: string[]): void {
  const { status, stderr } = spawnSync('ogr2ogr', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ogr2ogr ${args.join(' ')} failed: ${stderr}`);
}

const collectionSchema = z.object({
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() })),
});

/** The features of a layer as GDAL reads them. */
export function featuresOf(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('ogr2ogr', ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=17', '/vsistdout/', file, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`ogr2ogr cannot read ${file}: ${stderr}`);
  return collectionSchema.parse(JSON.parse(stdout)).features;
}

/** Judged by GEOS inside GDAL: geometries that are not valid, and pairs of features whose interiors meet. */
export function judge(file: string, layer: string, geometry: string): { invalid: number; overlaps: number } {
  return {
    invalid: count(file, `SELECT count(*) AS n FROM "${layer}" WHERE ST_IsValid("${geometry}") = 0`),
    overlaps: count(
      file,
      `SELECT count(*) AS n FROM "${layer}" a, "${layer}" b WHERE a.rowid < b.rowid AND ST_Relate(a."${geometry}", b."${geometry}", 'T********') = 1`,
    ),
  };
}

function count(file: string, sql: string): number {
  const { stdout, stderr } = spawnSync('ogrinfo', ['-q', file, '-dialect', 'sqlite', '-sql', sql], { encoding: 'utf8' });
  const found = /n \(Integer\) = (\d+)/.exec(stdout);
  if (found === null) throw new Error(`ogrinfo cannot answer "${sql}" on ${file}: ${stdout}${stderr}`);
  return Number(found[1]);
}
