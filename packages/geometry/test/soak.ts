/**
 * `node packages/geometry/test/soak.ts COUNT SEED [SHRINK]`: judges the kernel on COUNT dirty layers from SEED on, prints what
 * broke by promise and family, and the smallest layer for each (SHRINK failures of each kind, 2 unless told).
 */
import { kernel } from './kernel.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { judge, optionsFor, shrinkFailure, sourceOf } from './fuzz.ts';

const [count, seed, shrinks] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1), Number(process.argv[4] ?? 2)];
const tally = new Map<string, number>();
let failures = 0;
for (let i = seed; i < seed + count; i++) {
  const layer = dirtyLayer(i);
  const options = optionsFor(layer);
  const broken = await judge(kernel, layer.shapes, options);
  if (broken.length > 0) failures++;
  for (const promise of new Set(broken.map((item) => item.promise))) {
    const kind = `${promise} / ${layer.family}`;
    const times = (tally.get(kind) ?? 0) + 1;
    tally.set(kind, times);
    if (times > shrinks) continue;
    const small = await shrinkFailure(kernel, layer.shapes, options, promise);
    console.log(`\nseed ${i}: ${kind}, snap ${options.snapDistance}, gap ${options.maxGapWidth}\n  [${sourceOf(small)}]`);
    for (const item of await judge(kernel, small, options)) console.log(`  ${item.promise}: ${item.message}`);
  }
}
console.log(`\n${count} layers from seed ${seed}: ${failures} with a broken promise`);
for (const [kind, times] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${times} × ${kind}`);
process.exitCode = failures === 0 ? 0 : 1;
