import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './drain.ts';
import { withoutIds } from './observability/log-lines.ts';

/** What still runs when the server is told to stop gets so long to end; then the process goes all the same. */
const STOP_MILLISECONDS = 15_000;

/**
 * Ends the process in order on SIGINT and SIGTERM, and when the script that started it is gone, after the time of the drain: exit code 0 when all was closed, 1
 * when it could not be.
 * @returns what ends it in the same way for a reason of its own, which the exit code tells.
 */
export function stopOnSignals(app: FastifyInstance, drain: Drain): (exitCode: number) => void {
  let stopping = false;
  const end = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
    app.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error('The server could not be closed in order.', withoutIds(inspect(error)));
        process.exit(1);
      },
    );
  };
  let told = false;
  const stop = () => {
    // Who says it once more does not want to wait.
    if (told) end(0);
    told = true;
    void drain.begin().then(() => end(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Only a process with a channel to the one that started it ever hears of this.
  process.on('disconnect', stop);
  return end;
}
