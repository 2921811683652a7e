import { expect, test } from 'vitest';
import { TasksAtOnce } from './tasks-at-once.ts';

/** Tasks of one visitor whose creation ends when the test says so. */
class Visitor {
  readonly #atOnce: TasksAtOnce;
  unfinished = 0;

  constructor(limit: number) {
    this.#atOnce = new TasksAtOnce(limit, () => Promise.resolve(this.unfinished));
  }

  ask() {
    const making = Promise.withResolvers<string>();
    const outcome = this.#atOnce.during('visitor', () => making.promise).catch((error: unknown) => String(error));
    return { outcome, end: () => making.resolve('made'), fail: () => making.reject(new Error('is there already')) };
  }
}

const REFUSED = /At most \d tasks/;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('as many as the limit are made at the same time, and no more', async () => {
  const visitor = new Visitor(2);
  const [first, second, third] = [visitor.ask(), visitor.ask(), visitor.ask()];
  visitor.unfinished = 2;
  first.end();
  second.end();
  expect(await Promise.all([first.outcome, second.outcome])).toEqual(['made', 'made']);
  expect(await third.outcome).toMatch(REFUSED);
});

test('one that is in the database while its making has not ended counts once', async () => {
  const visitor = new Visitor(3);
  const [first, second] = [visitor.ask(), visitor.ask()];
  await settled();
  visitor.unfinished = 1;
  const third = visitor.ask();
  await settled();
  first.end();
  second.fail();
  third.end();
  expect(await third.outcome).toBe('made');
  expect(await second.outcome).toMatch(/is there already/);
});

test('what was not made leaves its room to the next, and one that waits is waited for', async () => {
  const visitor = new Visitor(1);
  const [first, second, third] = [visitor.ask(), visitor.ask(), visitor.ask()];
  first.fail();
  await settled();
  visitor.unfinished = 1;
  second.end();
  expect(await second.outcome).toBe('made');
  expect(await third.outcome).toMatch(REFUSED);
});
