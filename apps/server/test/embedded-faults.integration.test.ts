import { expect, test } from 'vitest';
import { fillDisk, lackingForSmallDisk } from '../../../testing/faults/disk-full.ts';
import { GENTLE } from '../../../testing/faults/embedded.ts';
import { killEmbedded } from '../../../testing/faults/killed.ts';
import { needs } from '../../../testing/needs.ts';

/** The short form of `npm run test:faults -- --only=embedded,disk-full`. */
test('a server with everything embedded that is killed while it is used: what was acknowledged is there, whole, and nothing else', needs(process.platform === 'linux', 'groups of processes are killed on Linux only'), async () => {
  const { outcome, publications, wrong } = await killEmbedded(1, GENTLE);
  expect(wrong).toEqual([]);
  expect(outcome.completed).toBe(outcome.tasks);
  expect(outcome.completed).toBeGreaterThan(0);
  expect(publications.acknowledged + publications.refused).toBeGreaterThan(0);
});

const lacking = lackingForSmallDisk();
test('one whose disk is full, whatever it is doing, says so, loses nothing, and works again with no restart', needs(lacking === null, lacking ?? ''), async () => {
  const { outcome, wrong } = await fillDisk(1, GENTLE);
  expect(wrong).toEqual([]);
  expect(outcome.completed).toBeGreaterThan(0);
});
