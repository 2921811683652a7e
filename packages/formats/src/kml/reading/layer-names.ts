import { pathOf } from '../dataset.ts';
import type { ContainerElement } from '../reader.ts';

/**
 * Names each layer after its container, the name its author gave it. Layers that share a name, or have none, take the whole
 * path of container names.
 * @param fallback the name of a layer without any name on its path
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
