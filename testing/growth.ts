/** Work that takes less is too short to be compared. */
const SHORTEST_MICROSECONDS = 100_000;

/** What work may take at most for four times as much if it grows in proportion: 2 to 4.5 times as long was measured, and 9 to 20 times where it grows with the square. */
export const IN_PROPORTION = 7;

/**
 * How many times as much of a processor some work takes for four times as much. Nothing is said of how long it takes: a slow or busy machine is slow for
 * both. Work with the square has to take a second for four times as much, or it counts as too short.
 *
 * @param work is given how much of it is to be done, as a share of one.
 */
export async function growthOf(work: (share: number) => unknown): Promise<number> {
  const small = Math.max(await processorTimeOf(() => work(1 / 4)), SHORTEST_MICROSECONDS);
  return (await processorTimeOf(() => work(1))) / small;
}

async function processorTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
