import { describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { NO_SHARED_FILES } from '../../../testing/shared-data.ts';
import { kernel } from './kernel.ts';
import { CASES } from './cases/index.ts';
import { optionsOf, runCase } from './run-case.ts';
import { sharedCases } from './shared-cases.ts';

describe('our table of cases', () => {
  it('names each case once, and says of each where it comes from', () => {
    const names = CASES.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    const SOURCE = /^(ours: \S.*|(OGC 06-103r4|RFC 7946), [\d.]+.*|([a-zA-Z][\w-]* #\d+(, #\d+)*( \([^)]+\))?(; )?)+(OGC .*)?)$/;
    expect(CASES.filter(({ source }) => !SOURCE.test(source)).map(({ name, source }) => `${name}: ${source}`)).toEqual([]);
  });

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
  it('is there', needs(shared !== null, NO_SHARED_FILES), () => {
    expect(shared?.length).toBeGreaterThan(0);
  });
  for (const { example, options } of shared ?? []) {
    it(example.name, async () => {
      expect((await runCase(kernel, example, options)).join('\n')).toBe('');
    });
  }
});
