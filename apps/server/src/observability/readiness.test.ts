import { ProblemError } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { Readiness } from './readiness.ts';

const fine = () => Promise.resolve();

test('names each part that cannot be worked with, and says why without telling where it lies', async () => {
  const readiness = new Readiness({
    database: () => Promise.reject(new ProblemError('database-unavailable')),
    storage: () => Promise.reject(new Error("EACCES: permission denied, access '/srv/data/files'")),
    queue: fine,
    disk: fine,
  });
  expect(await readiness.report()).toEqual({
    database: { ok: false, why: 'The database of this server does not answer at the moment. Try again in a few seconds.' },
    storage: { ok: false, why: 'fails' },
    queue: { ok: true },
    disk: { ok: true },
  });
});

test('answers while a part hangs, does not ask that again before it has answered, and takes it back when it has', async () => {
  const answer = Promise.withResolvers<undefined>();
  let asked = 0;
  const readiness = new Readiness(
    {
      database: () => {
        asked++;
        return answer.promise;
      },
      storage: fine,
      queue: fine,
      disk: fine,
    },
    5,
  );
  for (let look = 0; look < 3; look++) expect((await readiness.report()).database).toEqual({ ok: false, why: 'does not answer' });
  expect(asked).toBe(1);
  answer.resolve(undefined);
  expect((await readiness.report()).database).toEqual({ ok: true });
  await readiness.report();
  expect(asked).toBe(2);
});
