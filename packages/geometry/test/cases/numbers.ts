import { box, multiPolygon, polygon } from '../layers.ts';
import type { Case } from './case.ts';
import { NO_TOLERANCES } from './case.ts';

const EXACT = 'the promises hold for every coordinate a file can hold';
const GROUND = 'tolerances are metres on the ground, longitude scaled by latitude';
const UNWRAPPED = 'nothing is unwrapped or merged at the antimeridian and the poles';
const THIN = 'of the rings of a feature none is as thin as rounding, where programs differ on which way it runs';
const ORDINATES = 'Z and M stay; a new vertex has them by interpolation, the mean where edges meet';

const degrees = { units: { kind: 'geographic' } } as const;
const far = 1e9;

/** A strip 0.001° wide between two features at a latitude, closed at both ends. */
const strip = (latitude: number): Case['features'] => [
  polygon([[10, latitude], [11, latitude], [11, latitude + 0.1], [11, latitude + 0.4], [11, latitude + 0.5], [10, latitude + 0.5], [10, latitude]]),
  polygon([[11, latitude], [12, latitude], [12, latitude + 0.5], [11, latitude + 0.5], [11, latitude + 0.4], [11.001, latitude + 0.4], [11.001, latitude + 0.1], [11, latitude + 0.1], [11, latitude]]),
];

