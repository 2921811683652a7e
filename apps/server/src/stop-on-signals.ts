import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './drain.ts';
import { withoutIds } from './observability/log-lines.ts';

/** After a stop signal, running work gets this time to end; then the process exits regardless. */
const STOP_MILLISECONDS = 15_000;

/**
 * Ends the process cleanly on SIGINT and SIGTERM, and when the script that started it is gone, after the drain: exit code 0 if
 * everything was closed, 1 if not.
 * @returns a function that ends it in the same way for another reason, given by the exit code.
 */
export function stopOnSignals(app: FastifyInstance, drain: Drain): (exitCode: number) => void {
  let isClosing = false;
  const end = (exitCode: number) => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
    app.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error('The server could not be shut down in order.', withoutIds(inspect(error)));
        process.exit(1);
      },
    );
  };
  let isDraining = false;
  const stop = () => {
    // A second signal means that the sender does not want to wait.
    if (isDraining) end(0);
    isDraining = true;
    void drain.begin().then(() => end(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Only fires for a process with a channel to its parent.
  process.on('disconnect', stop);
  return end;
}
