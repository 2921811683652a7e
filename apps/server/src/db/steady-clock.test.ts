import { expect, test } from 'vitest';
import { SteadyClock } from './steady-clock.ts';

const HOUR = 3_600_000;
const KEPT = 24 * HOUR;

/** A clock that shows `shown` after `passed` of real time, and the steady clock based on it. */
function steady() {
  const time = { shown: Date.UTC(2026, 10, 23), passed: 0 };
  const clock = new SteadyClock(() => Promise.resolve(new Date(time.shown)), KEPT, () => time.passed);
  const begin = time.shown;
  return {
    pass: (milliseconds: number, jump = 0) => {
      time.passed += milliseconds;
      time.shown += milliseconds + jump;
    },
    /** Hours since the beginning. */
    hours: async () => ((await clock.now()).getTime() - begin) / HOUR,
  };
}

test('goes with a clock that goes right', async () => {
  const { pass, hours } = steady();
  expect(await hours()).toBe(0);
  pass(10 * HOUR, 30_000);
  expect(await hours()).toBeCloseTo(10, 1);
});

test('does not jump forward with it, and is with it again when all that is older than the jump is due', async () => {
  const { pass, hours } = steady();
  await hours();
  pass(HOUR, 24 * HOUR);
  expect(await hours()).toBe(1);
  pass(23 * HOUR);
  expect(await hours()).toBe(24);
  pass(HOUR);
  expect(await hours()).toBe(25 + 24);
});

test('is right at once when the clock is put right again', async () => {
  const { pass, hours } = steady();
  await hours();
  pass(HOUR, 24 * HOUR);
  await hours();
  pass(HOUR, -24 * HOUR);
  expect(await hours()).toBe(2);
});

test('goes back with a clock that goes back: nothing is deleted early that is told a time by it', async () => {
  const { pass, hours } = steady();
  await hours();
  pass(HOUR, -24 * HOUR);
  expect(await hours()).toBe(1 - 24);
});

test('of a machine that sleeps every night no more piles up than one time of keeping', async () => {
  const { pass, hours } = steady();
  await hours();
  for (let night = 0; night < 20; night++) {
    for (let hour = 0; hour < 12; hour++) {
      pass(HOUR);
      await hours();
    }
    pass(0, 12 * HOUR);
    await hours();
  }
  expect(20 * 24 - (await hours())).toBe(24);
});
