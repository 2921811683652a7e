import { expect, test } from 'vitest';
import { jumpClock } from '../../../testing/faults/clock.ts';
import { clockLibrary } from '../../../testing/faults/wrong-clock.ts';
import { needs } from '../../../testing/needs.ts';

const DAY = 86_400;
const library = process.platform === 'linux' ? await clockLibrary() : null;

/** The short form of `npm run test:faults -- --only=clock`. */
test('a clock that jumps by a day and is put right: no upload is broken off, and nothing is deleted early', needs(library !== null, 'libfaketime is not to be had'), async () => {
  const { outcome, wrong } = await jumpClock(library ?? '', 'embedded', [DAY]);
  expect(wrong).toEqual([]);
  expect(outcome.completed).toBeGreaterThan(0);
});
