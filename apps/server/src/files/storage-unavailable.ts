import { ProblemError } from '@geoinsights/contract';

/** The storage has not answered, or not as expected. The request may have been carried out all the same. The storage is expected back. */
export class StorageUnavailable extends ProblemError {
  /** @param reason for the log: never a key or a signature */
  constructor(reason: string) {
    super('storage-unavailable', {}, { cause: new Error(reason) });
  }
}

/** The storage cannot be used; the message is one sentence for the operator. */
export class StorageUnusableError extends Error {}
