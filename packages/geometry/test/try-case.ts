/** `node packages/geometry/test/try-case.ts NAME…`: runs the cases whose names contain a word, and prints what is wrong. */
import { kernel } from './kernel.ts';
import { CASES } from './cases/index.ts';
import { optionsOf, runCase } from './run-case.ts';
import { sharedCases } from './shared-cases.ts';

const words = process.argv.slice(2);
const shared = sharedCases() ?? [];
const all = [...CASES.flatMap((example) => optionsOf(example).map((options) => ({ example, options }))), ...shared];
let failed = 0;
for (const { example, options } of all.filter((item) => words.length === 0 || words.some((word) => item.example.name.includes(word)))) {
  const wrong = await runCase(kernel, example, options);
  if (wrong.length > 0) failed++;
  console.log(`${wrong.length === 0 ? 'holds ' : 'BROKEN'} ${example.name} (snap ${options.snapDistance}, gap ${options.maxGapWidth}; ${example.rule})`);
  for (const message of wrong) console.log(`  ${message}`);
}
process.exitCode = failed === 0 ? 0 : 1;
