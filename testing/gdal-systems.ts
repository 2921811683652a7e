import { spawnSync } from 'node:child_process';
import { askGdal } from './gdal-process.ts';
import type { Ran } from './gdal-process.ts';

/** The forms of well-known text, by the names that GDAL's library has for them, with those of its program. */
const FORMS = { WKT1_GDAL: 'wkt1', WKT1_ESRI: 'wkt_esri', WKT2_2019: 'wkt2_2019' } as const;
export type WktForm = keyof typeof FORMS;

/** Places (x, y, x, y, …) in another system, as GDAL transforms them by PROJ. */
export function transformedByGdal(from: string, to: string, places: Float64Array): Float64Array {
  const pairs = Array.from({ length: places.length / 2 }, (_, index) => [places[2 * index], places[2 * index + 1]] as const);
  const ran = askGdal({ does: 'transform', from, to, places: pairs }) ?? spawnSync('gdaltransform', ['-s_srs', from, '-t_srs', to, '-output_xy'], { input: `${pairs.map((pair) => pair.join(' ')).join('\n')}\n`, encoding: 'utf8' });
  return Float64Array.from(outputOf(ran, `transform from ${from} to ${to}`).split(/\s+/).map(Number));
}

/** The text that GDAL writes for a system, on one line; empty if the form has none for it. */
export function textByGdal(system: string, form: WktForm): string {
  return outputOf(askGdal({ does: 'system', system, form }) ?? spawnSync('gdalsrsinfo', ['-o', FORMS[form], '--single-line', system], { encoding: 'utf8' }), `write ${system} as ${form}`);
}

/** The code that GDAL finds for a system, with "EPSG:" in front of it, whosever it is; EPSG:-1 if it finds none. */
export function codeByGdal(system: string): string {
  return outputOf(askGdal({ does: 'system', system, form: 'epsg' }) ?? spawnSync('gdalsrsinfo', ['-o', 'epsg', system], { encoding: 'utf8' }), `find ${system}`);
}

function outputOf({ status, stdout, stderr }: Ran, what: string): string {
  if (status !== 0) throw new Error(`GDAL cannot ${what}: ${stderr}`);
  return stdout.trim();
}
