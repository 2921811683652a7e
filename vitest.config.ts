import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/longest-first.ts';

const UNIT_TESTS = globSync(['{packages,apps,testing,structure}/**/*.test.ts'], { exclude: (name) => name === 'node_modules' || name.endsWith('.integration.test.ts') });
/** Tests that replace something for their whole process, or clean up after their file what a shared module created. */
const REPLACES = /\bvi\.(mock|doMock|stub|spyOn|useFakeTimers|setSystemTime)|\/work-folder\.ts'/;
/** Tests of modules that leave it to Vite to find files (`import.meta.glob`). */
const NEEDS_VITE = /\/geotools\/next-step\//;
const ALONE = filesThatSay(UNIT_TESTS, [REPLACES, NEEDS_VITE]);

/** Tests that run on every kind of database: embedded as part of `integration`, and on a PostgreSQL server as `postgres`. */
const DATABASE_TESTS = ['apps/server/test/{api,tasks,leases}.integration.test.ts'];
/** Tests that only apply to a PostgreSQL server. */
const POSTGRES_TESTS = ['apps/server/test/postgres{,-outage}.integration.test.ts'];
/** Tests that use an S3 server, some of them together with a PostgreSQL server. */
const S3_TESTS = ['apps/server/test/s3-*.integration.test.ts', 'apps/server/test/file-storage.integration.test.ts', 'apps/cli/test/s3-*.integration.test.ts'];
const INTEGRATION_TESTS = globSync(['{packages,apps,testing}/**/*.integration.test.ts'], { exclude: (name) => name === 'node_modules' });
/** Integration tests that change more of their process than its environment, which is set back after each file (testing/as-users-start-it.setup.ts). */
const INTEGRATION_ALONE = filesThatSay(INTEGRATION_TESTS, [REPLACES, /\bprocess\.(on|umask|chdir)\(/]);
/** In `npm test` they get only what the browser tests leave of the processors (decision 0102), so the longest may take several times as long as alone. */
const UNIT_PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
/** Files share nothing but, in `integration`, a process: each uses free ports and its own folders and databases. Half of the time they wait for other processes. */
const BESIDE_EACH_OTHER = { setupFiles: 'testing/as-users-start-it.setup.ts', testTimeout: 600_000, hookTimeout: 300_000, maxWorkers: availableParallelism() + 4, sequence: { groupOrder: 1 } };

/**
 * `unit` needs only Node; its files, except those of `unit-alone`, share a process that loads modules once, without Vite. `integration` starts servers, child processes or other programs; its files, except those
 * of `integration-alone`, share a process for each worker, as do those of `postgres`, which needs a PostgreSQL server, and of `s3`, which needs an S3 server in addition to that. How they run in parallel: docs/decisions/0027-how-the-suite-is-arranged.md.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: 'testing/as-users-start-it.setup.ts',
          include: UNIT_TESTS,
          exclude: ALONE,
          isolate: false,
          ...UNIT_PATIENCE,
          experimental: { viteModuleRunner: false },
        },
      },
      { test: { name: 'unit-alone', setupFiles: 'testing/as-users-start-it.setup.ts', include: ALONE, ...UNIT_PATIENCE } },
      {
        test: {
          name: 'integration',
          include: INTEGRATION_TESTS,
          exclude: [...INTEGRATION_ALONE, ...POSTGRES_TESTS, ...S3_TESTS],
          isolate: false,
          ...BESIDE_EACH_OTHER,
        },
      },
      { test: { name: 'integration-alone', include: INTEGRATION_ALONE, exclude: [...POSTGRES_TESTS, ...S3_TESTS], ...BESIDE_EACH_OTHER } },
      {
        test: {
          name: 'postgres',
          include: [...DATABASE_TESTS, ...POSTGRES_TESTS],
          globalSetup: 'testing/postgres.setup.ts',
          isolate: false,
          ...BESIDE_EACH_OTHER,
        },
      },
      {
        test: {
          name: 's3',
          include: S3_TESTS,
          globalSetup: ['testing/postgres.setup.ts', 'testing/s3.setup.ts'],
          isolate: false,
          ...BESIDE_EACH_OTHER,
        },
      },
    ],
  },
});

function filesThatSay(files: readonly string[], words: readonly RegExp[]): string[] {
  return files.filter((file) => words.some((each) => each.test(readFileSync(new URL(file, import.meta.url), 'utf8'))));
}
