import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Arrays that came since the last collection, above which it is time for another one. */
const GROWTH_BYTES = 96 * 2 ** 20;

/**
 * Has arrays collected that nobody needs any more, while a large layer is in use. By itself the engine waits until they weigh a share of all arrays
 * that there are: beside a gigabyte of coordinates, for some hundred megabytes.
 */
export class PromptCollection {
  #after = 0;

  /** To be called now and then: collects when there is much to collect. */
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
