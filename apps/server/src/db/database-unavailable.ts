import { ProblemError } from '@geoinsights/contract';

/**
 * The database has not answered, be it that it was not asked, or has no room for what it was told. What it was told may have been done all the same. It
 * is expected back.
 */
export class DatabaseUnavailable extends ProblemError {
  constructor(cause: unknown, code: 'database-unavailable' | 'storage-full' = 'database-unavailable') {
    super(code, {}, { cause });
  }
}

/** The database belongs to another server now. It is not asked any more, since this server ends. */
export class DatabaseTaken extends ProblemError {
  constructor() {
    super('database-unavailable');
  }
}
