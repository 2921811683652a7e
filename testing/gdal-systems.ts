import { spawnSync } from 'node:child_process';
import { z } from 'zod';
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

const placeSchema = z.tuple([z.number(), z.number()]);

/** One place in each of several systems, as GDAL transforms it by PROJ; null for a system that it does not know. Asked at once: most of the time goes into PROJ's database, which a process reads once. */
export function placesByGdal(from: string, asked: readonly (readonly [to: string, place: readonly [x: number, y: number]])[]): ([x: number, y: number] | null)[] {
  const ran = askGdal({ does: 'transform-each', from, asked });
  if (ran !== null) return z.array(placeSchema.nullable()).parse(JSON.parse(outputOf(ran, `transform from ${from}`)));
  return asked.map(([to, place]) => {
    const { status, stdout } = spawnSync('gdaltransform', ['-s_srs', from, '-t_srs', to, '-output_xy'], { input: `${place.join(' ')}\n`, encoding: 'utf8' });
    return status === 0 ? placeSchema.parse(stdout.trim().split(' ').map(Number)) : null;
  });
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
