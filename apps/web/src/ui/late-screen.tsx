import type { ComponentType, ReactNode } from 'react';
import { lateComponent } from './late-component.ts';

/**
 * A part that its page cannot do without, whose code is loaded after the page is laid out. If it does not arrive, the page's error screen takes its
 * place; opening the page again tries again.
 */
export function lateScreen(load: () => Promise<ComponentType>, waiting: ReactNode): ComponentType {
  const useScreen = lateComponent(load);
  return function LateScreen() {
    const { Part: Screen, failure } = useScreen();
    if (failure !== undefined) throw failure;
    return Screen === undefined ? waiting : <Screen />;
  };
}
