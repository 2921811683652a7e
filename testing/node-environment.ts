/**
 * The variables that our processes with their own environment still take from that of the tests: where programs are, where compiled code is cached,
 * what Node is told besides, and that tasks keep their priority.
 */
export function nodeEnvironment(): { PATH: string | undefined; NODE_COMPILE_CACHE: string | undefined; NODE_OPTIONS: string | undefined; TASK_NICENESS: string | undefined } {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, TASK_NICENESS } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, TASK_NICENESS };
}
