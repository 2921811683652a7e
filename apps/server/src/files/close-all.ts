import { closedInTurn } from '@geoinsights/tools/closing-afterwards';

export type Closer = () => Promise<void> | void;

/** Closes everything, the last opened first. If one part cannot be closed, e.g. because the database is unavailable, the others are closed all the same. */
export async function closeAll(closers: Closer[]): Promise<void> {
  const failures = await closedBackwards(closers);
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
}

/** The same after a failure, which is what has to be told: what cannot be opened often cannot be closed either. */
export async function closeAfterFailure(closers: Closer[]): Promise<void> {
  await closedBackwards(closers);
}

function closedBackwards(closers: Closer[]): Promise<unknown[]> {
  return closedInTurn(closers.splice(0).reverse().map((close) => ({ close })));
}
