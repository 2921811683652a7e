const TIMES = timesOf(process.env['TEST_TRIALS'] ?? '1');

/**
 * How many random cases a test tries: so many with every `npm test`, each time other ones or the first of a row, and TEST_TRIALS times as many where that is set, for
 * a longer search (docs/decisions/0095-cases-that-run-with-every-test.md).
 */
export function trials(count: number): number {
  return Math.ceil(count * TIMES);
}

function timesOf(text: string): number {
  const times = Number(text);
  if (!(times > 0 && Number.isFinite(times))) throw new Error(`TEST_TRIALS is "${text}"; it must be a number above 0, such as 10.`);
  return times;
}
