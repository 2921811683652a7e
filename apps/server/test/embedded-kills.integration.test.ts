import { expect, test } from 'vitest';
import { killEmbedded } from '../../../testing/faults/embedded.ts';
import { needs } from '../../../testing/needs.ts';

/** The short form of `npm run test:faults -- --only=embedded`. */
test('a server with everything embedded that is killed while it is used: what was acknowledged is there, whole, and nothing else', needs(process.platform === 'linux', 'groups of processes are killed on Linux only'), async () => {
  const { outcome, publications, wrong } = await killEmbedded(3);
  expect(wrong).toEqual([]);
  expect(outcome.completed).toBe(outcome.tasks);
  expect(outcome.completed).toBeGreaterThan(0);
  expect(publications.acknowledged + publications.refused).toBeGreaterThan(0);
});
