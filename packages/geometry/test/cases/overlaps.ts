import { box, multiPolygon, polygon } from '../layers.ts';
import type { Case } from './case.ts';
import { NO_TOLERANCES } from './case.ts';

const HALF = 'a feature of which the overlap covers more than half keeps it, if it is the only such one';
const BORDER = 'the face goes to the one with the longest common border';
const TIE = 'equal borders: the larger feature, then the earlier one';
const DUPLICATE = 'exact duplicates: the first keeps the geometry';
const SERVED = 'a feature may end empty only where fewer faces remain than features that claim them';
const NEIGHBOUR = 'neighbours are repaired only where they touch what changed';

const NEAR_DUPLICATE = 'the same region within the snap distance: the first keeps the geometry';

const square = box(0, 0, 4, 4);
/** The track of a machine that stands still: each copy is 0.857 times as far from the last as the previous one. */
const standing = Array.from({ length: 17 }, (_, i) => polygon(square.map(([x = 0, y = 0]) => [x - 64.66250020742 + 1e-11 * 0.857 ** i, y + 620.525 + 2e-11 * 0.857 ** i])));

/** Two or more features claim the same land. */
export const OVERLAP_CASES: readonly Case[] = [
  { name: 'equal features overlap by more than half', source: 'ours: more than half of both decides nothing', rule: TIE, features: [polygon(box(0, 0, 10, 10)), polygon(box(2, 0, 12, 10))], areas: [100, 20], finds: ['overlap'] },
  { name: 'small feature mostly inside a large one', source: 'ours: house plot and farm', rule: HALF, features: [polygon(box(0, 0, 11, 10)), polygon(box(8, 4, 12, 6))], areas: [104, 8] },
  { name: 'small feature less than half inside a large one', source: 'JTS #1126 (longest border)', rule: BORDER, features: [polygon(box(0, 0, 11, 10)), polygon(box(10, 4, 14, 6))], areas: [110, 6] },
  { name: 'cross of equal bars', source: 'ours: a tie of borders', rule: TIE, features: [polygon(box(0, 4, 12, 8)), polygon(box(4, 0, 8, 12))], areas: [48, 32], parts: [1, 2] },
  { name: 'corners overlap, the larger wins the tie', source: 'mapshaper #225', rule: TIE, features: [polygon(box(0, 0, 10, 10)), polygon(box(8, 8, 20, 20))], areas: [96, 144] },
  { name: 'corners overlap, equal sizes, the earlier wins', source: 'JTS #1126 (lowest index)', rule: TIE, features: [polygon(box(8, 8, 18, 18)), polygon(box(0, 0, 10, 10))], areas: [100, 96] },
  { name: 'contained feature', source: 'ilivalidator #263; mapshaper #490', rule: HALF, features: [polygon(box(3, 3, 5, 5)), polygon(box(0, 0, 9, 9))], areas: [4, 77], finds: ['contained-feature'] },
  { name: 'contained feature touches the border of its container', source: 'JTS #965', rule: HALF, features: [polygon(box(0, 0, 9, 9)), polygon(box(0, 3, 2, 5))], areas: [77, 4] },
  { name: 'contained features three deep', source: 'ours: smallest first', rule: SERVED, features: [polygon(box(0, 0, 20, 20)), polygon(box(5, 5, 15, 15)), polygon(box(8, 8, 12, 12))], areas: [300, 84, 16] },
  { name: 'contained features four deep, inside first', source: 'ours: smallest first, whatever the order', rule: SERVED, features: [polygon(box(9, 9, 11, 11)), polygon(box(8, 8, 12, 12)), polygon(box(5, 5, 15, 15)), polygon(box(0, 0, 20, 20))], areas: [4, 12, 84, 300] },
  { name: 'small feature straddles the border of two', source: 'JTS #1126', rule: SERVED, features: [polygon(box(0, 0, 10, 10)), polygon(box(10, 0, 20, 10)), polygon(box(8.5, 4, 11, 6))], total: 200, each: [1, 100] },
  { name: 'small feature straddles four corners', source: 'JTS #1126', rule: SERVED, features: [polygon(box(0, 0, 10, 10)), polygon(box(10, 0, 20, 10)), polygon(box(0, 10, 10, 20)), polygon(box(10, 10, 20, 20)), polygon([[9, 10], [10, 9], [11, 10], [10, 11], [9, 10]])], total: 400, each: [0.4, 100] },
  { name: 'feature covered by two others together', source: 'mapshaper #490', rule: SERVED, features: [polygon(box(0, 0, 6, 4)), polygon(box(4, 0, 10, 4)), polygon(box(3, 1, 7, 3))], total: 40, each: [1, 24] },
  { name: 'three features overlap in one place', source: 'JTS #1126', rule: BORDER, features: [polygon(box(0, 0, 6, 6)), polygon(box(4, 0, 10, 6)), polygon(box(3, 4, 7, 12))], total: 60 + 24, each: [1, 36] },
  { name: 'four features overlap in one place', source: 'JTS #1126', rule: BORDER, features: [polygon(box(0, 0, 6, 6)), polygon(box(4, 0, 10, 6)), polygon(box(0, 4, 6, 10)), polygon(box(4, 4, 10, 10))], total: 100, each: [9, 36] },
  { name: 'more features than faces', source: 'ours: fewer faces than features', rule: 'the smallest is served first, then the earliest', features: [polygon(box(0, 0, 4, 4)), polygon(box(0, 0, 4, 2)), polygon(box(0, 2, 4, 4))], areas: [0, 8, 8] },
  { name: 'parent and its two unequal parts', source: 'ours: a parcel that was divided stays in the file', rule: 'the smallest is served first, then the earliest', features: [polygon(box(0, 0, 10, 10)), polygon(box(0, 0, 10, 8)), polygon(box(0, 8, 10, 10))], areas: [0, 80, 20], anyOrder: true },
  { name: 'parent, its two parts, and a part of one part', source: 'ours: a parcel that was divided twice', rule: 'the smallest is served first, then the earliest', features: [polygon(box(0, 0, 10, 10)), polygon(box(0, 0, 10, 7)), polygon(box(0, 7, 10, 10)), polygon(box(0, 7, 4, 10))], areas: [0, 70, 18, 12], anyOrder: true },
  { name: 'overlap with several faces', source: 'ours: a face is never cut', rule: BORDER, features: [polygon(box(0, 0, 12, 4)), polygon([[1, 3], [2, 3], [2, 6], [5, 6], [5, 3], [6, 3], [6, 6], [9, 6], [9, 3], [10, 3], [10, 8], [1, 8], [1, 3]])], areas: [48, 24] },
  { name: 'overlap that leaves one feature in two pieces', source: 'ours: a feature may become several parts', rule: HALF, features: [polygon(box(0, 0, 20, 2)), polygon(box(9, -3, 11, 5))], total: 52 },
  { name: 'duplicate, start moved', source: 'JTS #965', rule: DUPLICATE, features: [polygon(square), polygon([[4, 4], [0, 4], [0, 0], [4, 0], [4, 4]])], areas: [16, 0], untouched: [0], finds: ['duplicate-feature'] },
  { name: 'duplicate, reversed', source: 'JTS #965', rule: DUPLICATE, features: [polygon(square), polygon(square.toReversed())], areas: [16, 0], untouched: [0], finds: ['duplicate-feature'] },
  { name: 'duplicate with one more vertex on an edge', source: 'JTS #965', rule: 'the same region is a duplicate', features: [polygon(square), polygon([[0, 0], [2, 0], [4, 0], [4, 4], [0, 4], [0, 0]])], areas: [16, 0], finds: ['duplicate-feature'] },
  { name: 'three copies', source: 'ilivalidator #219', rule: DUPLICATE, features: [polygon(square), polygon(square), polygon(square.toReversed())], areas: [16, 0, 0], untouched: [0] },
  { name: 'duplicate with a hole', source: 'ilivalidator #219', rule: DUPLICATE, features: [polygon(box(0, 0, 9, 9), box(3, 3, 5, 5)), polygon(box(0, 0, 9, 9), box(3, 3, 5, 5).toReversed())], areas: [77, 0], untouched: [0] },
  { name: 'duplicate of several parts, parts in another order', source: 'ilivalidator #219', rule: DUPLICATE, features: [multiPolygon([square], [box(9, 9, 10, 10)]), multiPolygon([box(9, 9, 10, 10)], [square])], areas: [17, 0], untouched: [0] },
  { name: 'duplicates that are bow-ties', source: 'ours: equal before they are valid', rule: DUPLICATE, features: [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]), polygon([[2, 2], [2, 0], [0, 2], [0, 0], [2, 2]])], areas: [2, 0] },
  { name: 'duplicate beside a neighbour', source: 'JTS #965', rule: DUPLICATE, features: [polygon(square), polygon(box(4, 0, 8, 4)), polygon(square)], areas: [16, 16, 0], untouched: [0, 1] },
  { name: 'duplicates inside a container', source: 'ours: duplicates go before containment', rule: DUPLICATE, features: [polygon(box(0, 0, 9, 9)), polygon(box(3, 3, 5, 5)), polygon(box(3, 3, 5, 5))], areas: [77, 4, 0] },
  ...[1e-9, 1e-6, 1e-3].map((off): Case => ({ name: `copy ${off} off`, source: 'ours: GPS and rounding', rule: NEAR_DUPLICATE, options: { snapDistance: 0.2, maxGapWidth: 0 }, features: [polygon(square), polygon(square.map(([x = 0, y = 0]) => [x + off, y - off]))], areas: [16, 0], untouched: [0], finds: ['duplicate-feature'] })),
  { name: 'copy with a rounded midpoint on one edge', source: 'ours: a converter that adds vertices', rule: NEAR_DUPLICATE, options: { snapDistance: 0.2, maxGapWidth: 0 }, features: [polygon([[318.59, 1865.67], [922.16, 1759.39], [911.74, 1461], [797.47, 1361.76], [346.05, 1777.35], [318.59, 1865.67]]), polygon([[318.59, 1865.67], [620.375, 1812.5300000000002], [922.16, 1759.39], [911.74, 1461], [797.47, 1361.76], [346.05, 1777.35], [318.59, 1865.67]])], untouched: [0], finds: ['duplicate-feature'] },
  { name: 'seventeen copies of a machine that stands', source: 'ours: positions logged while nothing moves', rule: NEAR_DUPLICATE, options: { snapDistance: 0.01, maxGapWidth: 0.05 }, features: standing, areas: [16, ...standing.slice(1).map(() => 0)], tolerance: 1e-8, untouched: [0], finds: ['duplicate-feature'] },
  { name: 'copy that has moved by more than the snap distance', source: 'ours: no duplicate', rule: HALF, options: { snapDistance: 0.2, maxGapWidth: 0 }, features: [polygon(square), polygon(square.map(([x = 0, y = 0]) => [x + 0.5, y]))], total: 18 },
  { name: 'copies of one part of a feature', source: 'ours: a duplicate of a part is contained', rule: HALF, features: [multiPolygon([square], [box(10, 0, 12, 2)]), polygon(box(10, 0, 12, 2))], areas: [16, 4] },
  { name: 'features touch in a corner', source: 'JTS #900', rule: 'what was not broken comes back as it was', features: [polygon(square), polygon(box(4, 4, 8, 8))], unchanged: true },
  { name: 'enclave in a hole, wound either way', source: 'JTS #900', rule: 'enclaves stay', features: [polygon(box(0, 0, 9, 9), box(3, 3, 5, 5)), polygon(box(3, 3, 5, 5))], areas: [77, 4], unchanged: true },
  { name: 'spike crosses a neighbour', source: 'mapshaper #683', rule: NEIGHBOUR, features: [polygon([[0, 0], [4, 0], [4, 2], [7, 2], [4, 2], [4, 4], [0, 4], [0, 0]]), polygon(box(5, 0, 8, 4))], areas: [16, 12], untouched: [1], finds: ['spike'] },
  { name: 'spike runs through a neighbour', source: 'mapshaper #683', rule: NEIGHBOUR, features: [polygon([[0, 0], [4, 0], [4, 2], [12, 2], [4, 2], [4, 4], [0, 4], [0, 0]]), polygon(box(5, 0, 8, 4))], areas: [16, 12], untouched: [1] },
  { name: 'collapsed feature across a neighbour', source: 'ours: what has no area takes none', rule: NEIGHBOUR, features: [polygon([[0, 2], [9, 2], [4, 2], [0, 2]]), polygon(box(5, 0, 8, 4))], areas: [0, 12], untouched: [1] },
  { name: 'NaN vertex away from the shared border', source: 'ours: neighbours change only where they touch what changed', rule: NEIGHBOUR, features: [polygon([[0, 0], [4, 0], [4, 4], [0, 4], [NaN, 2], [0, 0]]), polygon(box(4, 0, 8, 4))], areas: [16, 16], untouched: [1] },
  { name: 'bow-tie away from the shared border', source: 'ours: neighbours change only where they touch what changed', rule: NEIGHBOUR, features: [polygon([[0, 0], [4, 0], [4, 4], [0, 4], [-2, 2], [-2, 6], [0, 0]]), polygon(box(4, 0, 8, 4))], untouched: [1] },
  { name: 'gash inside a feature beside a neighbour', source: 'ours: neighbours change only where they touch what changed', rule: NEIGHBOUR, features: [polygon([[0, 0], [8, 0], [8, 8], [4, 8], [4, 4], [4, 8], [0, 8], [0, 0]]), polygon(box(8, 0, 12, 8))], areas: [64, 32], untouched: [1] },
  { name: 'overlap with a bow-tie', source: 'QGIS #41424', rule: HALF, features: [polygon([[0, 0], [6, 6], [6, 0], [0, 6], [0, 0]]), polygon(box(5, -1, 9, 7))], total: 18 + 32 - (6 - 1) },
  { name: 'overlaps kept, bow-tie repaired', source: 'mapshaper #490', rule: 'overlaps: keep', options: { ...NO_TOLERANCES, overlaps: 'keep' }, features: [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]), polygon(box(-1, -1, 1.5, 3))], areas: [2, 10] },
  { name: 'overlaps kept', source: 'mapshaper #490', rule: 'overlaps: keep', options: { ...NO_TOLERANCES, overlaps: 'keep' }, features: [polygon([[0, 0], [5, 0], [5, 5], [0, 0]]), polygon([[3, 1], [9, 1], [9, 3], [3, 1]])], areas: [12.5, 6], finds: ['overlap'] },
  { name: 'two pairs of triangles with the same four corners', source: 'ours: case 15 of TestNGOverlayA of JTS, as one layer', rule: 'duplicate feature: the same region, all along its border', features: [multiPolygon([[[10, 30], [20, 20], [10, 10], [10, 30]]], [[[30, 30], [20, 20], [30, 10], [30, 30]]]), multiPolygon([[[10, 30], [30, 30], [20, 20], [10, 30]]], [[[10, 10], [20, 20], [30, 10], [10, 10]]])], unchanged: true },
  { name: 'rings through the same points in another order', source: 'ours: random search', rule: 'duplicate feature: the same region, all along its border', options: { snapDistance: 0.05, maxGapWidth: 0.1 }, features: [polygon([[8, 2], [-1.5, -0.17], [6.1, 5.9], [1.89, -2.87], [1.89, 6.87], [6.1, -1.9], [-1.5, 4.17], [8, 2]]), polygon([[8, 2], [1.89, 6.87], [-1.5, -0.17], [6.1, -1.9], [6.1, 5.9], [-1.5, 4.17], [1.89, -2.87], [8, 2]])] },
  { name: 'the same two rings, in one feature as a hole and in the other as a part', source: 'ours: what has the same borders may have other land', rule: 'duplicate feature: the same region', features: [polygon(box(0, 0, 10, 10), box(3, 3, 7, 7)), multiPolygon([box(0, 0, 10, 10)], [box(3, 3, 7, 7)])], areas: [84, 16] },
  { name: 'near-duplicate of which the shorter edges go with it', source: 'ours: random search', rule: `${NEAR_DUPLICATE}; auto gives no larger value on its own result than on the input`, features: [polygon([[-1.58, -2.16], [-0.65, -3.46], [2.13, -3.92], [2.73, -1.67], [4.5, 1.7], [2.83, 3.45], [0.18, 4.74], [-2.27, 3.47], [-2.8, 0.9], [-4.1, -1.92], [-1.58, -2.16]]), polygon([[2.83, 3.45], [0.18, 4.74], [-2.27, 3.47], [-2.8, 0.9], [-4.1, -1.92], [-1.58, -2.16], [-0.65, -3.46], [0.2, -3.6], [2.13, -3.92], [2.6, -2.1], [2.73, -1.67], [4.5, 1.7], [2.83, 3.45]])], options: { snapDistance: 'auto', maxGapWidth: 'auto' }, finds: ['duplicate-feature'] },
];
