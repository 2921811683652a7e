import type { ComponentType, ReactNode } from 'react';
import { lateComponent } from './late-component.ts';

/**
 * What a page cannot be without, whose code is loaded after the page is laid out. If it does not arrive, the page's error screen takes its
 * place; the page asks anew when it is opened again.
 */
export function lateScreen(load: () => Promise<ComponentType>, waiting: ReactNode): ComponentType {
  const useScreen = lateComponent(load);
  return function LateScreen() {
    const { Part: Screen, failure } = useScreen();
    if (failure !== undefined) throw failure;
    return Screen === undefined ? waiting : <Screen />;
  };
}
