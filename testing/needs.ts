import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What this machine lacks for the test to run. */
    lacking?: string;
  }
}

/**
 * Options of a test or a group of tests: skipped unless what it needs is available. `npm test` names the reason in its last line, and
 * fails if a test was skipped without one.
 * @param lacking a short sentence such as "GDAL is not installed"
 */
export function needs(isThere: boolean, lacking: string): TestOptions {
  return isThere ? {} : { skip: true, meta: { lacking } };
}
