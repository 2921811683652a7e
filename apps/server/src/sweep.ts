import type { FastifyBaseLogger } from 'fastify';
import { DatabaseUnavailable } from './db/database-unavailable.ts';
import { readDatabaseClock, SteadyClock } from './db/steady-clock.ts';
import { Vacuum } from './db/vacuum.ts';
import type { Services } from './services.ts';
import { deleteExpired } from './tasks/deletion.ts';
import { deleteOldCounts } from './visitors/shared-counts.ts';

/** Files without a row may get one soon, from any server; after this time they are orphans. */
const LEFT_OVER_MILLISECONDS = 24 * 3_600_000;
const LONGEST_SWEEP_INTERVAL_MILLISECONDS = 600_000;

/** Deletes expired data: now, from time to time, and on request. */
export function sweepRegularly(services: Omit<Services, 'sweep'>, log: FastifyBaseLogger): { sweep: () => Promise<void>; close: () => Promise<void> } {
  const { catalogue, config, database } = services;
  const vacuum = config.databaseUrl === null ? new Vacuum(database.tables) : null;
  const clock = new SteadyClock(() => readDatabaseClock(database.tables), config.retentionMilliseconds);
  let sweeping = Promise.resolve();
  const sweep = async () => {
    try {
      // Also on a server that does not lead: if it leads one day, it must know the earlier jumps.
      const now = await clock.now();
      if (!database.leads()) return;
      await Promise.all([deleteExpired(services, now, config.retentionMilliseconds), deleteOldCounts(database.tables), catalogue.sweep(now)]);
      for (const file of await services.pieces.forgetLeft()) await services.files.deleteResult(file);
      await services.files.sweepOrphans(() => services.uploads.known(), new Date(now.getTime() - LEFT_OVER_MILLISECONDS));
      await vacuum?.run();
    } catch (error) {
      // The unavailable database has already been reported.
      if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, 'Expired files could not be deleted.');
    }
  };
  // One after the other, however long one takes.
  const sweepNext = () => {
    sweeping = sweeping.then(sweep);
    return sweeping;
  };
  const timer = setInterval(() => void sweepNext(), Math.min(LONGEST_SWEEP_INTERVAL_MILLISECONDS, config.retentionMilliseconds / 4));
  void sweepNext();
  const close = async () => {
    clearInterval(timer);
    await sweeping;
  };
  return { sweep: sweepNext, close };
}
