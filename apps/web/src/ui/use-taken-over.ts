import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while React takes over a page that came as HTML with only the first words; true afterwards and on every other screen. Interactive elements
 * are rendered only then: as HTML they would look alive before their script is loaded. They are rendered in slices, since a slow device would freeze
 * while all of it is rendered.
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
