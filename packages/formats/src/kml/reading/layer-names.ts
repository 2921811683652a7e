import { pathOf } from '../dataset.ts';
import type { ContainerElement } from '../reader.ts';

/**
 * What layers are called: each as its container, as that is what who wrote them called them; those that share a name, or have none,
 * by the whole way down to them.
 * @param fallback what a layer is called without any name on its way
 */
export function layerNames(containers: readonly (ContainerElement | null)[], fallback: string): string[] {
  const shared = new Map<string, number>();
  for (const container of containers) {
    const own = container?.name ?? '';
    shared.set(own, (shared.get(own) ?? 0) + 1);
  }
  return containers.map((container) => {
    const own = container?.name ?? '';
    return own !== '' && shared.get(own) === 1 ? own : pathOf(container) || fallback;
  });
}
