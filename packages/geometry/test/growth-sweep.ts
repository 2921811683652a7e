/**
 * `npm run growth:repair -- [VERTICES] [NAME]`: repairs layers of many kinds (those with NAME in their name) with a quarter of VERTICES and with all of them (20,000 by
 * default), and prints how many times as much of a processor these take, both times in seconds, and what was found. Four times as much is in proportion. Much more
 * needs a reason: what is found may grow with the square, as do features within each other.
 */
import { GROWING_LAYERS } from './growing-layers.ts';
import { layerOf } from './layers.ts';
import { PLANAR } from './planar.ts';
import { repairNow } from '../src/repair.ts';

const [vertices = '20000', wanted = ''] = process.argv.slice(2);

for (const [name, layerWith] of Object.entries(GROWING_LAYERS)) {
  if (!name.includes(wanted)) continue;
  const secondsFor = (count: number): { seconds: number; result: string } => {
    const layer = layerOf(layerWith(Math.floor(count)));
    const before = process.cpuUsage();
    const { findings, remaining, isSettled } = repairNow(layer, { ...PLANAR, snapDistance: 'auto', maxGapWidth: 'auto' });
    const { user, system } = process.cpuUsage(before);
    return { seconds: (user + system) / 1e6, result: `${findings.count} found, ${remaining.count} left${isSettled ? '' : ', not settled'}` };
  };
  // Once before, for what V8 compiles.
  secondsFor(Number(vertices) / 4);
  const small = secondsFor(Number(vertices) / 4);
  const whole = secondsFor(Number(vertices));
  console.log(`${(whole.seconds / small.seconds).toFixed(1).padStart(6)} ${small.seconds.toFixed(2).padStart(7)} ${whole.seconds.toFixed(2).padStart(7)}  ${name}: ${whole.result}`);
}
