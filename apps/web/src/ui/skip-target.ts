import { useEffect, useSyncExternalStore } from 'react';

/** Ids of the parts that are on the page now and can be skipped to. A new list for each change. */
let present: readonly string[] = [];
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();

function become(ids: readonly string[]): void {
  present = ids;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While the calling component is mounted, its part with this id can be skipped to: a link to something still loading would lead nowhere. */
export function useSkipTarget(id: string): void {
  useEffect(() => {
    become([...present, id]);
    return () => {
      become(present.filter((each) => each !== id));
    };
  }, [id]);
}

export function useSkipTargets(): readonly string[] {
  return useSyncExternalStore(
    subscribe,
    () => present,
    () => NONE,
  );
}
