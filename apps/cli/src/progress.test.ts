import { describe, expect, it } from 'vitest';
import { Progress } from './progress.ts';

/** A stream of this width, and a clock controlled by the test. */
function watched(isTTY: boolean, columns: number, { isQuiet = false, terminal = 'xterm' } = {}) {
  const written: string[] = [];
  const clock = { time: 0 };
  const progress = new Progress({ isTTY, columns, write: (text) => written.push(text) }, { isQuiet, now: () => clock.time, terminal });
  return { progress, clock, written };
}

const FIRST = '\r\x1b[2K';

describe('progress on a terminal', () => {
  it.each([0, 24, 34, 40, 80, 200])('with %d columns shows percent and stage on one line', (columns) => {
    const { progress, written } = watched(true, columns);
    progress.show(0.347, 'Checking farms');
    expect(written).toHaveLength(1);
    expect(written[0]).toContain(' 34 %');
    expect(written[0]).toContain('Checking farms');
    expect(written[0]?.slice(FIRST.length).length).toBeLessThan(columns || 80);
  });

  it('has a bar if there is room', () => {
    const { progress, written } = watched(true, 80);
    progress.show(0.5, 'Checking farms');
    expect(written).toEqual([`${FIRST} 50 % ███████████████░░░░░░░░░░░░░░░ Checking farms`]);
  });

  it('draws at a limited rate, and clears its line', () => {
    const { progress, clock, written } = watched(true, 80);
    progress.show(0, 'Reading');
    progress.show(0.1, 'Reading');
    clock.time = 100;
    progress.show(0.2, 'Reading');
    progress.end();
    expect(written).toHaveLength(3);
    expect(written.at(-1)).toBe(FIRST);
  });
});

describe('progress without a terminal', () => {
  it.each([
    [false, 'xterm'],
    [true, 'dumb'],
  ])('is a plain line every ten seconds', (isTTY, terminal) => {
    const { progress, clock, written } = watched(isTTY, 0, { terminal });
    for (const [time, share] of [[0, 0], [9999, 0.2], [10_000, 0.3], [15_000, 0.5], [20_000, 1]] as const) {
      clock.time = time;
      progress.show(share, 'Checking farms');
    }
    progress.end();
    expect(written).toEqual([' 30 % Checking farms\n', '100 % Checking farms\n']);
  });
});

it.each([true, false])('is not shown with --quiet', (isTTY) => {
  const { progress, clock, written } = watched(isTTY, 80, { isQuiet: true });
  clock.time = 1e6;
  progress.show(0.5, 'Checking');
  progress.end();
  expect(written).toEqual([]);
});
