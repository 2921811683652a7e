import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while React takes over a page that came as HTML, which has only the first words; true afterwards and on every other screen. What
 * answers to people is rendered only then: as HTML it would look alive before its script is there. It is rendered in slices, since a slow
 * device would hang for as long as all of it takes.
 */
export function useTakenOver(): boolean {
  const isOnlyHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [isTakenOver, setTakenOver] = useState(isOnlyHere);
  useEffect(() => {
    startTransition(() => {
      setTakenOver(true);
    });
  }, []);
  return isTakenOver;
}
