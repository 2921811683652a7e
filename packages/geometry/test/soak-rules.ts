/**
 * `npm run soak:rules -- [LAYERS] [SEED]`: judges repairs of small layers, starting at SEED, in which overlaps, gaps or both are kept, or land is left or given by
 * the registrar's profile, limits or decisions, in turns. Prints the counts as they grow, and for each kind of failure the smallest layer of the first.
 * Exits with status 1 if a promise was broken.
 */
import type { RepairOptions } from '../src/repair-options.ts';
import { anyLayer } from './any-layer.ts';
import { judge, sourceOf } from './fuzz.ts';
import { judgeRules, rulesBy } from './judge-rules.ts';
import { kernel, kernelWith } from './kernel.ts';
import { at } from './layers.ts';
import type { Shape } from './layers.ts';
import type { Broken } from './promises.ts';
import { shrink } from './shrink.ts';

const [layers = 30_000, seed = 1] = process.argv.slice(2).map(Number);
const CHOICES = ['overlaps kept', 'gaps kept', 'both kept', 'profile', 'limits', 'decisions'] as const;
const TRIES = 400;
const REPORT_EVERY = 1000;
const inPieces = kernelWith({ vertices: 15, mostCopies: Infinity });

const tally = new Map<string, number>();
let failures = 0;

function judged(shapes: readonly Shape[], options: RepairOptions, choice: number, number: number): Promise<Broken[]> {
  if (choice >= 3) return new Promise((resolve) => resolve(judgeRules(shapes, options, rulesBy(choice - 3 + 3 * number, shapes, options)).broken));
  return judge(number % 2 === 0 ? kernel : inPieces, shapes, { ...options, overlaps: choice === 1 ? 'fix' : 'keep', gaps: choice === 0 ? 'fix' : 'keep' });
}

function report(done: number): void {
  console.log(`${done} layers from seed ${seed}: ${failures} with a broken promise`);
}

for (let i = 0; i < layers; i++) {
  const number = seed + i;
  const choice = Math.floor(number / 3) % CHOICES.length;
  const { shapes, options, family } = anyLayer(number);
  const promises = new Set((await judged(shapes, options, choice, number)).map(({ promise }) => promise));
  if (promises.size > 0) failures++;
  for (const promise of promises) {
    const kind = `${promise} / ${family}, ${at(CHOICES, choice)}`;
    tally.set(kind, (tally.get(kind) ?? 0) + 1);
    console.log(`\n${number}: ${kind}, ${JSON.stringify(options)}`);
    if ((tally.get(kind) ?? 0) > 1) continue;
    const smallest = await shrink(shapes, async (candidate) => (await judged(candidate, options, choice, number)).some((item) => item.promise === promise), TRIES);
    console.log(`  [${sourceOf(smallest)}]`);
    for (const item of await judged(smallest, options, choice, number)) console.log(`  ${item.promise}: ${item.message}`);
  }
  if ((i + 1) % REPORT_EVERY === 0) report(i + 1);
}
report(layers);
for (const [kind, times] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${times} × ${kind}`);
process.exitCode = failures === 0 ? 0 : 1;
