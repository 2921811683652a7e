import { describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { FINDING_KINDS, repairNow, validateNow } from '../src/index.ts';
import type { Findings } from '../src/index.ts';
import { anyLayer } from './any-layer.ts';
import { CASES } from './cases/index.ts';
import { rulesBy } from './judge-rules.ts';
import { layerOf } from './layers.ts';
import { optionsOf } from './run-case.ts';

const kindsOf = ({ kind }: Findings): string[] => [...new Set(Array.from(kind, (code) => FINDING_KINDS[code]))].sort();

describe('validate and repair', () => {
  it('agree on every case on whether something is wrong, and repair tells of all that validate finds', () => {
    const different: string[] = [];
    for (const example of CASES) {
      for (const options of optionsOf(example)) {
        const found = kindsOf(validateNow(layerOf(example.features), options).findings);
        const repaired = kindsOf(repairNow(layerOf(example.features), options).findings);
        const untold = found.filter((kind) => !repaired.includes(kind));
        if (untold.length > 0 || (found.length === 0) !== (repaired.length === 0)) different.push(`${example.name}: validate finds ${found.join(', ')}; repair ${repaired.join(', ')}`);
      }
    }
    expect(different).toEqual([]);
  });

  it('agree where the profile or limits leave land', () => {
    const different: string[] = [];
    for (let seed = 2_000_000; seed < 2_000_000 + trials(60); seed++) {
      const { shapes, options } = anyLayer(seed);
      const ruled = { ...options, overlaps: 'fix', gaps: 'fix', landRules: rulesBy(Math.floor(seed / 3) % 2 + 3 * seed, shapes, options) } as const;
      const [found, repaired] = [kindsOf(validateNow(layerOf(shapes), ruled).findings), kindsOf(repairNow(layerOf(shapes), ruled).findings)];
      if (found.some((kind) => !repaired.includes(kind)) || (found.length === 0) !== (repaired.length === 0)) different.push(`${seed}: validate finds ${found.join(', ')}; repair ${repaired.join(', ')}`);
    }
    expect(different).toEqual([]);
  });
});
