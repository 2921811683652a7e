// Loaded by every process of `npm test` through NODE_OPTIONS. Programs of the tests live for a second or two: V8's second, slower
// compilation of the database's WebAssembly never pays there. WebAssembly gives the same results by either compiler. The first
// flag implies the others only on Node's command line.
const { setFlagsFromString } = require('node:v8');

for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
