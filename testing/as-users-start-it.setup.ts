import { afterAll } from 'vitest';

/**
 * `npm test` lets the C library request large pages in the processes of the tests (scripts/test.mjs). Programs started by a test allocate memory as they do
 * for users, who have none of these settings (decision 0087).
 */
delete process.env['GLIBC_TUNABLES'];
delete process.env['MALLOC_MMAP_THRESHOLD_'];
delete process.env['MALLOC_TRIM_THRESHOLD_'];

/** Files that share a process get the environment that the first one got. */
const environment = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
});
