import { box, multiPolygon, polygon } from '../layers.ts';
import type { Position } from '../layers.ts';
import type { Case } from './case.ts';
import { NO_TOLERANCES } from './case.ts';

const MATCHED = 'shared borders are identical vertex chains';
const GAP = 'a void enclosed by two features or more, narrower than the gap width, is closed';
const HOLE = 'a void bounded by a single feature is a hole, never a gap';
const OPEN = 'borders within the snap distance of each other are matched';
const NO_ZIP = 'no edge is bent farther than the snap distance from where it was';
const STAYS = 'lakes, enclaves, wide voids stay';
const OUTER = 'outer border and necks narrower than the tolerance do not move';

const closing = (maxGapWidth: number): NonNullable<Case['options']> => ({ snapDistance: 0, maxGapWidth });
const snapping = (snapDistance: number, maxGapWidth = 0): NonNullable<Case['options']> => ({ snapDistance, maxGapWidth });

const west = polygon([[0, 0], [10, 0], [9.9, 5], [10, 10], [0, 10], [0, 0]]);
const east = polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10, 0]]);
const pond = polygon(box(0, 0, 10, 10), box(4, 4, 4.01, 6));
const harbour = polygon([[0, 0], [10, 0], [10, 4.95], [5, 4.95], [5, 5.05], [10, 5.05], [10, 10], [0, 10], [0, 0]]);

