import { repairOptionsSchema } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { chosenOptions, DEFAULT_OPTIONS, isDistance } from '../src/geotools/fix-geometry/repair-options.ts';

describe('a distance', () => {
  it.each(['', '  ', '0', '12', '0.5', '0,5', '.5', '3.'])('may be "%s"', (text) => {
    expect(isDistance(text)).toBe(true);
  });

  it.each(['-1', '1e3', '1.2.3', 'wide', '1 000', '.', 'Infinity'])('may not be "%s"', (text) => {
    expect(isDistance(text)).toBe(false);
  });
});

describe('the options that are sent', () => {
  it('are none when nothing was chosen', () => {
    expect(chosenOptions(DEFAULT_OPTIONS)).toBeUndefined();
  });

  it('are those that were chosen, as the API takes them', () => {
    const options = chosenOptions({ snapDistance: '0', maxGapWidth: ' 2,5 ', overlaps: 'keep', gaps: 'fix', looksFirst: true });
    expect(options).toEqual({ snapDistance: 0, maxGapWidth: 2.5, overlaps: 'keep' });
    expect(repairOptionsSchema.parse(options)).toMatchObject({ gaps: 'fix', maxGapWidth: 2.5 });
  });
});
