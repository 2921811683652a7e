/** Starts a worker. @returns why there is none where the browser forbids it, by a setting or by the policy of a company: then the constructor itself throws. */
export function startWorker(start: () => Worker): Worker | Error {
  try {
    return start();
  } catch (error) {
    return new Error('This browser starts no worker.', { cause: error });
  }
}
