import { startTransition, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { arrived } from './late-code.ts';

/**
 * What a page cannot be without, whose code is loaded after the page is laid out. If it does not arrive, the page's error screen takes its
 * place; the page asks anew when it is opened again, where `React.lazy` keeps a failure until the site is reloaded.
 */
export function lateScreen(load: () => Promise<ComponentType>, waiting: ReactNode): ComponentType {
  // Of this load of the site: shown at once when it is shown again.
  let known: ComponentType | undefined;
  return function LateScreen() {
    const [Screen, setScreen] = useState(() => known);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      if (known !== undefined) return undefined;
      let isOver = false;
      const ask = async () => {
        try {
          const code = await arrived(load);
          known = code;
          // In slices of a few milliseconds, so that a slow device still answers meanwhile.
          if (!isOver) startTransition(() => setScreen(() => code));
        } catch (error) {
          if (!isOver) setFailure(error instanceof Error ? error : new Error(String(error)));
        }
      };
      void ask();
      return () => {
        isOver = true;
      };
    }, []);
    if (failure !== undefined) throw failure;
    return Screen === undefined ? waiting : <Screen />;
  };
}
