import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { UsageError } from './exit-codes.ts';

describe('the arguments', () => {
  it('default to automatic tolerances and to repairing everything', () => {
    expect(parseArguments(['farm.kml', '-o', 'out.kml'])).toMatchObject({
      inputs: ['farm.kml'],
      output: 'out.kml',
      options: { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' },
      quiet: false,
    });
  });

  it('are read by their names', () => {
    const args = ['a.shp', '--snap-distance', '0.5', '--max-gap-width=auto', '--overlaps', 'keep', '--gaps', 'keep', '--threads', '1', '--quiet'];
    expect(parseArguments(args)).toMatchObject({
      options: { snapDistance: 0.5, maxGapWidth: 'auto', overlaps: 'keep', gaps: 'keep' },
      threads: 1,
      quiet: true,
    });
  });

  it.each([
    [['--snap-distance', '-1']],
    [['--snap-distance', '']],
    [['--max-gap-width', '1e999']],
    [['--overlaps', 'maybe']],
    [['--threads', '0']],
    [['--threads', '1.5']],
    [['--colour', 'red']],
  ])('%j is refused', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageError);
  });
});
