import { ProblemError } from '@geoinsights/contract';

/**
 * Batches creations: requests that arrive while some are being made are combined into the next batch, so that a busy database gets
 * few queries and an idle one is asked at once. If a batch fails, each item is tried alone, so that nobody fails because of
 * another's fault; unless the error is a problem, e.g. that the database is unavailable.
 *
 * @param make all or none; returns for each, in order, the result, or why there is none.
 */
export function batchedCreation<Wanted, Made>(make: (wanted: readonly Wanted[]) => Promise<readonly (Made | ProblemError)[]>, largestBatch = 100): (wanted: Wanted) => Promise<Made> {
  type Asked = { readonly wanted: Wanted; readonly settle: PromiseWithResolvers<Made> };
  const waiting: Asked[] = [];
  let isMaking = false;
  const makeAll = async (asked: readonly Asked[]): Promise<void> => {
    try {
      const made = await make(asked.map(({ wanted }) => wanted));
      for (const [place, { settle }] of asked.entries()) {
        const outcome = made[place];
        if (outcome instanceof ProblemError) settle.reject(outcome);
        else settle.resolve(outcome);
      }
    } catch (error) {
      if (asked.length > 1 && !(error instanceof ProblemError)) for (const one of asked) await makeAll([one]);
      else for (const { settle } of asked) settle.reject(error);
    }
  };
  const makeOn = async () => {
    isMaking = true;
    while (waiting.length > 0) await makeAll(waiting.splice(0, largestBatch));
    isMaking = false;
  };
  return (wanted) => {
    const settle = Promise.withResolvers<Made>();
    waiting.push({ wanted, settle });
    if (!isMaking) void makeOn();
    return settle.promise;
  };
}