/** Large, tiny and geographic coordinates, and the ordinates beyond x and y. */
export const NUMBER_CASES: readonly Case[] = [
  { name: 'overlap of a millimetre at a thousand million', source: 'ours: far from the origin', rule: EXACT, options: NO_TOLERANCES, features: [polygon(box(far, far, far + 10.001, far + 10)), polygon(box(far + 10, far, far + 20, far + 10))], total: 200, tolerance: 1e-4, finds: ['overlap'] },
  { name: 'slanted borders cross at a thousand million', source: 'ours: far from the origin', rule: EXACT, options: NO_TOLERANCES, features: [polygon([[far, far], [far + 7.001, far], [far + 3.003, far + 9], [far, far + 10], [far, far]]), polygon([[far + 5.002, far - 1], [far + 20, far], [far + 20, far + 10], [far + 4.001, far + 9.003], [far + 5.002, far - 1]])] },
  { name: 'bow-tie at a thousand million', source: 'ours: far from the origin', rule: EXACT, options: NO_TOLERANCES, features: [polygon([[far, far], [far + 0.007, far + 0.005], [far + 0.006, far], [far, far + 0.004], [far, far]])] },
  { name: 'vertices 1e-300 apart', source: 'ours: near the smallest doubles', rule: EXACT, features: [polygon([[0, 0], [4, 0], [4, 4], [1e-300, 4], [0, 4], [0, 0]])], unchanged: true },
  { name: 'border with a step of 1e-300', source: 'ours: near the smallest doubles', rule: EXACT, features: [polygon([[0, 0], [4, 0], [4, 4], [0, 4], [1e-300, 2], [0, 0]]), polygon([[0, 0], [1e-300, 2], [0, 4], [-4, 4], [-4, 0], [0, 0]])], unchanged: true },
  { name: 'bow-tie of subnormal size', source: 'ours: below the normal doubles', rule: 'a ring without area is dropped; the feature keeps its record', features: [polygon([[0, 0], [1e-310, 1e-310], [1e-310, 0], [0, 1e-310], [0, 0]])], areas: [0], finds: ['collapsed'] },
  { name: 'overlap of a few subnormal steps', source: 'ours: below the normal doubles', rule: 'a ring without area is dropped; the feature keeps its record', options: NO_TOLERANCES, features: [polygon([[0, 0], [5e-323, 0], [5e-323, 4e-323], [0, 0]]), polygon(box(0, 0, 4, 4))], areas: [0, 16] },
  { name: 'bow-tie of size 1e-150', source: 'ours: areas underflow', rule: EXACT, options: NO_TOLERANCES, features: [polygon([[0, 0], [2e-150, 2e-150], [2e-150, 0], [0, 2e-150], [0, 0]])] },
  { name: 'border at zero and at minus zero', source: 'ours: minus zero is zero', rule: 'zero equals minus zero', features: [polygon(box(0, 0, 4, 4)), polygon([[-4, 0], [-0, -0], [-0, 4], [-4, 4], [-4, 0]])], unchanged: true },
  { name: 'either side of the antimeridian', source: 'RFC 7946, 3.1.9', rule: UNWRAPPED, options: degrees, features: [polygon(box(170, -10, 180, 10)), polygon(box(-180, -10, -170, 10))], unchanged: true },
  { name: 'beyond the antimeridian', source: 'RFC 7946, 3.1.9', rule: UNWRAPPED, options: degrees, features: [polygon(box(175, -5, 185, 5)), polygon(box(-185, -5, -175, 5))], unchanged: true },
  { name: 'around the world at the antimeridian', source: 'RFC 7946, 3.1.9', rule: UNWRAPPED, options: degrees, features: [polygon([[179, -1], [-179, -1], [-179, 1], [179, 1], [179, -1]])], unchanged: true },
  { name: 'polar caps', source: 'ours: longitudes meet at a pole', rule: UNWRAPPED, options: degrees, features: [polygon(box(-180, 80, 180, 90)), polygon(box(-180, -90, 180, -80)), polygon([[-180, 80], [-180, 60], [180, 60], [180, 80], [-180, 80]])], unchanged: true },
  { name: 'gap of 111 m at the equator stays', source: 'ours: metres on the ground', rule: GROUND, options: { ...degrees, snapDistance: 0, maxGapWidth: 80 }, features: strip(0), unchanged: true },
  { name: 'gap of 55 m at 60 degrees closes', source: 'ours: metres on the ground', rule: GROUND, options: { ...degrees, snapDistance: 0, maxGapWidth: 80 }, features: strip(60), total: 1, finds: ['gap'] },
  { name: 'gap in metres with auto tolerances', source: 'ours: metres on the ground', rule: GROUND, options: degrees, features: [polygon([[0, 0], [10, 0], [10.00001, 5], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10.00002, 5], [10, 0]])], total: 200, tolerance: 1e-3 },
  { name: 'tiny part that matching leaves as wide as the last place', source: 'ours: a triangle of 30 cm where North Korea meets Russia in Natural Earth', rule: THIN, options: { ...degrees, snapDistance: 300, maxGapWidth: 7000 }, features: [polygon([[132.27807, 43.28456], [130.93587000000014, 42.552740000000085], [130.78000485358513, 42.22001036108258], [130.78000366004676, 42.220007813203225], [130.77999999999997, 42.22000000000014], [130.77999231657833, 42.22000960427719], [130.6400000000001, 42.39500000000004], [130.63999970690955, 42.39502427522179], [130.63386640840974, 42.90301463477053], [132.27807, 43.28456]]), multiPolygon([[[130.78000366004676, 42.220007813203225], [130.78000485358513, 42.22001036108258], [130.78000735893113, 42.22000722916885], [130.78000366004676, 42.220007813203225]]], [[[130.63999970690955, 42.39502427522179], [130.6400000000001, 42.39500000000004], [130.77999231657833, 42.22000960427719], [130.40003055228902, 42.28000356705971], [129.59666873587952, 42.42498179785456], [129.99426720593323, 42.985386867843786], [130.63999970690955, 42.39502427522179]]])], parts: [1, 1], finds: ['collapsed'] },
  { name: 'Z where a bow-tie crosses', source: 'QGIS #4057 (Z and M are lost)', rule: ORDINATES, features: [polygon([[0, 0, 1], [2, 2, 3], [2, 0, 5], [0, 2, 7], [0, 0, 1]])], areas: [2], vertices: [[0, [1, 1, 4]], [0, [2, 2, 3]], [0, [2, 0, 5]], [0, [0, 2, 7]], [0, [0, 0, 1]]] },
  { name: 'Z and M where a bow-tie crosses', source: 'QGIS #4057 (Z and M are lost)', rule: ORDINATES, features: [polygon([[0, 0, 1, 10], [2, 2, 3, 30], [2, 0, 5, 50], [0, 2, 7, 70], [0, 0, 1, 10]])], areas: [2], vertices: [[0, [1, 1, 4, 40]], [0, [0, 2, 7, 70]]] },
  { name: 'Z of a T-junction on either side', source: 'ours: each side keeps its heights', rule: ORDINATES, features: [polygon([[0, 0, 0], [10, 0, 0], [10, 10, 100], [0, 10, 100], [0, 0, 0]]), polygon([[10, 0, 7], [20, 0, 7], [20, 4, 7], [10, 4, 7], [10, 0, 7]])], vertices: [[0, [10, 4, 40]], [1, [10, 4, 7]]], untouched: [1] },
  { name: 'M alone, Z absent', source: 'ours: M without Z', rule: ORDINATES, features: [polygon([[0, 0, NaN, 0], [10, 0, NaN, 0], [10, 10, NaN, 100], [0, 10, NaN, 100], [0, 0, NaN, 0]]), polygon([[10, 0, NaN, 7], [20, 0, NaN, 7], [20, 4, NaN, 7], [10, 4, NaN, 7], [10, 0, NaN, 7]])], vertices: [[0, [10, 4, NaN, 40]], [1, [10, 4, NaN, 7]]] },
  { name: 'some features with Z, some without', source: 'ours: mixed dimensions', rule: ORDINATES, features: [polygon([[0, 0, 5], [2, 2, 5], [2, 0, 5], [0, 2, 5], [0, 0, 5]]), polygon([[10, 0], [12, 2], [12, 0], [10, 2], [10, 0]])], areas: [2, 2], vertices: [[0, [1, 1, 5]]] },
  { name: 'Z differs on a shared border', source: 'ours: chains are identical in XY only', rule: 'shared chains are identical in XY', features: [polygon(box(0, 0, 4, 4).map(([x = 0, y = 0]) => [x, y, 1])), polygon(box(4, 0, 8, 4).map(([x = 0, y = 0]) => [x, y, 2]))], unchanged: true },
  { name: 'repeated position with another Z', source: 'ours: a repeated place is repeated', rule: 'duplicate points go', features: [polygon([[0, 0, 1], [4, 0, 2], [4, 0, 9], [4, 4, 3], [0, 4, 4], [0, 0, 1]])], areas: [16], vertices: [[0, [4, 4, 3]], [0, [0, 0, 1]]] },
  { name: 'Z where overlapping features cross', source: 'QGIS #4057 (Z and M are lost)', rule: ORDINATES, options: NO_TOLERANCES, features: [polygon(box(0, 0, 10, 10).map(([x = 0, y = 0]) => [x, y, x])), polygon([[8, 4, 100], [16, 4, 100], [16, 6, 100], [8, 6, 100], [8, 4, 100]])], areas: [100, 12], vertices: [[0, [10, 4, 10]], [0, [10, 0, 10]], [1, [10, 4, 100]]] },
];
