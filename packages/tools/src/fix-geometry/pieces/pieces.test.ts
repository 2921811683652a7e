import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repair, settlePiece, TooTangledError } from '@geoinsights/geometry';
import type { Layer, PieceResult, PieceTask, PieceWorkers, RepairOptions } from '@geoinsights/geometry';
import { startWorkers } from '@geoinsights/geometry/threads';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PieceReply, PiecesElsewhere } from '../../pieces-elsewhere.ts';
import { DiskSpool } from '../disk-spool.ts';
import { MalformedColumns } from './columns.ts';
import { answerAsFile, decodeAnswer, decodeTask, encodeAnswer, encodeTask, shapeOf } from './piece-files.ts';
import { PiecesHereAndElsewhere } from './pieces-here-and-elsewhere.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'pieces-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS: RepairOptions = { units: { kind: 'planar' }, snapDistance: 0.5, maxGapWidth: 2, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise', threads: 1 };
const SIZES = { vertices: 60, mostCopies: Infinity };
const SIDE = 14;

/** Squares, 100 apart and by default as large, whose corners are displaced by up to one, each corner of each square independently. */
function untidySquares(side = SIDE, size = 100): Layer {
  let seed = 7;
  const off = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 2;
  const xy: number[] = [];
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) * 100, Math.floor(i / side) * 100];
    const ring = [[x, y], [x, y + size], [x + size, y + size], [x + size, y]].flatMap(([a = 0, b = 0]) => [a + off(), b + off()]);
    xy.push(...ring, ...ring.slice(0, 2));
  }
  const upTo = (count: number, step: number): Int32Array => Int32Array.from({ length: count + 1 }, (_, i) => i * step);
  const count = side * side;
  return { xy: Float64Array.from(xy), z: null, m: null, ringOffsets: upTo(count, 5), partOffsets: upTo(count, 1), featureOffsets: upTo(count, 1), partKinds: new Uint8Array(count).fill(3) };
}

/** Others who process offered pieces a moment later, or do with them what a test wants. */
function others(work: (piece: string, answer: string, number: number) => PieceReply | null): PiecesElsewhere & { offered: number[]; askedBack: number[] } {
  const replies = new Map<number, (reply: PieceReply) => void>();
  const offered: number[] = [];
  const askedBack: number[] = [];
  const own = mkdtempSync(path.join(folder, 'task-'));
  const placesOf = (number: number) => ({ piece: path.join(own, `piece-${number}`), answer: path.join(own, `answer-${number}`) });
  let numbers = 0;
  const end = (number: number, reply: PieceReply): void => {
    const onReply = replies.get(number);
    if (reply !== 'taken') replies.delete(number);
    onReply?.(reply);
  };
  return {
    count: 3,
    offered,
    askedBack,
    newNumber: () => numbers++,
    placesOf,
    offer(number, onReply) {
      offered.push(number);
      replies.set(number, onReply);
      const { piece, answer } = placesOf(number);
      setTimeout(() => {
        const reply = work(piece, answer, number);
        if (reply !== null) end(number, reply);
      }, 1);
    },
    askBack(number) {
      askedBack.push(number);
      setTimeout(() => end(number, replies.has(number) ? 'undone' : 'taken'), 1);
    },
  };
}

const workOff = (piece: string, answer: string): PieceReply => {
  // Like a server, which replaces nothing.
  writeFileSync(answer, answerAsFile(readFileSync(piece)), { flag: 'wx' });
  return 'done';
};

async function repairWith(elsewhere: PiecesElsewhere) {
  return repair(untidySquares(), { ...OPTIONS, startWorkers: (threads) => new PiecesHereAndElsewhere(startWorkers(threads), elsewhere) }, SIZES);
}

/** In one process, with nothing elsewhere. */
const alone = await repair(untidySquares(), OPTIONS, SIZES);

describe('pieces that other workers repair', () => {
  it('give the same result as pieces repaired here, and have unique numbers in every layer and round of a task', async () => {
    const elsewhere = others(workOff);
    expect(alone.patch?.features.length).toBeGreaterThan(SIDE * SIDE - 10);
    expect(await repairWith(elsewhere)).toEqual(alone);
    const first = elsewhere.offered.length;
    expect(first).toBeGreaterThan(5);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^piece-/));
    expect(await repairWith(elsewhere)).toEqual(alone);
    expect(elsewhere.offered.length).toBeGreaterThan(first + 5);
    expect(new Set(elsewhere.offered).size).toBe(elsewhere.offered.length);
  });

  it('are held to the limits of the land that changes hands, as those repaired here are', async () => {
    const limited: RepairOptions = { ...OPTIONS, maxGapWidth: 3, landRules: { leavesOverlaps: false, maxDisplacement: Infinity, maxTransfer: 30, decisions: [] } };
    const elsewhere = others(workOff);
    const apart = untidySquares(SIDE, 99);
    const here: PieceWorkers = { count: 1, run: (piece) => Promise.resolve(settlePiece(piece)), stop: () => undefined };
    const result = await repair(apart, { ...limited, startWorkers: () => new PiecesHereAndElsewhere(here, elsewhere) }, SIZES);
    expect(elsewhere.offered.length).toBeGreaterThan(2);
    expect(result).toEqual(await repair(apart, limited, SIZES));
  });

  it('are repaired here if others cannot, or return an invalid answer', async () => {
    const elsewhere = others((piece, answer, number) => {
      if (number % 3 === 0) return 'undone';
      if (number % 3 === 1) return workOff(piece, answer);
      writeFileSync(answer, 'no answer');
      return 'done';
    });
    expect(await repairWith(elsewhere)).toEqual(alone);
    expect(elsewhere.offered.length).toBeGreaterThan(5);
  });

  it('are taken back when a thread is idle and nobody has started them', async () => {
    const elsewhere = others(() => null);
    expect(await repairWith(elsewhere)).toEqual(alone);
    expect(new Set(elsewhere.askedBack)).toEqual(new Set(elsewhere.offered));
  });

  it('report that they are too tangled', async () => {
    const elsewhere = others((_, answer) => {
      writeFileSync(answer, encodeAnswer({ tangled: 7 }));
      return 'done';
    });
    await expect(repairWith(elsewhere)).rejects.toEqual(new TooTangledError(7));
  });
});

