// GRASS and PostGIS for comparison in the repair benchmark, if they are installed.
import { spawnSync } from 'node:child_process';

/**
 * Shapefile in, shapefile out. GRASS does not derive tolerances itself: lines digitised twice are up to 1e-5 degrees apart,
 * and areas below 1e-6 square degrees (a cell has 2.5e-3) are merged into their neighbours.
 */
const GRASS_SCRIPT = `
v.in.ogr -o --quiet input="$1" output=layer snap=1e-5 min_area=0 &&
v.clean --quiet input=layer output=cleaned tool=break,rmdupl,rmarea threshold=0,0,1e-6 &&
v.out.ogr --quiet input=cleaned type=area output="$2" format=ESRI_Shapefile`;

/** @returns {string | null} the version, null if GRASS is not installed. */
export function grassVersion() {
  const { status, stdout, stderr } = spawnSync('grass', ['--version'], { encoding: 'utf8' });
  return status === 0 ? (/GRASS (?:GIS )?[\d.]+/.exec(stdout + stderr)?.[0] ?? 'GRASS') : null;
}

export function grassProgram(input) {
  return { name: 'GRASS v.in.ogr, v.clean, v.out.ogr', command: 'grass', args: (result) => ['--tmp-location', 'XY', '--exec', 'sh', '-c', GRASS_SCRIPT, 'sh', input, result] };
}

/**
 * @param {string} connection as `psql` accepts it, to a database with PostGIS in which tables may be created.
 * @returns {{ version: string, canClean: boolean } | null} null if there is no such database.
 */
export function postgisAt(connection) {
  const ask = (sql) => spawnSync('psql', [connection, '-Atc', sql], { encoding: 'utf8' });
  const { status, stdout } = ask('SELECT postgis_lib_version()');
  if (status !== 0) return null;
  return { version: `PostGIS ${stdout.trim()}`, canClean: ask("SELECT 1 FROM pg_proc WHERE proname = 'st_coverageclean'").stdout.trim() === '1' };
}

/** Only the clients are measured: processor time and memory of this row do not include the server's. */
export function postgisProgram(input, connection) {
  const source = `PG:${connection}`;
  const clean = 'DROP TABLE IF EXISTS bench_cleaned; CREATE TABLE bench_cleaned AS SELECT ogc_fid, ST_CoverageClean(wkb_geometry, -1, 0.0005) OVER () AS wkb_geometry FROM bench_layer';
  const script = 'ogr2ogr -overwrite -nlt PROMOTE_TO_MULTI -nln bench_layer "$2" "$1" && psql "$3" -q -v ON_ERROR_STOP=1 -c "$4" && ogr2ogr -nln result "$5" "$2" bench_cleaned';
  return { name: 'PostGIS ST_CoverageClean', command: 'sh', args: (result) => ['-c', script, 'sh', input, source, connection, clean, result] };
}
