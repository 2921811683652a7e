import { expect, test } from 'vitest';
import { beginSweeps } from './sweep.ts';

const NOW = new Date(0);
const NEVER_MILLISECONDS = 1_000_000;

/** Sweeps of which the first is the one that a start begins. */
function sweepsOf(work: () => Promise<void>, { leads = true, ownFault = null }: { leads?: boolean; ownFault?: Error | null } = {}) {
  const failures: unknown[] = [];
  let [looks, own] = [0, 0];
  const now = () => {
    looks++;
    return Promise.resolve(NOW);
  };
  const workOfEach = () => {
    own++;
    return ownFault === null ? Promise.resolve() : Promise.reject(ownFault);
  };
  return { ...beginSweeps({ now, leads: () => leads, workOfEach, work, onFailure: (error) => failures.push(error), milliseconds: NEVER_MILLISECONDS }), failures, looks: () => looks, own: () => own };
}

test('a failure reaches whoever asked for the sweep; others are only reported', async () => {
  const fault = new Error('the disk is away');
  const { sweep, close, failures } = sweepsOf(() => Promise.reject(fault));
  await expect(sweep()).rejects.toBe(fault);
  await close();
  expect(failures).toEqual([fault]);
});

test('what is shared is swept also where the work of this server for itself fails, and that failure is reported', async () => {
  const ownFault = new Error('the snapshot is not ours');
  let swept = 0;
  const { sweep, close, failures } = sweepsOf(() => Promise.resolve(void swept++), { ownFault });
  await expect(sweep()).rejects.toBe(ownFault);
  await close();
  expect([swept, failures]).toEqual([2, [ownFault]]);
});

test('a server that does not lead sweeps what is shared only when it is asked, and keeps watching the clock', async () => {
  let swept = 0;
  const { sweep, close, looks, own } = sweepsOf(() => Promise.resolve(void swept++), { leads: false });
  await sweep();
  expect([swept, looks(), own()]).toEqual([1, 2, 2]);
  await close();
});

test('one sweep follows the other, also after a failure', async () => {
  const events: string[] = [];
  let count = 0;
  const { sweep, close } = sweepsOf(async () => {
    const number = ++count;
    events.push(`begin ${String(number)}`);
    await Promise.resolve();
    events.push(`end ${String(number)}`);
    if (number === 1) throw new Error('the first');
  });
  await Promise.all([sweep(), sweep()]);
  await close();
  expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
});
