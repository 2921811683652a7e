/**
 * `npm run soak:repair -- [SMALL] [MEDIUM] [SEED] [SHRINK] [--field | --thematic]`: judges the kernel on SMALL small layers and MEDIUM layers of a few
 * hundred features, both starting at SEED and taken alternately. Every second small layer is of a kind that comes from the field; with
 * `--field`, every one is; with `--thematic`, every one is as on a thematic map. Prints the counts as they grow, the failures by promise and
 * family, and the smallest layer for each (SHRINK failures of each kind, 2 by default). Exits with status 1 if a promise was broken.
 */
import { parseArgs } from 'node:util';
import { kernel, kernelWith } from './kernel.ts';
import { dirtyLayer, mediumLayer } from './dirty-layers.ts';
import { fieldLayer } from './field-layers.ts';
import type { FieldLayer } from './field-layers.ts';
import { judge, judgeRoads, shrinkFailure, sourceOf } from './fuzz.ts';
import { thematicLayer } from './thematic-layers.ts';

const { values: asked, positionals } = parseArgs({ options: { field: { type: 'boolean', default: false }, thematic: { type: 'boolean', default: false } }, allowPositionals: true });
const [small = 1_000_000, medium = 10_000, seed = 1, shrinks = 2] = positionals.map(Number);
/** Medium layers are reduced less far: each try costs as much as a hundred small ones. */
const [SMALL_TRIES, MEDIUM_TRIES] = [3000, 400];
const REPORT_EVERY = 1000;
/** One layer in this many is cut into pieces of about three features. */
const CUT_EVERY = 3;
const inPieces = kernelWith({ vertices: 15, mostCopies: Infinity });

const tally = new Map<string, number>();
const layersOf = new Map<string, number>();
const done = { small: 0, medium: 0, failures: 0 };

async function trial(name: string, layer: FieldLayer, tries: number, isCut: boolean): Promise<void> {
  const { options, shapes } = layer;
  const [family = ''] = layer.family.split(',');
  layersOf.set(family, (layersOf.get(family) ?? 0) + 1);
  const examined = isCut ? inPieces : kernel;
  const broken = await judge(examined, shapes, options);
  // A smaller layer has other slivers, and only its generator could tell which.
  const isShrunk = broken.length > 0;
  if (!isShrunk) broken.push(...(await judgeRoads(examined, layer)));
  if (broken.length === 0) return;
  done.failures++;
  for (const promise of new Set(broken.map((item) => item.promise))) {
    const kind = `${promise} / ${layer.family}${isCut ? ', in pieces' : ''}`;
    const times = (tally.get(kind) ?? 0) + 1;
    tally.set(kind, times);
    console.log(`\n${name}: ${kind}, ${JSON.stringify(options)}`);
    if (times > shrinks || !isShrunk) continue;
    const smallest = await shrinkFailure(examined, shapes, options, promise, tries);
    console.log(`  [${sourceOf(smallest)}]`);
    for (const item of await judge(examined, smallest, options)) console.log(`  ${item.promise}: ${item.message}`);
  }
}

function smallLayer(i: number): FieldLayer {
  if (asked.thematic) return thematicLayer(seed + i);
  return i % 2 === 0 && !asked.field ? dirtyLayer(seed + i) : fieldLayer(seed + i);
}

function report(): void {
  console.log(`${done.small} small layers from seed ${seed}, ${done.medium} medium: ${done.failures} with a broken promise`);
}

const every = Math.max(1, Math.round(small / Math.max(1, medium)));
for (let i = 0; i < Math.max(small, medium * every); i++) {
  if (i < small) {
    await trial(`small ${seed + i}`, smallLayer(i), SMALL_TRIES, i % CUT_EVERY === 0);
    done.small++;
  }
  if (i % every === 0 && done.medium < medium) {
    await trial(`medium ${seed + done.medium}`, mediumLayer(seed + done.medium), MEDIUM_TRIES, done.medium % CUT_EVERY === 0);
    done.medium++;
  }
  if ((i + 1) % REPORT_EVERY === 0) report();
}
console.log('');
report();
for (const [family, layers] of [...layersOf].sort()) console.log(`  ${layers} of ${family}`);
for (const [kind, times] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${times} × ${kind}`);
process.exitCode = done.failures === 0 ? 0 : 1;
