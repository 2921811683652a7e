import { slotsFor } from '@geoinsights/geometry/arrays';
import { shapeCount } from './shapes.ts';
import type { Shapes } from './shapes.ts';
import { ShapeKind } from './store.ts';

/**
 * Marks ring edges that an earlier ring also has (in either direction, with ends in the same squares of `side` steps): one stroke is
 * enough for both. The earlier ring is present wherever the edge is, so a map that shows the edge draws that ring, too. One byte
 * per vertex, 1 if the edge from it to the next one is marked.
 */
export function markSharedEdges(shapes: Shapes, side: number): Uint8Array {
  const { offsets, kinds } = shapes;
  const x = shapes.x.map((value) => Math.floor(value / side));
  const y = shapes.y.map((value) => Math.floor(value / side));
  const marks = new Uint8Array(x.length);
  const mask = slotsFor(Math.max(16, x.length * 1.5)) - 1;
  const from = new Int32Array(mask + 1).fill(-1);
  const to = new Int32Array(mask + 1);
  for (let shape = 0; shape < shapeCount(shapes); shape++) {
    const kind = kinds[shape];
    if (kind !== ShapeKind.Shell && kind !== ShapeKind.Hole) continue;
    const first = offsets[shape] ?? 0;
    const end = offsets[shape + 1] ?? 0;
    for (let i = first; i < end; i++) {
      const next = i + 1 === end ? first : i + 1;
      const forward = (x[i] ?? 0) < (x[next] ?? 0) || (x[i] === x[next] && (y[i] ?? 0) < (y[next] ?? 0));
      const a = forward ? i : next;
      const b = forward ? next : i;
      let slot = hashOf(x[a] ?? 0, y[a] ?? 0, x[b] ?? 0, y[b] ?? 0) & mask;
      for (;;) {
        const known = from[slot] ?? -1;
        if (known === -1) {
          from[slot] = a;
          to[slot] = b;
          break;
        }
        const end2 = to[slot] ?? 0;
        if (x[known] === x[a] && y[known] === y[a] && x[end2] === x[b] && y[end2] === y[b]) {
          marks[i] = 1;
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
  }
  return marks;
}

function hashOf(x0: number, y0: number, x1: number, y1: number): number {
  let hash = Math.imul(x0, 0x9e3779b1) ^ Math.imul(y0, 0x85ebca6b) ^ Math.imul(x1, 0xc2b2ae35) ^ Math.imul(y1, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
