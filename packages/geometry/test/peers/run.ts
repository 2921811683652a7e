/**
 * `npm run judge:peers -- FOLDER...`: repairs all polygons in the files of each folder, for example the downloaded tests of another
 * library (XML as in JTS and GEOS, SQL, GeoJSON, shapefile, GeoPackage). Polygons are repaired alone, and those of one test together as
 * one layer, with tolerances on `auto` and with none. Prints how many hold, and what does not. Exits with status 1 if anything does
 * not.
 */
import { basename } from 'node:path';
import type { RepairOptions } from '../../src/repair-options.ts';
import { NO_TOLERANCES } from '../cases/case.ts';
import { judge } from '../fuzz.ts';
import { kernel } from '../kernel.ts';
import type { Shape } from '../layers.ts';
import { PLANAR } from '../planar.ts';
import { sourcesIn } from './sources.ts';
import type { Source } from './sources.ts';

/** For layers with more vertices, the judge takes minutes. */
const MOST_VERTICES = 4000;
const LONGEST_MESSAGE = 300;

interface Count {
  tried: number;
  held: number;
  tooLarge: number;
}

async function judgeSuite(folder: string): Promise<boolean> {
  const [alone, layers]: Count[] = [{ tried: 0, held: 0, tooLarge: 0 }, { tried: 0, held: 0, tooLarge: 0 }];
  const known = new Set<string>();
  for (const source of sourcesIn(folder)) {
    for (const [i, shape] of source.shapes.entries()) {
      const text = JSON.stringify(shape, (_, value: unknown) => (typeof value === 'number' ? String(value) : value));
      if (!known.has(text)) await tryOne(alone, { ...source, name: `${source.name}, polygon ${i + 1}`, shapes: [shape] });
      known.add(text);
    }
    if (source.shapes.length > 1) await tryOne(layers, source);
  }
  const inWords = ({ held, tried, tooLarge }: Count): string => `${held} of ${tried}${tooLarge > 0 ? ` (${tooLarge} too large to judge)` : ''}`;
  console.log(`${basename(folder)}: alone ${inWords(alone)} hold, layers ${inWords(layers)}`);
  return alone.held === alone.tried && layers.held === layers.tried;
}

async function tryOne(count: Count, { name, shapes, units }: Source): Promise<void> {
  if (verticesOf(shapes) > MOST_VERTICES) {
    count.tooLarge++;
    return;
  }
  count.tried++;
  const each: readonly (readonly [string, RepairOptions])[] = [['auto', { ...PLANAR, units }], ['no tolerances', { ...PLANAR, units, ...NO_TOLERANCES }]];
  let holds = true;
  for (const [tolerances, options] of each) {
    const broken = (await judge(kernel, shapes, options)).at(0);
    if (broken === undefined) continue;
    holds = false;
    console.log(`${name}, ${tolerances}: ${broken.promise}: ${broken.message.slice(0, LONGEST_MESSAGE)}`);
  }
  if (holds) count.held++;
}

const verticesOf = (shapes: readonly Shape[]): number => shapes.reduce((sum, shape) => sum + shape.reduce((s, { rings }) => s + rings.reduce((t, ring) => t + ring.length, 0), 0), 0);

let allHold = true;
for (const folder of process.argv.slice(2)) allHold = (await judgeSuite(folder)) && allHold;
process.exitCode = allHold ? 0 : 1;
