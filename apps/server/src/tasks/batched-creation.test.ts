import { ProblemError } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { batchedCreation } from './batched-creation.ts';

/** A `make` that ends when the test says so. */
function controlled(most?: number) {
  const times: { readonly wanted: readonly string[]; readonly end: PromiseWithResolvers<readonly (string | ProblemError)[]> }[] = [];
  const make = batchedCreation<string, string>((wanted) => {
    const end = Promise.withResolvers<readonly (string | ProblemError)[]>();
    times.push({ wanted, end });
    return end.promise;
  }, most);
  const wantedAt = async (time: number) => {
    await expect.poll(() => times.length).toBe(time + 1);
    return times[time]?.wanted;
  };
  return { times, make, wantedAt };
}

test('the first is made at once, and all that come meanwhile together, as many as may be', async () => {
  const { times, make, wantedAt } = controlled(2);
  const made = ['a', 'b', 'c', 'd'].map(make);
  expect(await wantedAt(0)).toEqual(['a']);
  times[0]?.end.resolve(['A']);
  expect(await made[0]).toBe('A');
  expect(await wantedAt(1)).toEqual(['b', 'c']);
  times[1]?.end.resolve(['B', 'C']);
  expect(await wantedAt(2)).toEqual(['d']);
  times[2]?.end.resolve(['D']);
  expect(await Promise.all(made)).toEqual(['A', 'B', 'C', 'D']);
});

test('who asks for what cannot be learns why, and the others get theirs', async () => {
  const { times, make, wantedAt } = controlled();
  const [first, second, third] = [make('a'), make('b'), make('c')];
  times[0]?.end.resolve(['A']);
  await first;
  await wantedAt(1);
  times[1]?.end.resolve([new ProblemError('unknown-input-file'), 'C']);
  await expect(second).rejects.toMatchObject({ code: 'unknown-input-file' });
  expect(await third).toBe('C');
});

test('what cannot be made together is made one by one, and what fails then fails alone', async () => {
  const { times, make, wantedAt } = controlled();
  const [first, second, third] = [make('a'), make('b'), make('c')];
  times[0]?.end.resolve(['A']);
  await first;
  await wantedAt(1);
  times[1]?.end.reject(new Error('one is there already'));
  expect(await wantedAt(2)).toEqual(['b']);
  times[2]?.end.reject(new Error('b is there already'));
  await expect(second).rejects.toThrow('b is there already');
  expect(await wantedAt(3)).toEqual(['c']);
  times[3]?.end.resolve(['C']);
  expect(await third).toBe('C');
});

test('a database that is away is not asked for each again', async () => {
  const { times, make, wantedAt } = controlled();
  const [first, ...others] = [make('a'), make('b'), make('c')];
  times[0]?.end.resolve(['A']);
  await first;
  await wantedAt(1);
  times[1]?.end.reject(new ProblemError('database-unavailable'));
  for (const other of await Promise.allSettled(others)) expect(other.status).toBe('rejected');
  expect(times).toHaveLength(2);
});
