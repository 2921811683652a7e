import { taskAnswerSchema } from '@geoinsights/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { previewTolerances } from '../src/geotools/fix-geometry/preview-tolerances.ts';
import { tools } from '../src/geotools/fix-geometry/tools-client.ts';

/** A server that gives a preview this status whenever it is asked for it. @returns the calls that cancel one. */
function serverGives(status: string) {
  vi.spyOn(tools, 'createTask').mockResolvedValue({ ...taskAnswerSchema.parse({ progress_status: 'READY' }), uuid: 'preview-1' });
  vi.spyOn(tools, 'readTask').mockResolvedValue(taskAnswerSchema.parse({ progress_status: status }));
  return vi.spyOn(tools, 'cancelTask').mockResolvedValue(taskAnswerSchema.parse({ progress_status: 'CANCELLED' }));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a preview of tolerances', () => {
  it('that takes longer than a minute is given up: its task is cancelled, and no longer counts as one of this network', async () => {
    const cancelled = serverGives('READY');
    const refused = expect(previewTolerances('upload-1', undefined, new AbortController().signal)).rejects.toThrow('could not examine your files within a minute');
    await vi.advanceTimersByTimeAsync(61_000);
    await refused;
    expect(cancelled).toHaveBeenCalledExactlyOnceWith('preview-tolerances', 'preview-1');
  });

  it('whose state cannot be read is cancelled, too', async () => {
    const cancelled = serverGives('READY');
    vi.spyOn(tools, 'readTask').mockRejectedValue(new Error('no connection'));
    const refused = expect(previewTolerances('upload-1', undefined, new AbortController().signal)).rejects.toThrow('no connection');
    await vi.advanceTimersByTimeAsync(2000);
    await refused;
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it('that failed has nothing left to cancel', async () => {
    const cancelled = serverGives('FAILED');
    const refused = expect(previewTolerances('upload-1', undefined, new AbortController().signal)).rejects.toThrow('the server gave no reason');
    await vi.advanceTimersByTimeAsync(2000);
    await refused;
    expect(cancelled).not.toHaveBeenCalled();
  });
});
