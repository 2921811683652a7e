import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/longest-first.ts';

/** What opens the database in each of the ways there are: run on the embedded one as part of `integration`, and on a PostgreSQL server as `postgres`. */
const DATABASE_TESTS = ['apps/server/test/{api,tasks,process}.integration.test.ts', 'apps/cli/test/layers.integration.test.ts'];
/** What there is to test of a PostgreSQL server only. */
const POSTGRES_TESTS = ['apps/server/test/postgres.integration.test.ts'];
/** Files share nothing: each takes free ports, and folders and databases of its own. They wait for others half of the time. */
const BESIDE_EACH_OTHER = { testTimeout: 180_000, hookTimeout: 120_000, maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

/**
 * `unit` needs nothing but Node; `integration` starts servers, child processes or programs that are not ours; `postgres` a PostgreSQL
 * server. How they run beside each other: docs/decisions/0027-how-the-suite-is-arranged.md.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'testing/**/*.test.ts', 'structure/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/**/*.integration.test.ts', 'apps/**/*.integration.test.ts', 'testing/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**', ...POSTGRES_TESTS],
          ...BESIDE_EACH_OTHER,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...DATABASE_TESTS, ...POSTGRES_TESTS],
          globalSetup: 'testing/postgres.setup.ts',
          ...BESIDE_EACH_OTHER,
        },
      },
    ],
  },
});
