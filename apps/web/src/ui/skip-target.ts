import { useEffect, useSyncExternalStore } from 'react';
import { Listeners } from './listeners.ts';

/** Ids of the parts that are on the page now and can be skipped to. A new list for each change. */
let present: readonly string[] = [];
const NONE: readonly string[] = [];
const listeners = new Listeners();

function become(ids: readonly string[]): void {
  present = ids;
  listeners.tell();
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
    listeners.subscribe,
    () => present,
    () => NONE,
  );
}