/** Borders of different features: unmatched vertices, gaps, borders that run close. */
export const BORDER_CASES: readonly Case[] = [
  { name: 'T-junction', source: 'GEOS #1001', rule: MATCHED, features: [polygon(box(0, 0, 10, 10)), polygon(box(10, 0, 20, 5)), polygon(box(10, 5, 20, 10))], areas: [100, 50, 50], untouched: [1, 2], vertices: [[0, [10, 5]]], finds: ['unmatched-vertex'] },
  { name: 'T-junctions from both sides', source: 'GEOS #1001', rule: MATCHED, features: [polygon(box(0, 0, 10, 10)), polygon(box(10, 2, 20, 12))], areas: [100, 100], vertices: [[0, [10, 2]], [1, [10, 10]]] },
  { name: 'many T-junctions on one edge', source: 'GEOS #1001', rule: MATCHED, features: [polygon(box(0, 0, 10, 10)), ...[0, 2, 4, 6, 8].map((y) => polygon(box(10, y, 12, y + 2)))], areas: [100, 4, 4, 4, 4, 4], untouched: [1, 2, 3, 4, 5] },
  { name: 'T-junction on the border of a hole', source: 'GEOS #1001', rule: MATCHED, features: [polygon(box(0, 0, 9, 9), box(3, 3, 6, 6)), polygon(box(3, 3, 6, 5)), polygon(box(3, 5, 6, 6))], areas: [72, 6, 3], untouched: [1, 2] },
  { name: 'pinwheel', source: 'JTS #900', rule: MATCHED, features: [polygon(box(0, 0, 2, 1)), polygon(box(2, 0, 3, 2)), polygon(box(1, 2, 3, 3)), polygon(box(0, 1, 1, 3)), polygon(box(1, 1, 2, 2))], areas: [2, 2, 2, 2, 1], untouched: [4] },
  { name: 'neighbour touches an edge in one point', source: 'GEOS #1001', rule: MATCHED, features: [polygon(box(0, 0, 4, 4)), polygon([[4, 2], [6, 1], [6, 3], [4, 2]])], areas: [16, 2], untouched: [1], vertices: [[0, [4, 2]]] },
  { name: 'T-junction on a slanted edge', source: 'GEOS #1001', rule: MATCHED, features: [polygon([[0, 0], [4, 0], [8, 2], [0, 2], [0, 0]]), polygon([[4, 0], [8, 0], [8, 1], [6, 1], [4, 0]])], untouched: [1], vertices: [[0, [6, 1]]] },
  { name: 'T-junction where no double lies on the edge', source: 'ours: a vertex within rounding of an edge', rule: MATCHED, features: [polygon([[0, 0], [3, 1], [0, 1], [0, 0]]), polygon([[0, 0], [3, 0], [3, 1], [1, 1 / 3], [0, 0]])], total: 3 },
  { name: 'collinear edges overlap in opposite order', source: 'GEOS #1525', rule: MATCHED, features: [polygon([[0, 0], [6, 0], [3, 4], [0, 0]]), polygon([[8, 0], [2, 0], [5, -4], [8, 0]])], areas: [12, 12], vertices: [[0, [2, 0]], [1, [6, 0]]] },
  { name: 'notch between two features', source: 'JTS #1126 (gaps)', rule: GAP, options: closing(0.2), features: [west, east], total: 200, finds: ['gap'] },
  { name: 'notch, gaps kept', source: 'mapshaper #335', rule: 'gaps: keep', options: { ...closing(0.2), gaps: 'keep' }, features: [west, east], areas: [99.5, 100] },
  { name: 'notch wider than the gap width', source: 'JTS #1126 (gap width)', rule: STAYS, options: closing(0.01), features: [west, east], unchanged: true },
  { name: 'notch without tolerances', source: 'JTS #1126 (gap width)', rule: STAYS, options: NO_TOLERANCES, features: [west, east], unchanged: true },
  { name: 'gap between three features', source: 'JTS #1126', rule: GAP, options: closing(0.5), features: [polygon([[0, 0], [10, 0], [5, 4.8], [0, 0]]), polygon([[10, 0], [10, 10], [5, 10], [5, 5.2], [5.2, 5], [5, 4.8], [10, 0]]), polygon([[0, 0], [5, 4.8], [4.8, 5], [5, 5.2], [5, 10], [0, 10], [0, 0]])], total: 100 },
  { name: 'gap where four corners should meet', source: 'JTS #1126', rule: GAP, options: closing(0.5), features: [polygon([[0, 0], [5, 0], [5, 4.8], [4.8, 5], [0, 5], [0, 0]]), polygon([[5, 0], [10, 0], [10, 5], [5.2, 5], [5, 4.8], [5, 0]]), polygon([[10, 5], [10, 10], [5, 10], [5, 5.2], [5.2, 5], [10, 5]]), polygon([[0, 5], [4.8, 5], [5, 5.2], [5, 10], [0, 10], [0, 5]])], total: 100, each: [24.9, 25.1] },
  { name: 'long gap along three neighbours', source: 'mapshaper #458', rule: 'a long gap between several neighbours is divided among them', options: closing(0.1), features: [polygon([[0, 0], [1, 0], [1, 9], [0, 9], [0, 0]]), polygon([[1, 0], [3, 0], [3, 3], [1.05, 3], [1, 0]]), polygon([[1.05, 3], [3, 3], [3, 6], [1.05, 6], [1.05, 3]]), polygon([[1.05, 6], [3, 6], [3, 9], [1, 9], [1.05, 6]])], total: 27, finds: ['gap'] },
  { name: 'gap that two features enclose by touching in two points', source: 'ours: width decides, not area', rule: GAP, options: closing(0.5), features: [polygon([[0, 0], [3, 0.1], [6, 0], [3, 3], [0, 0]]), polygon([[0, 0], [3, -3], [6, 0], [3, -0.1], [0, 0]])], total: 18 },
  { name: 'wide void that two features enclose by touching in two points', source: 'ours: width decides, not area', rule: STAYS, features: [polygon([[0, 0], [3, 1], [6, 0], [3, 3], [0, 0]]), polygon([[0, 0], [3, -3], [6, 0], [3, -1], [0, 0]])], unchanged: true },
  { name: 'narrow hole of one feature', source: 'JTS #900 (a hole is no gap)', rule: HOLE, options: closing(1), features: [pond], unchanged: true },
  { name: 'narrow hole of one feature beside a neighbour', source: 'ours: a hole is no gap', rule: HOLE, options: snapping(0.5, 1), features: [pond, polygon(box(10, 0, 20, 10))], unchanged: true },
  { name: 'narrow void between parts of one feature', source: 'ours: a hole is no gap', rule: HOLE, options: closing(1), features: [multiPolygon([[[0, 0], [3, 0.1], [6, 0], [3, 3], [0, 0]]], [[[0, 0], [3, -3], [6, 0], [3, -0.1], [0, 0]]])], unchanged: true },
  { name: 'lake between two features', source: 'mapshaper #335', rule: STAYS, features: [polygon([[0, 0], [10, 0], [10, 5], [6, 5], [6, 4], [4, 4], [4, 5], [0, 5], [0, 0]]), polygon([[0, 5], [4, 5], [4, 6], [6, 6], [6, 5], [10, 5], [10, 10], [0, 10], [0, 5]])], total: 96, unchanged: true },
  { name: 'enclave of nobody inside four features', source: 'mapshaper #335', rule: STAYS, features: [polygon(box(0, 0, 2, 1)), polygon(box(2, 0, 3, 2)), polygon(box(1, 2, 3, 3)), polygon(box(0, 1, 1, 3))], areas: [2, 2, 2, 2] },
  { name: 'strip open at both ends', source: 'mapshaper #451', rule: OPEN, options: snapping(0.01), features: [polygon(box(0, 0, 10, 10)), polygon(box(10.001, 0, 20, 10))], total: 200, tolerance: 0.02, finds: ['near-edge'] },
  { name: 'strip open at one end', source: 'mapshaper #451', rule: OPEN, options: snapping(0.01), features: [polygon(box(0, 0, 10, 10)), polygon([[10, 0], [20, 0], [20, 10], [10.001, 10], [10, 0]])], total: 200, tolerance: 0.01 },
  { name: 'strip open at both ends, vertices staggered', source: 'mapshaper #451', rule: OPEN, options: snapping(0.01), features: [polygon([[0, 0], [10, 0], [10, 3], [10, 7], [10, 10], [0, 10], [0, 0]]), polygon([[10.001, 0], [20, 0], [20, 10], [10.001, 10], [10.001, 5], [10.001, 0]])], total: 200, tolerance: 0.02 },
  { name: 'borders overlap by a sliver', source: 'mapshaper #149', rule: OPEN, options: snapping(0.01, 0.1), features: [polygon(box(0, 0, 10.001, 10)), polygon(box(10, 0, 20, 10))], total: 200, tolerance: 0.02 },
  { name: 'borders cross each other several times', source: 'mapshaper #149', rule: OPEN, options: snapping(0.05, 0.2), features: [polygon([[0, 0], [10, 0], [10.01, 2], [9.99, 4], [10.01, 6], [9.99, 8], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10.01, 8.1], [9.99, 6.1], [10.01, 4.1], [9.99, 2.1], [10, 0]])], total: 200, tolerance: 0.5 },
  { name: 'borders cross each other several times, no tolerances', source: 'mapshaper #149', rule: MATCHED, options: NO_TOLERANCES, features: [polygon([[0, 0], [10, 0], [10.01, 2], [9.99, 4], [10.01, 6], [9.99, 8], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10.01, 8.1], [9.99, 6.1], [10.01, 4.1], [9.99, 2.1], [10, 0]])] },
  { name: 'corners apart by less than the snap distance', source: 'QGIS #7194', rule: OPEN, options: snapping(0.01), features: [polygon(box(0, 0, 5, 5)), polygon(box(5.002, 0.001, 10, 5)), polygon(box(0.001, 5.003, 5, 10)), polygon(box(5.001, 5.002, 10, 10))], total: 100, tolerance: 0.1 },
  { name: 'sharp corners of two features side by side, each beyond where the edge of the other ends', source: 'ours: corners too sharp for the mean of their directions', rule: OPEN, options: snapping(0.05, 0.1), features: [polygon([[0, 0], [6, -8], [10, 0], [0, 0]]), polygon([[-0.001, 0.02], [10, 0.6], [6, 8], [-0.001, 0.02]])], vertices: [[0, [-0.001, 0.02]], [1, [-0.001, 0.02]]], finds: ['near-edge'], anyOrder: true },
  { name: 'street between two features', source: 'ours: borders wider apart than the snap distance stay', rule: STAYS, options: snapping(0.1, 0.1), features: [polygon(box(0, 0, 10, 10)), polygon(box(11, 0, 20, 10))], unchanged: true },
  { name: 'narrow neck of one feature', source: 'GEOS #1476', rule: OUTER, options: snapping(0.5, 0.5), features: [harbour], unchanged: true },
  { name: 'narrow neck of one feature beside a neighbour', source: 'GEOS #1476', rule: OUTER, options: snapping(0.5, 0.5), features: [harbour, polygon(box(-10, 0, 0, 10))], unchanged: true },
  { name: 'narrow tongue of one feature', source: 'GEOS #1476; JTS #1129', rule: OUTER, options: snapping(0.5, 0.5), features: [polygon([[0, 0], [4, 0], [4, 1.9], [9, 1.95], [9, 2.05], [4, 2.1], [4, 4], [0, 4], [0, 0]])], unchanged: true },
  { name: 'parts of one feature side by side', source: 'GEOS #1476', rule: 'snapping only joins borders of different features', options: snapping(0.5, 0.5), features: [multiPolygon([box(0, 0, 4, 4)], [box(4.1, 0, 8, 4)])], unchanged: true },
  { name: 'corner that comes near an edge of another feature', source: 'QGIS #7194', rule: OPEN, options: snapping(0.01), features: [polygon(box(0, 0, 4, 4)), polygon([[4.001, 2], [6, 1], [6, 3], [4.001, 2]])], total: 18, tolerance: 0.02 },
  { name: 'near parallel edges', source: 'JTS #666', rule: MATCHED, features: [polygon([[0, 0], [1e6, 1], [1e6, 2], [0, 2], [0, 0]]), polygon([[0, 0], [1e6, 1.0000000001], [1e6, -1], [0, -1], [0, 0]])], each: [1499900, 1500100] },
  { name: 'edges that meet at a needle angle', source: 'JTS #852', rule: MATCHED, options: NO_TOLERANCES, features: [polygon([[0, 0], [1000, 1], [1000, 500], [0, 0]]), polygon([[0, 0], [1000, -500], [1000, 1.001], [0, 0]])] },
  { name: 'border with many vertices that leaves an edge slowly', source: 'ours: such borders closed like a zip', rule: NO_ZIP, options: snapping(0.5, 1), features: [polygon([[0, 0], [20, 4], [0, 30], [0, 0]]), polygon([[0, 0], [0, -10], [20, -10], ...Array.from({ length: 20 }, (_, i): Position => [20 - i, 0]), [0, 0]])], areas: [300, 200], tolerance: 4.5 },
  { name: 'corners of three parcels that leave an edge one after the other', source: 'ours: random search', rule: NO_ZIP, options: snapping(0.02, 0.5), features: [polygon([[12, 3], [10.234, 6.145], [7, 4], [12, 3]]), polygon([[15, 5], [14, 8], [10.41, 6.22], [15, 5]]), polygon([[7.1, 4.5], [10.71, 6.34], [6, 7], [7.1, 4.5]]), polygon([[10.53, 6.26], [13, 10], [10, 9], [10.53, 6.26]])] },
  { name: 'tips of two parcels beside an edge, one farther off than the other', source: 'ours: random search', rule: NO_ZIP, options: { units: { kind: 'geographic' }, ...snapping(4.32, 8.64) }, features: [polygon([[-47.89533, 59.9973], [-48, 60], [-47.9, 60], [-47.89533, 59.9973]]), polygon([[-47.89542, 59.99738], [-48, 60], [-47.9, 60], [-47.89542, 59.99738]]), polygon([[-47.89545, 59.99727], [-47.9, 60.01], [-47.9, 60], [-47.89545, 59.99727]]), polygon([[-47.89528, 59.99728], [-47.89, 60], [-47.9, 60.01], [-47.89528, 59.99728]]), polygon([[-47.893, 60.001], [-48, 60], [-47.895, 59.997], [-47.893, 60.001]])] },
  { name: 'vertex beside an edge that lies behind a border matched before', source: 'ours: random search', rule: 'a vertex is put into no edge that lies behind another border', options: snapping(0.05, 0.1), features: [polygon([[-1, 4], [-1, -4], [3.25476, 3.1268], [3.25478, 3.12993], [-1, 4]]), polygon([[3.25469, 3.13002], [-2, 3], [3.2, 2], [3.25469, 3.13002]])] },
];
