// Passed to Node with --import: prints the address of every loaded module to standard error.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    process.stderr.write(`loaded ${url}\n`);
    return nextLoad(url, context);
  },
});
