import { describe, expect, it } from 'vitest';
import { readArguments } from './command-line/read-arguments.ts';
import { FIX_GEOMETRY } from './command-line/repair-commands.ts';
import { UsageError } from './exit-codes.ts';
import { repairRequest } from './repair-request.ts';

const requested = (...args: string[]) => repairRequest(readArguments(FIX_GEOMETRY, args));

describe('the arguments', () => {
  it('default to automatic tolerances and to repairing everything', () => {
    expect(requested('farm.kml', '-o', 'out.kml')).toMatchObject({
      inputs: ['farm.kml'],
      output: 'out.kml',
      options: { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' },
      quiet: false,
    });
  });

  it('are read by name', () => {
    const args = ['a.shp', '--snap-distance', '0.5', '--max-gap-width=auto', '--overlaps', 'keep', '--gaps', 'keep', '--threads', '1', '--quiet'];
    expect(requested(...args)).toMatchObject({
      options: { snapDistance: 0.5, maxGapWidth: 'auto', overlaps: 'keep', gaps: 'keep' },
      threads: 1,
      quiet: true,
    });
  });

  it('treat files that begin with a dash as files after two dashes, and a single dash as a standard stream', () => {
    expect(requested('-o', '-', '--', '-odd.kml')).toMatchObject({ inputs: ['-odd.kml'], output: '-', streamFormat: null });
    expect(requested('-', '--format', 'KML', '-o-')).toMatchObject({ inputs: [], output: '-', streamFormat: 'kml' });
  });

  it.each([
    [['--snap-distance', '-1']],
    [['--snap-distance', '']],
    [['--snap-distance', 'Infinity']],
    [['--snap-distance', '0x10']],
    [['--max-gap-width', '1e999']],
    [['--overlaps', 'maybe']],
    [['--threads', '0']],
    [['--threads', '1.5']],
    [['--colour', 'red']],
  ])('%j is refused', (args) => {
    expect(() => requested(...args)).toThrow(UsageError);
  });
});
