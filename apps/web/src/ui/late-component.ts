import { startTransition, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { arrived } from './late-code.ts';
import { untilCleanup } from './until-cleanup.ts';

interface LateComponent<Props extends object> {
  /** Undefined until its code has arrived. */
  readonly Part: ComponentType<Props> | undefined;
  readonly isTrying: boolean;
  /** Why the last attempt failed; a new error object for each attempt. */
  readonly failure: Error | undefined;
  /** The number of repeated attempts. */
  readonly repetitions: number;
  readonly again: () => void;
}

/** @returns the hook for a component whose code is loaded when it is first shown; `React.lazy` would keep a failure until the site is reloaded. */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): () => LateComponent<Props> {
  // Kept as long as the site is loaded: shown at once wherever the component is shown again.
  let known: ComponentType<Props> | undefined;
  return function useLateComponent() {
    const [Part, setPart] = useState(() => known);
    const [isTrying, setIsTrying] = useState(true);
    const [failure, setFailure] = useState<Error>();
    const [repetitions, setRepetitions] = useState(0);
    useEffect(() => {
      if (known !== undefined) return undefined;
      const loadOnce = async () => (known = await arrived(load));
      const show = (code: ComponentType<Props>) => {
        // Rendered in slices of a few milliseconds, so that a slow device still responds meanwhile.
        startTransition(() => {
          setPart(() => code);
          setIsTrying(false);
        });
      };
      return untilCleanup(loadOnce(), show, (error) => {
        setFailure(error instanceof Error ? error : new Error(String(error)));
        setIsTrying(false);
      });
    }, [repetitions]);
    const again = () => {
      setIsTrying(true);
      setRepetitions((count) => count + 1);
    };
    return { Part, isTrying, failure, repetitions, again };
  };
}
