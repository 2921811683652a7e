import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { Tables } from '../db/tables.ts';
import { TaskStore } from './task-store.ts';

it('reads what is shown of a task, and never its options, which may have some megabytes', async () => {
  const asked: string[] = [];
  const tables = new Kysely<Tables>({
    dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (database) => new PostgresIntrospector(database), createQueryCompiler: () => new PostgresQueryCompiler() },
    log: ({ query }) => {
      asked.push(query.sql);
    },
  });
  const store = new TaskStore(tables);
  // With many polls at once, all that wait or run are read.
  await Promise.all(Array.from({ length: 20 }, (_, task) => store.poll(`task ${String(task)}`)));
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(asked.filter((statement) => /options|\*/.test(statement))).toEqual([]);
});
