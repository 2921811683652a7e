/**
 * The variables that our processes with their own environment still take from that of the tests: where programs are, where compiled code is cached, and
 * how `npm test` has WebAssembly compiled (testing/baseline-wasm.cjs). Without the last, each server compiles its database twice.
 */
export function nodeEnvironment(): { PATH: string | undefined; NODE_COMPILE_CACHE: string | undefined; NODE_OPTIONS: string | undefined } {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS };
}
