import { box, multiPolygon, polygon } from '../layers.ts';
import type { Case } from './case.ts';
import { NO_TOLERANCES } from './case.ts';

const AUTO: NonNullable<Case['options']> = { snapDistance: 'auto', maxGapWidth: 'auto' };
const SLIVERS = 'auto closes slivers of borders digitised twice a few metres apart where vertices stand hundreds of metres apart';

const COLLAPSED = 'a ring without area is dropped; the feature keeps its record';
const SPIKE = 'a spike is removed, no line is left';
const HOLE_OUTSIDE = 'hole wholly outside its shell: the hole of the part it lies in, else a part';

/** Layers that a random search found to break a version of the kernel, made as small as they go. */
export const FOUND_CASES: readonly Case[] = [
  { name: 'collapsed ring of three points in line crosses a triangle', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[1, 0], [0, 2], [2, 2], [1, 0]]), polygon([[0, 0], [1, 1], [2, 2], [0, 0]])], areas: [2, 0] },
  { name: 'steep collapsed ring of three points crosses a triangle', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[4, 5], [2, 0], [1, 2], [4, 5]]), polygon([[5, 1], [4, 3], [3, 5], [5, 1]])], areas: [4.5, 0] },
  { name: 'flat collapsed ring of three points crosses a triangle', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[0, 4], [5, 0], [1, 5], [0, 4]]), polygon([[4, 1], [1, 2], [7, 0], [4, 1]])], areas: [4.5, 0] },
  { name: 'hole that covers the land of a shell and crosses its spike', rule: SPIKE, options: NO_TOLERANCES, features: [polygon([[2, 0], [0, 2], [0, 0], [1, 1], [2, 0]], [[2, 2], [0, 2], [0, 0], [1, 0], [2, 2]])], areas: [0] },
  { name: 'stray hole that crosses the spike of its shell', rule: HOLE_OUTSIDE, options: NO_TOLERANCES, features: [polygon([[4, 1], [3, 3], [2, 4], [2, 5], [4, 1]], [[2, 3], [5, 2], [3, 3], [2, 3]])], areas: [1] },
  { name: 'two stray holes that overlap', rule: `${HOLE_OUTSIDE}; parts that overlap: their union`, options: NO_TOLERANCES, features: [polygon([[6, 5], [6, 6], [5, 6], [6, 5]], [[5, 1], [5, 5], [4, 5], [5, 1]], [[6, 1], [6, 4], [2, 4], [6, 1]])] },
  { name: 'rising collapsed ring of three points crosses a triangle', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[3, 2], [2, 1], [1, 0], [3, 2]]), polygon([[3, 0], [0, 0], [1, 3], [3, 0]])], areas: [0, 4.5] },
  { name: 'collapsed ring of three points crosses two triangles', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[0, 2], [3, 2], [1, 1], [0, 2]]), polygon([[2, 3], [1, 2], [0, 1], [2, 3]]), polygon([[1, 1], [2, 3], [0, 3], [1, 1]])] },
  { name: 'border digitised twice two metres apart, vertices 300 metres apart', rule: SLIVERS, options: AUTO, features: [polygon([[0, 0], [900, 0], [901, 310], [899.5, 590], [900.5, 905], [900, 1200], [0, 1200], [0, 0]]), polygon([[901, 0], [1800, 0], [1800, 1200], [901.5, 1200], [900, 880], [901, 620], [899.5, 290], [901, 0]])], total: 1800 * 1200, tolerance: 1000, sharedBorder: [0, 1, 1195] },
  { name: 'collapsed hole of three points and a bow-tie cross a triangle', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[5, 1], [6, 5], [2, 7], [5, 1]], [[2, 6], [4, 4], [6, 2], [2, 6]]), polygon([[4, 3], [1, 6], [2, 3], [7, 7], [4, 3]])] },
  { name: 'collapsed ring of three points along a diagonal', rule: COLLAPSED, options: NO_TOLERANCES, features: [polygon([[2, 2], [0, 0], [3, 3], [2, 2]]), polygon([[0, 1], [3, 0], [1, 3], [0, 1]])], areas: [0, 3.5] },
  { name: 'four corners near each other, snapped in either order', rule: 'which border moves in a snap is decided by geometry alone', options: { snapDistance: 0.05, maxGapWidth: 0.1 }, features: [polygon([[1.3, 0.2], [2, 0], [2.168, 1.264], [1.3, 0.2]]), polygon([[1.25, 0.21], [2.2, 1.3], [1, 1], [1.25, 0.21]]), polygon([[3, 0], [3, 1], [2.162, 1.263], [3, 0]]), polygon([[2.162, 1.259], [3, 1], [2.2, 2.2], [2.162, 1.259]])], anyOrder: true },
  { name: 'part that repeats another feature, under two more', rule: 'a face of an overlap is never cut in two', options: { snapDistance: 0, maxGapWidth: 0.3 }, features: [polygon([[0, 1], [2, 1], [1, 0], [0, 1]]), multiPolygon([[[1, 0], [1, 1], [2, 0], [1, 0]]], [[[2, 1], [1, 0], [0, 1], [2, 1]]]), multiPolygon([[[0, 2], [1, 0], [2, 2], [0, 2]]], [[[2, 1], [0, 2], [0, 0], [2, 1]]]), polygon([[0, 0], [2, 0], [0, 1], [0, 0]])] },
  { name: 'stray holes that overlap in another part', rule: `${HOLE_OUTSIDE}; holes: their union`, features: [multiPolygon([box(0, 0, 10, 10)], [box(20, 0, 22, 2), box(2, 2, 7, 6), box(4, 2, 8, 6)])], areas: [80], finds: ['hole-outside-shell'] },
  { name: 'hole of one part equal to the shell of another', rule: 'a hole equal to its shell is a duplicate ring, and the shell stays', features: [multiPolygon([box(1, 1, 2, 2), box(0, 0, 3, 3)], [box(0, 0, 3, 3), box(0, 0, 3, 3)])], areas: [9], finds: ['duplicate-ring'] },
  { name: 'stray hole that reaches into its shell by rounding', rule: HOLE_OUTSIDE, options: NO_TOLERANCES, features: [polygon(box(0, 0, 4, 4), [[3.9999999999999996, 1], [6, 1], [6, 3], [3.9999999999999996, 3], [3.9999999999999996, 1]])], areas: [20], parts: [1], finds: ['hole-outside-shell'] },
  { name: 'three features meet at the south pole', rule: 'poles: coordinates stay as they are', options: { units: { kind: 'geographic' }, snapDistance: 1.11195, maxGapWidth: 2223.9 }, features: [polygon([[180.0029, -89.89985], [180, -89.899], [180, -90], [180.0029, -89.89985]]), polygon([[180, -89.9], [180, -90], [180.00006, -89.89921], [180, -89.9]]), polygon([[179.9969, -89.89987], [179.998, -89.902], [180, -89.9], [179.9969, -89.89987]])] },
  { name: 'parts that touch in a point, one with a repeated vertex', rule: 'touching in points is no fault: only the vertex is told of', features: [multiPolygon([[[5, 0], [5, 0], [6, 0], [6, 1], [5, 1], [5, 0]]], [[[3, 1], [5, 1], [5, 5], [3, 5], [3, 1]]])], areas: [9], finds: ['duplicate-point'] },
];
