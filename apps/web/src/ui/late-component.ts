import { startTransition, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { arrived } from './late-code.ts';

interface LateComponent<Props extends object> {
  /** Undefined until its code is there. */
  readonly Part: ComponentType<Props> | undefined;
  readonly isTrying: boolean;
  /** Why the last try has failed; another error for each. */
  readonly failure: Error | undefined;
  /** How often it was asked for again. */
  readonly repetitions: number;
  readonly again: () => void;
}

/** @returns the hook for a component whose code is loaded when it is shown first; `React.lazy` would keep a failure until the site is reloaded. */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): () => LateComponent<Props> {
  // Of this load of the site: shown at once wherever it is shown again.
  let known: ComponentType<Props> | undefined;
  return function useLateComponent() {
    const [Part, setPart] = useState(() => known);
    const [isTrying, setIsTrying] = useState(true);
    const [failure, setFailure] = useState<Error>();
    const [repetitions, setRepetitions] = useState(0);
    useEffect(() => {
      if (known !== undefined) return undefined;
      let isOver = false;
      const ask = async () => {
        try {
          const code = await arrived(load);
          known = code;
          if (isOver) return;
          // In slices of a few milliseconds, so that a slow device still answers meanwhile.
          startTransition(() => {
            setPart(() => code);
            setIsTrying(false);
          });
        } catch (error) {
          if (isOver) return;
          setFailure(error instanceof Error ? error : new Error(String(error)));
          setIsTrying(false);
        }
      };
      void ask();
      return () => {
        isOver = true;
      };
    }, [repetitions]);
    const again = () => {
      setIsTrying(true);
      setRepetitions((count) => count + 1);
    };
    return { Part, isTrying, failure, repetitions, again };
  };
}
