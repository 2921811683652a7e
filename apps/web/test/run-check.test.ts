import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCheck } from '../src/geotools/check/run-check.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Workers that never answer. @returns what became of those that were started. */
function silentWorkers(): { started: number; ended: number } {
  const counts = { started: 0, ended: 0 };
  class SilentWorker extends EventTarget {
    constructor() {
      super();
      counts.started += 1;
    }
    postMessage(): void {
      // Never answered.
    }
    terminate(): void {
      counts.ended += 1;
    }
  }
  vi.stubGlobal('Worker', SilentWorker);
  return counts;
}

describe('a check in a worker', () => {
  const limits = { mostBytes: 1, mostMemory: 1 };
  const onProgress = () => undefined;

  it('ends its worker when it is stopped', async () => {
    const workers = silentWorkers();
    const stop = new AbortController();
    const check = runCheck([], {}, limits, { signal: stop.signal, onProgress });
    stop.abort();
    await expect(check).rejects.toThrow('The check was stopped.');
    expect(workers).toEqual({ started: 1, ended: 1 });
  });

  it('starts none if it was stopped while its code was loading', async () => {
    const workers = silentWorkers();
    const check = runCheck([], {}, limits, { signal: AbortSignal.abort(), onProgress });
    expect(workers.started).toBe(0);
    await expect(check).rejects.toThrow('aborted');
  });
});
