import { repairOptionsSchema } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { chosenOptions, DEFAULT_OPTIONS, faultOfAll, faultsOf, isDistance, NOTHING_TO_RULE } from '../src/geotools/fix-geometry/repair-options.ts';

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
    const options = chosenOptions({ ...DEFAULT_OPTIONS, snapDistance: '0', maxGapWidth: ' 2,5 ', overlaps: 'keep', gaps: 'fix', looksFirst: true });
    expect(options).toEqual({ snapDistance: 0, maxGapWidth: 2.5, overlaps: 'keep' });
    expect(repairOptionsSchema.parse(options)).toMatchObject({ gaps: 'fix', maxGapWidth: 2.5 });
  });

  it('name the field by which the report calls features', () => {
    expect(chosenOptions({ ...DEFAULT_OPTIONS, labelField: ' matricula ' })).toEqual({ labelField: 'matricula' });
    expect(chosenOptions({ ...DEFAULT_OPTIONS, labelField: ' ' })).toBeUndefined();
  });

  it('leave land to a registrar: movements in metres, land written in hectares', () => {
    const draft = { ...DEFAULT_OPTIONS, profile: 'registrar', maxDisplacement: '2,5', maxTransfer: '0.25' } as const;
    expect(faultsOf(draft)).toEqual({});
    expect(faultOfAll(draft)).toBeUndefined();
    expect(chosenOptions(draft)).toEqual({ profile: 'registrar', maxDisplacement: 2.5, maxTransfer: 2500 });
    expect(repairOptionsSchema.safeParse(chosenOptions(draft)).success).toBe(true);
  });
});

describe('what is wrong', () => {
  it.each([
    [{ snapDistance: '-3' }, 'snapDistance', 'a distance in the options is not valid: the field says why'],
    [{ maxDisplacement: '0' }, 'maxDisplacement', 'a distance in the options is not valid'],
    [{ maxDisplacement: '100000001' }, 'maxDisplacement', 'a distance'],
    [{ maxDisplacement: 'far' }, 'maxDisplacement', 'a distance'],
    [{ snapDistance: '1.000' }, 'snapDistance', 'a distance in the options'],
    [{ maxGapWidth: '1,500' }, 'maxGapWidth', 'a distance in the options'],
    [{ maxDisplacement: '1,000' }, 'maxDisplacement', 'a distance in the options'],
    [{ maxTransfer: '2.000' }, 'maxTransfer', 'the largest transfer in the options is not valid: the field says why'],
    [{ maxTransfer: '-1' }, 'maxTransfer', 'the largest transfer'],
    [{ maxTransfer: '1e3' }, 'maxTransfer', 'the largest transfer'],
    [{ maxTransfer: '99999999999' }, 'maxTransfer', 'the largest transfer'],
    [{ overlaps: 'keep', profile: 'registrar' }, 'overlaps', 'two of the options'],
    [{ overlaps: 'keep', maxTransfer: '1' }, 'overlaps', 'two of the options'],
  ] as const)('%j is explained at its field', (fields, field, words) => {
    const draft = { ...DEFAULT_OPTIONS, ...fields };
    expect(Object.keys(faultsOf(draft))).toEqual([field]);
    expect(faultOfAll(draft)).toContain(words);
  });

  it('is nothing where overlaps are only reported and nothing is limited', () => {
    expect(faultsOf({ ...DEFAULT_OPTIONS, overlaps: 'keep' })).toEqual({});
    expect(faultsOf({ ...DEFAULT_OPTIONS, overlaps: 'keep', maxDisplacement: '3' }).overlaps).toBe(NOTHING_TO_RULE);
  });
});
