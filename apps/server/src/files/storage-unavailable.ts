import { ProblemError } from '@geoinsights/contract';

/** The storage has not answered, or not as it should. What it was told may have been done all the same. It is expected back. */
export class StorageUnavailable extends ProblemError {
  /** @param reason what is said of it in the log: never a key or a signature */
  constructor(reason: string) {
    super('storage-unavailable', {}, { cause: new Error(reason) });
  }
}

/** The storage cannot be used; the message is one sentence for the operator. */
export class StorageUnusableError extends Error {}