describe('pieces of a repair that is stopped', () => {
  const piece = (): PieceTask => ({ layer: untidySquares(), roles: new Uint8Array(SIDE * SIDE), options: { units: { kind: 'planar' }, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise' }, tolerances: { snapDistance: 0.5, maxGapWidth: 2, unit: 'coordinate unit' } });
  /** A thread that is at work until it is stopped. */
  const busyThread = () => {
    const stopping = new AbortController();
    const run = vi.fn(() => new Promise<PieceResult>((_, reject) => {
      if (stopping.signal.aborted) reject(new Error('started again'));
      else stopping.signal.addEventListener('abort', () => reject(new Error('stopped')));
    }));
    return { count: 1, run, stop: () => stopping.abort() };
  };

  it.each([
    ['are offered to nobody when they were being written', 0],
    ['start no thread when they waited for one', 1],
  ])('%s', async (_, offers) => {
    const here = busyThread();
    const elsewhere = others(() => 'undone');
    const workers = new PiecesHereAndElsewhere(here, elsewhere);
    const both = Promise.allSettled([workers.run(piece()), workers.run(piece())]);
    if (offers > 0) await vi.waitFor(() => expect(elsewhere.offered).toHaveLength(offers));
    if (offers > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    workers.stop();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(elsewhere.offered).toHaveLength(offers);
    expect(here.run).toHaveBeenCalledTimes(1);
  });
});

it('a layer whose pieces are stored on disk gives the same result as one in memory', async () => {
  const spool = new DiskSpool(folder, 4096);
  const result = await repair(untidySquares(), { ...OPTIONS, spool }, SIZES);
  expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^spool-/));
  expect(result).toEqual(alone);
  spool.close();
});

describe('a piece as a file', () => {
  const layer = { ...untidySquares(), z: new Float64Array(5 * SIDE * SIDE).fill(3) };
  const task: PieceTask = { layer, roles: new Uint8Array(SIDE * SIDE), options: { units: { kind: 'planar' }, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise' }, tolerances: { snapDistance: 0.5, maxGapWidth: 2, unit: 'coordinate unit' } };

  it('is decoded as it was encoded, and so is its answer', () => {
    expect(decodeTask(encodeTask(task))).toEqual(task);
    const answer = decodeAnswer(answerAsFile(encodeTask(task)), shapeOf(task));
    if ('tangled' in answer) throw new Error('tangled');
    expect(answer.result.patch?.features.length).toBeGreaterThan(0);
    expect(decodeAnswer(encodeAnswer(answer), shapeOf(task))).toEqual(answer);
  });

  it('has all options that it is repaired by, and is refused with one that is not known', () => {
    const options = { ...task.options, lotsFrom: 100, gapLimits: { area: 30, shift: Infinity } };
    expect(decodeTask(encodeTask({ ...task, options }))).toEqual({ ...task, options });
    const unknown = { ...options, later: true };
    expect(() => decodeTask(encodeTask({ ...task, options: unknown }))).toThrow();
  });

  it('is refused if its indices are out of range', () => {
    const broken = (change: Partial<Layer>): Uint8Array => encodeTask({ ...task, layer: { ...layer, ...change } });
    for (const bytes of [
      broken({ ringOffsets: layer.ringOffsets.map((offset, i) => (i === 3 ? 2 ** 30 : offset)) }),
      broken({ partOffsets: layer.partOffsets.slice(1) }),
      broken({ featureOffsets: Int32Array.of(0) }),
      broken({ partKinds: layer.partKinds.map(() => 9) }),
      broken({ z: new Float64Array(2) }),
      encodeTask({ ...task, roles: new Uint8Array(1) }),
      encodeTask({ ...task, roles: task.roles.map(() => 3) }),
      encodeTask(task).subarray(0, 5000),
      Uint8Array.of(1, 2, 3),
    ]) expect(() => decodeTask(bytes)).toThrow(MalformedColumns);
    const answer = answerAsFile(encodeTask(task));
    expect(() => decodeAnswer(answer, { ...shapeOf(task), features: 5 })).toThrow(MalformedColumns);
    expect(() => decodeAnswer(answer, { ...shapeOf(task), vertices: 5 })).toThrow(MalformedColumns);
    for (let at = 0; at < answer.length; at += 997) expect(() => decodeAnswer(answer.subarray(0, at), shapeOf(task))).toThrow();
  });
});
