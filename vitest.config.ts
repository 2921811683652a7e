import { defineConfig } from 'vitest/config';

/** What uses the database: run on the embedded one as part of `integration`, and on a PostgreSQL server as `postgres`. */
const DATABASE_TESTS = ['apps/server/test/{api,tasks,process}.integration.test.ts', 'apps/cli/test/layer{s,-codes,-groups}.integration.test.ts'];
/** What there is to test of a PostgreSQL server only. */
const POSTGRES_TESTS = ['apps/server/test/postgres.integration.test.ts'];

/** `unit` needs nothing but Node; `integration` starts servers, child processes or programs that are not ours; `postgres` a PostgreSQL server. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'testing/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/**/*.integration.test.ts', 'apps/**/*.integration.test.ts', 'testing/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**', ...POSTGRES_TESTS],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...DATABASE_TESTS, ...POSTGRES_TESTS],
          globalSetup: 'testing/postgres.setup.ts',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
