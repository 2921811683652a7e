/** Starts a worker. @returns the reason if the browser forbids workers, by a setting or a company policy: then the constructor itself throws. */
export function startWorker(start: () => Worker): Worker | Error {
  try {
    return start();
  } catch (error) {
    return new Error('This browser does not start workers.', { cause: error });
  }
}
