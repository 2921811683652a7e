import Flatbush from 'flatbush';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { CellSums } from './cell-sums.ts';
import { stepsOfPixel } from './mercator.ts';
import type { Level } from './overview.ts';
import { markSharedEdges } from './shared-edges.ts';
import { boxOf, shapeCount } from './shapes.ts';
import type { Shapes } from './shapes.ts';
import { BLOCK_SIDE } from './store.ts';
import type { LevelRecord, Section } from './store.ts';

const MARKED_PER_WRITE = 1_000_000;
const PADDING = new Uint8Array(8);

/** Writes one level to a file of its own, in the layout of `store.ts`. */
export async function writeLevel(folder: string, zoom: number | null, { shapes, cells }: Level): Promise<LevelRecord> {
  const name: LevelRecord['file'] = `level-${zoom === null ? 'full' : String(zoom)}.bin`;
  const file = await open(path.join(folder, name), 'wx');
  let position = 0;
  /** Writes chunks one after the other as one section. */
  const section = async (pieces: Iterable<NodeJS.ArrayBufferView>): Promise<Section> => {
    const offset = position;
    const add = async (bytes: NodeJS.ArrayBufferView): Promise<void> => {
      await file.appendFile(bytesOf(bytes));
      position += bytes.byteLength;
    };
    for (const piece of pieces) await add(piece);
    const bytes = position - offset;
    await add(PADDING.subarray(0, -position & 7));
    return { offset, bytes };
  };
  try {
    const index = await section([indexOf(shapes)]);
    const offsets = await section([shapes.offsets]);
    const kinds = await section([shapes.kinds]);
    const features = await section([shapes.features]);
    const parts = await section([shapes.parts]);
    const vertices = await section(markedVertices(shapes, zoom === null ? 1 : stepsOfPixel(zoom) / 2));
    const blocks = blocksOf(cells);
    const cellBlocks = await section([blocks.blocks]);
    const sections = { index, offsets, kinds, features, parts, vertices, cellBlocks, cells: await section([blocks.cells]) };
    await file.sync();
    return { file: name, zoom, shapes: shapeCount(shapes), vertices: shapes.x.length, sections };
  } finally {
    await file.close();
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function indexOf(shapes: Shapes): Uint8Array {
  const count = shapeCount(shapes);
  if (count === 0) return new Uint8Array(0);
  const index = new Flatbush(count, 16, Int32Array);
  const box: [number, number, number, number] = [0, 0, 0, 0];
  for (let shape = 0; shape < count; shape++) {
    boxOf(shapes, shape, box);
    index.add(...box);
  }
  index.finish();
  return new Uint8Array(index.data);
}

/** In chunks, to avoid a second copy of a large level in memory. */
function* markedVertices(shapes: Shapes, tolerance: number): Generator<Int32Array> {
  const marks = markSharedEdges(shapes, tolerance);
  const { x, y } = shapes;
  for (let from = 0; from < x.length; from += MARKED_PER_WRITE) {
    const end = Math.min(x.length, from + MARKED_PER_WRITE);
    const piece = new Int32Array(2 * (end - from));
    for (let i = from; i < end; i++) {
      piece[2 * (i - from)] = ((x[i] ?? 0) << 1) | (marks[i] ?? 0);
      piece[2 * (i - from) + 1] = y[i] ?? 0;
    }
    yield piece;
  }
}

interface Cell {
  readonly blockColumn: number;
  readonly blockRow: number;
  readonly bytes: readonly [number, number, number, number];
}

function blocksOf(sums: CellSums): { blocks: Int32Array; cells: Uint8Array } {
  const list: Cell[] = [];
  sums.forEach((column, row, fill, stroke) => {
    const blockColumn = Math.floor(column / BLOCK_SIDE);
    const blockRow = Math.floor(row / BLOCK_SIDE);
    const bytes = [column - blockColumn * BLOCK_SIDE, row - blockRow * BLOCK_SIDE, byteOf(fill), byteOf(stroke)] as const;
    if (bytes[2] > 0 || bytes[3] > 0) list.push({ blockColumn, blockRow, bytes });
  });
  list.sort((a, b) => a.blockRow - b.blockRow || a.blockColumn - b.blockColumn || a.bytes[1] - b.bytes[1] || a.bytes[0] - b.bytes[0]);
  const blocks: number[] = [];
  const cells = new Uint8Array(4 * list.length);
  for (const [i, { blockColumn, blockRow, bytes }] of list.entries()) {
    const previous = list[i - 1];
    if (i === 0 || previous.blockColumn !== blockColumn || previous.blockRow !== blockRow) blocks.push(blockColumn, blockRow, i);
    cells.set(bytes, 4 * i);
  }
  blocks.push(0, 0, list.length);
  return { blocks: Int32Array.from(blocks), cells };
}

function byteOf(share: number): number {
  return Math.round(Math.min(1, share) * 255);
}
