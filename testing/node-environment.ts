/**
 * The variables that processes with an environment of their own still get from the tests' environment: where programs are, where compiled code is cached,
 * additional options of Node, and that tasks keep their priority.
 */
export function nodeEnvironment(): { PATH: string | undefined; NODE_COMPILE_CACHE: string | undefined; NODE_OPTIONS: string | undefined; TASK_NICENESS: string | undefined } {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, TASK_NICENESS } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, TASK_NICENESS };
}
