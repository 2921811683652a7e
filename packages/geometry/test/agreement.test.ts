import { describe, expect, it } from 'vitest';
import { FINDING_KINDS, repairNow, validateNow } from '../src/index.ts';
import type { Findings } from '../src/index.ts';
import { CASES } from './cases/index.ts';
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
});
