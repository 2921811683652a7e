/** What ends a program from outside and can be put off. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs short work that must not be left half done, such as moving the files of a shapefile over those of an earlier one: with the coordinates of one and the
 * attributes of the other, nobody would see what is wrong. A signal that arrives meanwhile ends the program afterwards; a second one does so at once, since
 * the work may wait for the reader of a pipe.
 */
export async function uninterrupted<Result>(work: () => Promise<Result>): Promise<Result> {
  let received: NodeJS.Signals | null = null;
  const hear = (signal: NodeJS.Signals): void => {
    if (received !== null) end(signal);
    received = signal;
  };
  const end = (signal: NodeJS.Signals | null): void => {
    for (const each of SIGNALS) process.off(each, hear);
    if (signal !== null) process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  try {
    return await work();
  } finally {
    end(received);
  }
}
