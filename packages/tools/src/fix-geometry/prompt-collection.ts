import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much array memory may be allocated between two collections. */
const GROWTH_BYTES = 96 * 2 ** 20;

/**
 * Collects unused arrays promptly while a large layer is in use. By itself the engine waits until they reach a share of all array
 * memory: with a gigabyte of coordinates, some hundred megabytes.
 */
export class PromptCollection {
  #after = 0;

  /** Call this from time to time: it collects if there is much to collect. */
  look(): void {
    if (process.memoryUsage().arrayBuffers > this.#after) this.collect();
  }

  collect(): void {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
    this.#after = process.memoryUsage().arrayBuffers + GROWTH_BYTES;
  }
}
