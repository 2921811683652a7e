import { box, multiPolygon, polygon } from '../layers.ts';
import type { Position, Ring } from '../layers.ts';
import type { Case } from './case.ts';
import { NO_TOLERANCES } from './case.ts';

const WINDING = 'self-crossing ring: the region with non-zero winding';
const NOT_BROKEN = 'what was not broken comes back as it was';
const NOTHING_LOST = 'nothing is lost';
const SHARED = 'shared borders are the same vertex chain';

const turned = (degrees: number, ring: Ring): Ring => {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corners = ring.slice(0, -1).map(([x = 0, y = 0]): Position => [x * cosine - y * sine, x * sine + y * cosine]);
  return [...corners, ...corners.slice(0, 1)];
};
/** A sawtooth up a border at x, with one tooth per unit. */
const sawtooth = (x: number, depth: number, from: number, to: number): Position[] => Array.from({ length: to - from + 1 }, (_, i): Position => [x + (i % 2 === 1 ? depth : 0), from + i]);

/** Situations in which other tools failed, according to their issue trackers. The layers are our own. */
export const TRACKER_CASES: readonly Case[] = [
  { name: 'slanted edge on which the neighbour has one more vertex', source: 'GEOS #1525', rule: SHARED, features: [polygon([[0, 0], [8, 0], [6, 3], [2, 1], [0, 0]]), polygon([[0, 0], [6, 3], [0, 5], [0, 0]])], areas: [12, 15], finds: ['unmatched-vertex'], untouched: [0] },
  { name: 'two slivers as wide as the last place side by side', source: 'GEOS #1383', rule: NOTHING_LOST, options: NO_TOLERANCES, features: [polygon([[1000, 2000], [1000.5, 1999], [1000.5000000000001, 1999.0000000000002], [1000, 2000]]), polygon([[1000.5, 1999], [1003, 1994], [1000.4999999999999, 1999.0000000000002], [1000.5, 1999]])] },
  { name: 'four turned rectangles around a corner that rounding moves', source: 'JTS #784; GEOS #965', rule: NOTHING_LOST, features: [box(0, 0, 3, 2), box(3, 0, 7, 2), box(3, 2, 7, 5), box(0, 2, 3, 5)].map((ring) => polygon(turned(31, ring))), areas: [6, 8, 12, 9] },
  { name: 'turned rectangles side by side, the common edge of one longer', source: 'JTS #897; GEOS #1344', rule: SHARED, features: [polygon(turned(140, box(0, 0, 11, 1))), polygon(turned(140, box(-3, 1, 8, 2)))], areas: [11, 11], tolerance: 1e-9 },
  { name: 'first edge of a hundredth of a millimetre crosses the last', source: 'GEOS #733', rule: WINDING, options: { units: { kind: 'geographic' }, ...NO_TOLERANCES }, features: [polygon([[131.5, 46.5], [131.4999999, 46.49999995], [131.502, 46.5002], [131.5018, 46.4997], [131.4996, 46.4995], [131.5, 46.5]])] },
  { name: 'frame written as one ring with a slit', source: 'GEOS #330; mapshaper #683', rule: 'a spike is removed, no line is left', features: [polygon([[0, 0], [10, 0], [10, 10], [0, 10], [0, 5], [2, 5], [2, 8], [8, 8], [8, 2], [2, 2], [2, 5], [0, 5], [0, 0]])], areas: [64], parts: [1] },
  { name: 'hole of two cells that touch in a corner, in one ring', source: 'terra #471', rule: WINDING, features: [polygon(box(0, 0, 8, 8), [[3, 5], [4, 5], [4, 4], [5, 4], [5, 5], [4, 5], [4, 6], [3, 6], [3, 5]])], areas: [62], parts: [1] },
  { name: 'hole that reaches out of its shell into another part', source: 'GEOS #1179', rule: 'a hole is taken from its own shell', features: [multiPolygon([box(0, 0, 4, 4), box(3, 1, 6, 3)], [box(5, 0, 9, 4)])], areas: [30], parts: [2] },
  { name: 'generalised border beside a detailed one', source: 'mapshaper #458', rule: 'borders within the snap distance are matched', options: { snapDistance: 0.05, maxGapWidth: 0.1 }, features: [polygon(box(0, 0, 10, 10)), polygon([...sawtooth(10.01, 0.02, 0, 10).reverse(), [20, 0], [20, 10], [10.01, 10]])], total: 200, tolerance: 0.3, sharedBorder: [0, 1, 9.9], finds: ['near-edge'] },
  { name: 'narrow cut into a polygon', source: 'mapshaper #683', rule: NOT_BROKEN, features: [polygon([[0, 0], [10, 0], [10, 5], [4, 5.0005], [10, 5.001], [10, 10], [0, 10], [0, 0]])], unchanged: true },
  { name: 'vertex of a hole one unit in the last place above its edge', source: 'JTS #852', rule: NOT_BROKEN, features: [polygon(box(0, 0, 10, 10), [[2, 2], [8, 2], [8, 8], [5, 2.0000000000000004], [2, 8], [2, 2]])], areas: [82], unchanged: true },
  { name: 'vertex of a hole one unit in the last place below its edge', source: 'JTS #852', rule: WINDING, features: [polygon(box(0, 0, 10, 10), [[2, 2], [8, 2], [8, 8], [5, 1.9999999999999998], [2, 8], [2, 2]])], areas: [82] },
  { name: 'borders of degrees one unit in the last place apart', source: 'JTS #666', rule: SHARED, options: { units: { kind: 'geographic' } }, features: [polygon([[-70.45, -23.1], [-70.44, -23.1], [-70.44, -23.09], [-70.45, -23.09], [-70.45, -23.1]]), polygon([[-70.44000000000001, -23.1], [-70.43, -23.1], [-70.43, -23.09], [-70.44000000000001, -23.09], [-70.44000000000001, -23.1]])], total: 0.0002, tolerance: 1e-12 },
  { name: 'long narrow polygon that crosses itself twice', source: 'sf #2533', rule: WINDING, features: [polygon([[0, 0], [50, 1], [100, 0], [100, 2], [50, 0.5], [0, 2], [0, 0]])], areas: [85], parts: [3], finds: ['self-intersection'] },
  { name: 'checkerboard in one ring', source: 'JTS #652', rule: WINDING, features: [polygon([[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1], [0, 0]])], areas: [2], parts: [2] },
  { name: 'bay whose mouth is a ten-thousandth of a micron wide', source: 'QGIS #7194', rule: NOT_BROKEN, features: [polygon([[0, 0], [8, 0], [8, 3], [5, 3], [5, 5], [8, 3.0000000001], [8, 8], [0, 8], [0, 0]])], unchanged: true },
  { name: 'neighbour fills the loop in which a shell touches itself', source: 'GRASS #2627', rule: WINDING, features: [polygon([[0, 0], [4, 0], [4, 4], [2, 4], [3, 2], [1, 2], [2, 4], [0, 4], [0, 0]]), polygon([[2, 4], [1, 2], [3, 2], [2, 4]])], areas: [14, 2], untouched: [1] },
  { name: 'spike along the border of a neighbour', source: 'GRASS #2432', rule: 'a spike is removed, no line is left', features: [polygon([[0, 0], [4, 0], [4, 4], [4, 7], [4, 4], [0, 4], [0, 0]]), polygon(box(4, 0, 8, 8))], areas: [16, 32], finds: ['spike', 'unmatched-vertex'] },
  { name: 'jagged outer border finer than the snap distance', source: 'JTS #1129', rule: 'an outer border faces no other feature and does not move', options: { snapDistance: 0.05, maxGapWidth: 0.1 }, features: [polygon([[0, 0], [5, 0], [5, 10], ...sawtooth(0, 0.03, 1, 10).reverse(), [0, 0]]), polygon([[5, 0], [9, 0], ...sawtooth(9, 0.02, 1, 9), [9, 10], [5, 10], [5, 0]])], unchanged: true },
  { name: 'borders at 0.3 and at 0.1 + 0.2', source: 'shapely #357', rule: SHARED, features: [polygon(box(0, 0, 0.1 + 0.2, 10)), polygon(box(0.3, 0, 1, 10))], areas: [3, 7] },
  { name: 'parts that share an edge between two neighbours', source: 'GDAL #1787', rule: 'parts that share an edge: their union', features: [multiPolygon([box(2, 0, 4, 4)], [box(4, 0, 6, 4)]), polygon(box(0, 0, 2, 4)), polygon(box(6, 0, 8, 4))], areas: [16, 8, 8], parts: [1, 1, 1], untouched: [1, 2] },
  { name: 'hole written with its shell in one ring, as ESRI does', source: 'GDAL #2086, #14419', rule: WINDING, features: [polygon([[0, 0], [6, 0], [6, 6], [0, 6], [0, 3], [2, 4], [2, 2], [0, 3], [0, 0]])], areas: [34], parts: [1] },
  { name: 'hole whose vertices stand in pairs a tenth of a millimetre apart, beside the shell', source: 'GEOS #811; GDAL #7890', rule: NOT_BROKEN, options: { units: { kind: 'geographic' } }, features: [polygon([[127.117, 34.562], [127.119, 34.562], [127.119, 34.564], [127.117, 34.564], [127.117, 34.562]], [[127.1175, 34.562000001], [127.117500001, 34.562000001], [127.118500001, 34.563], [127.1185, 34.563000001], [127.1175, 34.562000001]])], unchanged: true },
  { name: 'gap between three turned neighbours, its tip a needle', source: 'JTS #1126', rule: 'a gap narrower than the gap width is closed, without spikes', options: { snapDistance: 0, maxGapWidth: 0.2 }, features: [polygon([[0, 0], [10, 0.1], [20, 0], [20, -5], [0, -5], [0, 0]]), polygon([[0, 0], [10, 0.3], [10, 5], [0, 5], [0, 0]]), polygon([[10, 0.3], [20, 0], [20, 5], [10, 5], [10, 0.3]])], total: 200, tolerance: 1e-9, finds: ['gap'] },
];
