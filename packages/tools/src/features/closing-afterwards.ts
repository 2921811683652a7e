/** What is closed when the work on it has ended. */
interface Closable {
  close(): Promise<void> | void;
}

/**
 * Does work on several things and closes each of them afterwards, whatever happens to the work and to the closing of the others.
 * @param work hands over each thing as soon as it is open
 * @throws the error of the work, or else the first one of closing
 */
export async function closingAfterwards<Done>(work: (closeLater: (opened: Closable) => void) => Promise<Done>): Promise<Done> {
  const opened: Closable[] = [];
  let done: Done;
  try {
    done = await work((one) => opened.push(one));
  } catch (error) {
    await closedInTurn(opened);
    throw error;
  }
  await closeEach(opened);
  return done;
}

/** Closes each, also those after one that cannot be closed. @throws the first error */
export async function closeEach(opened: Iterable<Closable>): Promise<void> {
  const failures = await closedInTurn(opened);
  if (failures.length > 0) throw failures[0];
}

/** @returns the errors of those that could not be closed */
export async function closedInTurn(opened: Iterable<Closable>): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const one of opened) {
    try {
      await one.close();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}
