/**
 * Looks things up one by one for those who ask, and together where many ask: what is asked for while a look is under way is looked up with the
 * next one. So a database that is busy is asked seldom, and one that is not at once. Nobody gets what was read before he asked.
 *
 * @param look finds those of the keys that there are
 */
export function lookTogether<Found>(look: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>): (key: string) => Promise<Found | null> {
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
