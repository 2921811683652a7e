import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import { TaskWatch } from './task-watch.ts';

test('asks once for all who watch a task, again when they ask again, and on while the database is away', async () => {
  const asked: string[] = [];
  const watch = new TaskWatch(
    (uuid) => {
      asked.push(uuid);
      return asked.length === 1 ? Promise.reject(new DatabaseUnavailable('away')) : Promise.resolve(null);
    },
    { milliseconds: 1 },
  );
  await Promise.all([watch.next('a'), watch.next('a'), watch.next('a')]);
  expect(asked).toEqual(['a', 'a']);
  await Promise.all([watch.next('a'), watch.next('b')]);
  expect(asked).toEqual(['a', 'a', 'a', 'b']);
});

test('takes no more watchers than it may, and others when one has left', () => {
  const watch = new TaskWatch(() => Promise.resolve(null), { mostWatchers: 3, mostOfVisitor: 2 });
  const refusal: unknown = expect.objectContaining({ code: 'too-many-watchers' });
  const leave = watch.enter('a');
  watch.enter('a');
  expect(() => watch.enter('a')).toThrow(refusal);
  watch.enter('b');
  expect(() => watch.enter('c')).toThrow(refusal);
  leave();
  expect(() => watch.enter('c')).not.toThrow();
});
