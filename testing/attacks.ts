import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How many attempts a test of an attack made. */
    tried?: number;
  }
}

/**
 * Records how often a test has tried what its name says; `npm run test:attack` prints it. Call it when nothing got through; otherwise
 * the test fails.
 */
export function tried({ task }: Pick<TestContext, 'task'>, times: number): void {
  task.meta.tried = (task.meta.tried ?? 0) + times;
}
