import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { MEASURED_NODE } from './tier-up.ts';

const LOOP = 'let sum = 0; for (let i = 0; i < 5e7; i++) sum = (sum * 31 + i) | 0; console.log(sum);';

function compilesWhileItRuns(before: string): boolean {
  const { stdout, status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--trace-opt', '--input-type=module', '-e', `${before}\n${LOOP}`], { encoding: 'utf8' });
  expect(status).toBe(0);
  return /target TURBOFAN_JS\) OSR/.test(stdout);
}

it('the slowest compiler leaves a loop alone that runs', needs(process.versions.node.startsWith(MEASURED_NODE), `the flag was measured on Node ${MEASURED_NODE}x`), () => {
  const module = JSON.stringify(new URL('./tier-up.ts', import.meta.url).href);
  expect(compilesWhileItRuns('')).toBe(true);
  expect(compilesWhileItRuns(`import { avoidLoopRecompilation } from ${module}; avoidLoopRecompilation();`)).toBe(false);
});
