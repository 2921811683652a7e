import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How often a test of an attack tried it. */
    tried?: number;
  }
}

/**
 * Says how often a test has tried what its name says; `npm run test:attack` prints it. To be called when nothing got through: what
 * did makes the test fail.
 */
export function tried({ task }: Pick<TestContext, 'task'>, times: number): void {
  task.meta.tried = (task.meta.tried ?? 0) + times;
}
