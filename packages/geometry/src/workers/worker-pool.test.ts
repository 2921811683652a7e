import { describe, expect, it } from 'vitest';
import type { PieceTask } from '../pieces/piece.ts';
import { TooTangledError } from '../tangled.ts';
import { WorkerPool } from './worker-pool.ts';
import type { Reports } from './worker-pool.ts';

const offsets = Int32Array.of(0);
const TASK: PieceTask = {
  layer: { xy: new Float64Array(0), z: null, m: null, ringOffsets: offsets, partOffsets: offsets, featureOffsets: offsets, partKinds: new Uint8Array(0) },
  roles: new Uint8Array(0),
  options: { units: { kind: 'planar' }, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise' },
  tolerances: { snapDistance: 0, maxGapWidth: 0, unit: 'coordinate unit' },
};

/** A pool whose workers report what the test makes them report. */
function pool(): { workers: WorkerPool; opened: Reports[]; ended: number[] } {
  const opened: Reports[] = [];
  const ended: number[] = [];
  const workers = new WorkerPool(2, (reports) => {
    const place = opened.push(reports) - 1;
    return { post: () => undefined, end: () => void ended.push(place) };
  });
  return { workers, opened, ended };
}

describe('a pool of workers', () => {
  it('starts one when there is work for it, and gives it more when it has answered', async () => {
    const { workers, opened, ended } = pool();
    expect(opened).toHaveLength(0);
    const first = workers.run(TASK);
    opened[0].answered({ tangled: 7 });
    await expect(first).rejects.toThrow(new TooTangledError(7));
    const second = workers.run(TASK);
    expect(opened).toHaveLength(1);
    workers.stop();
    await expect(second).rejects.toThrow('stopped');
    expect(ended).toEqual([0]);
  });

  it('gives no more work to one that failed', async () => {
    const { workers, opened, ended } = pool();
    const first = workers.run(TASK);
    opened[0].failed(new Error('out of memory'));
    await expect(first).rejects.toThrow('out of memory');
    const second = workers.run(TASK);
    expect(opened).toHaveLength(2);
    // Threads report their end after they have reported an error.
    opened[0].failed(new Error('it ended'));
    opened[1].failed(new Error('out of memory again'));
    await expect(second).rejects.toThrow('again');
    workers.stop();
    expect(ended).toEqual([0, 1]);
  });

  it('gives none to one that failed while it had nothing to do', async () => {
    const { workers, opened } = pool();
    const first = workers.run(TASK);
    opened[0].answered({ tangled: 1 });
    await expect(first).rejects.toThrow(TooTangledError);
    opened[0].failed(new Error('it ended'));
    const second = workers.run(TASK);
    expect(opened).toHaveLength(2);
    workers.stop();
    await expect(second).rejects.toThrow('stopped');
  });
});
