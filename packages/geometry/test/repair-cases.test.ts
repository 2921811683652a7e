import { describe, expect, it } from 'vitest';
import { kernel } from './kernel.ts';
import { CASES } from './cases/index.ts';
import { optionsOf, runCase } from './run-case.ts';
import { sharedCases } from './shared-cases.ts';

describe('our table of cases', () => {
  for (const example of CASES) {
    for (const options of optionsOf(example)) {
      const how = example.options === undefined ? ` (tolerances ${options.snapDistance === 'auto' ? 'auto' : 'none'})` : '';
      it(`${example.name}${how}`, async () => {
        expect((await runCase(kernel, example, options)).join('\n')).toBe('');
      });
    }
  }
});

describe('the table of cases shared with the specification', () => {
  const shared = sharedCases();
  it.skipIf(shared === null)('is there (skipped: ../shared/repair-cases.json is not beside this project)', () => {
    expect(shared?.length).toBeGreaterThan(0);
  });
  for (const { example, options } of shared ?? []) {
    it(example.name, async () => {
      expect((await runCase(kernel, example, options)).join('\n')).toBe('');
    });
  }
});
