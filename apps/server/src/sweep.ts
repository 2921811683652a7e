import type { FastifyBaseLogger } from 'fastify';
import { DatabaseUnavailable } from './db/database-unavailable.ts';
import { readDatabaseClock, SteadyClock } from './db/steady-clock.ts';
import { Vacuum } from './db/vacuum.ts';
import { dropSnapshotsBefore } from './operator/snapshot.ts';
import type { Services } from './services.ts';
import { deleteExpired } from './tasks/deletion.ts';
import { deleteOldCounts } from './visitors/shared-counts.ts';

/** Files without a row may get one soon, from any server; after this time they are orphans. So are snapshots, whose backup was interrupted. */
const LEFT_OVER_MILLISECONDS = 24 * 3_600_000;
const LONGEST_SWEEP_INTERVAL_MILLISECONDS = 600_000;

export interface Sweeps {
  /** Sweeps now, whichever server leads. @throws what the sweep throws */
  readonly sweep: () => Promise<void>;
  /** Returns when none is in progress. */
  readonly close: () => Promise<void>;
}

/** Deletes expired data: now, from time to time, and on request. */
export function sweepRegularly(services: Omit<Services, 'sweep'>, log: FastifyBaseLogger): Sweeps {
  const { catalogue, config, database } = services;
  const vacuum = config.databaseUrl === null ? new Vacuum(database.tables) : null;
  const clock = new SteadyClock(() => readDatabaseClock(database.tables), config.retentionMilliseconds);
  return beginSweeps({
    now: () => clock.now(),
    leads: database.leads,
    workOfEach: (now) => dropSnapshotsBefore(config.dataFolder, new Date(now.getTime() - LEFT_OVER_MILLISECONDS)),
    work: async (now) => {
      await Promise.all([deleteExpired(services, now, config.retentionMilliseconds), deleteOldCounts(database.tables), catalogue.sweep(now)]);
      for (const file of await services.pieces.forgetLeft()) await services.files.deleteResult(file);
      await services.files.sweepOrphans(() => services.uploads.known(), new Date(now.getTime() - LEFT_OVER_MILLISECONDS));
      await vacuum?.run();
    },
    onFailure: (error) => {
      // The unavailable database has already been reported.
      if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, 'Expired files could not be deleted.');
    },
    milliseconds: Math.min(LONGEST_SWEEP_INTERVAL_MILLISECONDS, config.retentionMilliseconds / 4),
  });
}

interface SweepParts {
  readonly now: () => Promise<Date>;
  /** Whether this server sweeps without being asked. */
  readonly leads: () => boolean;
  /** What each server does for itself. */
  readonly workOfEach: (now: Date) => Promise<void>;
  readonly work: (now: Date) => Promise<void>;
  /** Of a sweep that nobody asked for. */
  readonly onFailure: (error: unknown) => void;
  readonly milliseconds: number;
}

/** Begins to sweep: one after the other, however long one takes. */
export function beginSweeps({ now, leads, workOfEach, work, onFailure, milliseconds }: SweepParts): Sweeps {
  let last: Promise<unknown> = Promise.resolve();
  const afterLast = (sweep: () => Promise<void>) => {
    const swept = last.then(sweep);
    last = swept.catch(() => undefined);
    return swept;
  };
  /** What expired goes also where a snapshot cannot be deleted. */
  const both = async (time: Date, isWanted: () => boolean) => {
    try {
      await workOfEach(time);
    } finally {
      if (isWanted()) await work(time);
    }
  };
  // The clock is also read on a server that does not lead: if it leads one day, it must know the earlier jumps.
  const regular = async () => both(await now(), leads);
  const sweepUnasked = () => void afterLast(regular).catch(onFailure);
  const timer = setInterval(sweepUnasked, milliseconds);
  sweepUnasked();
  return {
    sweep: () => afterLast(async () => both(await now(), () => true)),
    close: async () => {
      clearInterval(timer);
      await last;
    },
  };
}
