/**
 * Batches lookups: requests that arrive during a lookup are combined into the next one. So a busy database gets few queries, and an
 * idle one is asked at once. Nobody gets a value that was read before the request.
 *
 * @param look finds those of the keys that exist
 */
export function batchedLookup<Found>(look: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>): (key: string) => Promise<Found | null> {
  let waiting = new Map<string, PromiseWithResolvers<Found | null>>();
  let isLooking = false;
  const lookOn = async () => {
    isLooking = true;
    while (waiting.size > 0) {
      const now = waiting;
      waiting = new Map();
      try {
        const found = await look([...now.keys()]);
        for (const [key, { resolve }] of now) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const { reject } of now.values()) reject(error);
      }
    }
    isLooking = false;
  };
  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Found | null>();
    waiting.set(key, asked);
    if (!isLooking) void lookOn();
    return asked.promise;
  };
}
