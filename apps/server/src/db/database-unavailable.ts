import { ProblemError } from '@geoinsights/contract';

/**
 * The database has not answered, was not asked, or has no room for the change. The change may have happened all the same.
 * The database is expected back.
 */
export class DatabaseUnavailable extends ProblemError {
  constructor(cause: unknown, code: 'database-unavailable' | 'storage-full' = 'database-unavailable') {
    super(code, {}, { cause });
  }
}

/** The database now belongs to another server. This one no longer uses it and ends. */
export class DatabaseTaken extends ProblemError {
  constructor() {
    super('database-unavailable');
  }
}
