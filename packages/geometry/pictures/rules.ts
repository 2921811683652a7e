import type { RepairOptions } from '../src/repair-options.ts';
import { box, multiPolygon, polygon } from '../test/layers.ts';
import type { Shape } from '../test/layers.ts';

/** One rule of docs/repair.md, as an example that the kernel repairs for its picture. */
export interface PicturedRule {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly features: readonly Shape[];
  readonly options?: Partial<RepairOptions>;
  readonly hasVertices?: true;
  readonly isApart?: true;
}

const SNAPPING = { snapDistance: 0.3, maxGapWidth: 0.5 };

export const PICTURED_RULES: readonly PicturedRule[] = [
  { file: 'self-intersection', title: 'A border that crosses itself', description: 'Before: a bow-tie in one ring. After: its two lobes, which touch in the point where the ring crossed itself.', features: [polygon([[0, 0], [6, 4], [6, 0], [0, 4], [0, 0]])], hasVertices: true },
  { file: 'loop', title: 'A loop wound the same way', description: 'Before: a ring that goes round a loop inside itself. After: the loop is land once, and the ring is simple.', features: [polygon([[0, 0], [8, 0], [8, 6], [4, 6], [2, 2], [6, 2], [4, 6], [0, 6], [0, 0]])], hasVertices: true },
  { file: 'spike', title: 'A spike', description: 'Before: the border runs out to the right and back on itself. After: the spike is gone, the square is as it was.', features: [polygon([[0, 0], [4, 0], [4, 2], [8, 2], [4, 2], [4, 4], [0, 4], [0, 0]])], hasVertices: true },
  { file: 'hole-crossing-shell', title: 'A hole that reaches out of its shell', description: 'Before: a hole lies half outside. After: the shell has a bay where the hole was.', features: [polygon(box(0, 0, 6, 4), box(4, 1, 8, 3))] },
  { file: 'hole-outside-shell', title: 'A hole outside its shell', description: 'Before: a ring is written as a hole but lies beside its shell. After: it is a part of the feature, as the island that it is.', features: [polygon(box(0, 0, 4, 4), box(6, 1, 8, 3))] },
  { file: 'hole-of-another-part', title: 'A hole in another part', description: 'Before: the hole of the right part lies in the left part. After: it is a hole of the left part.', features: [multiPolygon([box(0, 0, 4, 4)], [box(6, 0, 8, 4), box(1, 1, 3, 3)])] },
  { file: 'ring-overlap', title: 'Parts of one feature that overlap', description: 'Before: two squares of one feature overlap. After: one part with their common outline.', features: [multiPolygon([box(0, 0, 5, 4)], [box(3, 2, 8, 6)])] },
  { file: 'overlap', title: 'Two features claim the same land', description: 'Before: A and B overlap in a strip. After: the strip belongs to B, which has the longer common border with it.', features: [polygon([[0, 0], [5, 0], [5, 4], [0, 4], [0, 0]]), polygon([[4, -1], [10, -1], [10, 5], [4, 5], [4, -1]])] },
  { file: 'contained-feature', title: 'A feature within another', description: 'Before: B lies inside A. After: B is as it was, and A has a hole of its shape.', features: [polygon(box(0, 0, 8, 5)), polygon([[2, 1], [6, 1], [5, 4], [2, 4], [2, 1]])] },
  { file: 'mostly-inside', title: 'A feature mostly within another', description: 'Before: more than half of B lies in A. After: B keeps all its land, A gives way.', features: [polygon(box(0, 0, 7, 5)), polygon(box(4, 1, 9, 4))] },
  { file: 'duplicate-feature', title: 'The same region twice', description: 'Before: A and B are the same square. After: A keeps it; B keeps its record, without a geometry.', features: [polygon(box(0, 0, 6, 4)), polygon([[6, 4], [0, 4], [0, 0], [6, 0], [6, 4]])] },
  { file: 'unmatched-vertex', title: 'A vertex that the neighbour lacks', description: 'Before: B and C meet on the border of A, where A has no vertex. After: A has it; nothing moved. The features are drawn a little apart.', features: [polygon(box(0, 0, 4, 6)), polygon(box(4, 0, 8, 3)), polygon(box(4, 3, 8, 6))], hasVertices: true, isApart: true },
  { file: 'gap', title: 'A gap between two features', description: 'Before: a narrow void lies between A and B. After: it is closed.', features: [polygon([[0, 0], [4, 0], [3.7, 3], [4, 6], [0, 6], [0, 0]]), polygon([[4, 0], [8, 0], [8, 6], [4, 6], [4.1, 3], [4, 0]])], options: { snapDistance: 0, maxGapWidth: 0.8 } },
  { file: 'gap-divided', title: 'A long gap between several features', description: 'Before: a narrow void runs between A and B below, and C and D above. After: it is divided between B and C, each along its own border.', features: [polygon([[0, 0], [3, 0], [3, 2.8], [1.5, 2.7], [0.1, 3], [0, 3], [0, 0]]), polygon([[3, 0], [9, 0], [9, 3], [8.9, 3], [6, 2.7], [3, 2.8], [3, 0]]), polygon([[0, 3], [0.1, 3], [3, 3.3], [6, 3.2], [6, 6], [0, 6], [0, 3]]), polygon([[6, 3.2], [7.5, 3.3], [8.9, 3], [9, 3], [9, 6], [6, 6], [6, 3.2]])], options: { snapDistance: 0, maxGapWidth: 1.5 } },
  { file: 'near-edge', title: 'Borders that nearly meet', description: 'Before: a strip, open at both ends, lies between A and B. After: both have one border, with the same vertices.', features: [polygon([[0, 0], [4, 0], [4, 2], [4, 6], [0, 6], [0, 0]]), polygon([[4.2, 0], [8, 0], [8, 6], [4.2, 6], [4.2, 4], [4.2, 0]])], options: SNAPPING, hasVertices: true },
  { file: 'lake', title: 'A lake stays', description: 'Before and after: a void between A and B that is wider than the gap width stays.', features: [polygon([[0, 0], [8, 0], [8, 3], [6, 3], [5, 2], [3, 2], [2, 3], [0, 3], [0, 0]]), polygon([[0, 3], [2, 3], [3, 4], [5, 4], [6, 3], [8, 3], [8, 6], [0, 6], [0, 3]])], options: SNAPPING },
  { file: 'narrow-inlet', title: 'A narrow inlet of one feature stays', description: 'Before and after: both sides of the inlet belong to A, so that it does not close.', features: [polygon([[0, 0], [8, 0], [8, 2.9], [3, 2.9], [3, 3.1], [8, 3.1], [8, 6], [0, 6], [0, 0]])], options: SNAPPING },
];
