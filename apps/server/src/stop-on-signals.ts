import type { FastifyInstance } from 'fastify';

/** What still runs when the server is told to stop gets so long to end; then the process goes all the same. */
const STOP_MILLISECONDS = 15_000;

/**
 * Ends the process in order on SIGINT and SIGTERM, and when the script that started it is gone: exit code 0 when all was closed, 1
 * when it could not be.
 */
export function stopOnSignals(app: FastifyInstance): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The server could not be closed in order.', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Only a process with a channel to the one that started it ever hears of this.
  process.on('disconnect', stop);
}
