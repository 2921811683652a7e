import { ProblemError } from '@geoinsights/contract';

/**
 * Makes things one by one for those who ask, and together where many ask: what is asked for while some are being made is made with the next
 * ones, so that a busy database is asked seldom, and one that is not at once. Where they cannot be made together each is tried alone, so that
 * nobody fails by the fault of another; unless that is told by a problem, as when the database is away.
 *
 * @param make all or none; of each, in order, what was made, or why it was not.
 */
export function makeTogether<Wanted, Made>(make: (wanted: readonly Wanted[]) => Promise<readonly (Made | ProblemError)[]>, most = 100): (wanted: Wanted) => Promise<Made> {
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
    while (waiting.length > 0) await makeAll(waiting.splice(0, most));
    isMaking = false;
  };
  return (wanted) => {
    const settle = Promise.withResolvers<Made>();
    waiting.push({ wanted, settle });
    if (!isMaking) void makeOn();
    return settle.promise;
  };
}
