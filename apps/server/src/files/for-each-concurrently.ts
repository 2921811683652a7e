const AT_ONCE = 4;

/** Handles all items, a few of them at a time: calls to a storage spend more time waiting than working. */
export async function forEachConcurrently<Item>(items: readonly Item[], handle: (item: Item, position: number) => Promise<void>): Promise<void> {
  const entries = items.entries();
  const work = async () => {
    for (const [position, item] of entries) await handle(item, position);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
}
