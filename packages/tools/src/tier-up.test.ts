import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { LARGE_INPUT_BYTES, MEASURED_NODE } from './tier-up.ts';

const LOOP = 'let sum = 0; for (let i = 0; i < 5e7; i++) sum = (sum * 31 + i) | 0; console.log(sum);';
const WORK = 'const often = () => { for (let i = 0; i < 100; i++) total = (total * 31 + i) | 0; }; let total = 0; const work = () => { for (let k = 0; k < 3e4; k++) often(); };';
const TIER_UP_FILE = new URL('./tier-up.ts', import.meta.url).href;
const TIER_UP = `import { holdSlowestCompiler } from ${JSON.stringify(TIER_UP_FILE)};`;
/** @param bytes of the one input file */
const held = (bytes = 0): string => `const tellProgress = holdSlowestCompiler(() => undefined, [{ size: ${bytes} }]);`;

/** What V8 reports as compiled while a module runs, together with the module's output. */
function compilationsOf(module: string): string {
  const { stdout, status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--trace-opt', '--input-type=module', '-e', module], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout;
}

describe('the slowest compiler', needs(process.versions.node.startsWith(MEASURED_NODE), `the flags were measured on Node ${MEASURED_NODE}x`), () => {
  it('does not interrupt a running loop', () => {
    expect(compilationsOf(LOOP)).toMatch(/target TURBOFAN_JS\) OSR/);
    expect(compilationsOf(`${TIER_UP} ${held()} tellProgress(); ${LOOP}`)).not.toMatch(/target TURBOFAN_JS\)/);
  });

  it.each([
    ['long', 0, 3],
    ['some time, if the input is large', LARGE_INPUT_BYTES, 0.7],
  ])('begins with functions that are called often, once the process has worked for %s', (_, bytes, seconds) => {
    const calls = 'for (let k = 0; k < 8; k++) work();';
    const waits = `for (const { user } = process.cpuUsage(); process.cpuUsage().user < user + ${1e6 * seconds}; ) for (let i = 0; i < 1e6; i++) total++;`;
    const released = `${TIER_UP} ${held(bytes)} ${WORK} ${calls} tellProgress(); ${calls} console.log('much later'); ${waits} tellProgress(); ${calls}`;
    const [before, after] = compilationsOf(released).split('much later');
    expect(before).not.toMatch(/target TURBOFAN_JS\)/);
    expect(after).toMatch(/<JSFunction work.*target TURBOFAN_JS\)/);
  });
});

/** In megabytes. It grows to 64; where it is to stay small it has 2, and up to 8 on a busy machine, because of what was kept before. */
const BETWEEN = 16;

describe('the young generation', needs(process.versions.node.startsWith(MEASURED_NODE), `the flags were measured on Node ${MEASURED_NODE}x`), () => {
  it('grows if much memory is kept, and stays as it is if it is to stay small', () => {
    expect(youngMegabytes('')).toBeGreaterThan(BETWEEN);
    expect(youngMegabytes(`import { keepYoungGenerationSmall } from ${JSON.stringify(TIER_UP_FILE)}; keepYoungGenerationSmall();`)).toBeLessThan(BETWEEN);
  });
});

/** The size of the space for new objects after a program has kept two hundred thousand lists. */
function youngMegabytes(before: string): number {
  const program = `import { getHeapSpaceStatistics } from 'node:v8'; ${before}
    const kept = []; for (let i = 0; i < 2e5; i++) kept.push(new Array(20).fill(i));
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 1_048_576);`;
  return Number(spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], { encoding: 'utf8' }).stdout);
}
