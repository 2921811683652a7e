import { isMainThread } from 'node:worker_threads';

const ARRAYS = ['ArrayBuffer', 'Float64Array', 'Int32Array', 'Uint8Array', 'BigInt64Array', 'Int16Array', 'Uint32Array'] as const;
export const allocated = { largest: 0, sum: 0 };

/** Counts every allocated array of bytes or numbers, even one that is never touched and so takes no memory yet. */
function watchAllocations(): void {
  for (const name of ARRAYS) {
    const original: object = globalThis[name];
    const watched: object = new Proxy(original, {
      construct(target, parameters: unknown[], newTarget) {
        if (typeof target !== 'function') throw new Error(`${name} is no constructor`);
        const made: unknown = Reflect.construct(target, parameters, newTarget);
        if (typeof made !== 'object' || made === null) throw new Error(`${name} made nothing`);
        // A view of another array allocates nothing.
        const bytes = parameters[0] instanceof ArrayBuffer || !('byteLength' in made) ? 0 : Number(made.byteLength);
        allocated.sum += bytes;
        if (bytes > allocated.largest) allocated.largest = bytes;
        return made;
      },
    });
    Reflect.set(globalThis, name, watched);
  }
}

// Import this before everything else: a library that stores the array types must get the watched ones.
if (!isMainThread) watchAllocations();
