import { PartKind } from '../../src/layer/layer.ts';
import { box, multiPolygon, polygon, shapeOf } from '../layers.ts';
import type { Case } from './case.ts';
import { NO_TOLERANCES } from './case.ts';

const UNION = 'parts that overlap, repeat or share an edge: their union';
const NOT_BROKEN = 'what was not broken comes back as it was';
const HOLE_OUTSIDE = "hole wholly outside its shell: the hole of the part it lies in, else a part";
const ORDER = 'ring order means nothing: a hole that contains its shell is the shell, and the rings within it nest';
const OTHERS = 'lines and points: duplicate points of a line go, else untouched';

/** Parts of one feature, and features that are not polygons. */
export const PART_CASES: readonly Case[] = [
  { name: 'island in a lake', source: 'OGC 06-103r4, 6.1.14', rule: NOT_BROKEN, features: [multiPolygon([box(0, 0, 10, 10), box(2, 2, 8, 8)], [box(4, 4, 6, 6)])], areas: [68], unchanged: true },
  { name: 'islands in lakes three deep', source: 'OGC 06-103r4, 6.1.14', rule: NOT_BROKEN, features: [multiPolygon([box(0, 0, 12, 12), box(1, 1, 11, 11)], [box(2, 2, 10, 10), box(3, 3, 9, 9)], [box(5, 5, 7, 7)])], areas: [44 + 28 + 4], unchanged: true },
  { name: 'island touches the shore in a point', source: 'OGC 06-103r4, 6.1.14', rule: NOT_BROKEN, features: [multiPolygon([box(0, 0, 10, 10), box(2, 2, 8, 8)], [[[2, 2], [5, 3], [3, 5], [2, 2]]])], unchanged: true },
  { name: 'part fills the hole of another', source: 'ours: a shared edge inside one feature goes', rule: UNION, features: [multiPolygon([box(0, 0, 9, 9), box(3, 3, 5, 5)], [box(3, 3, 5, 5)])], areas: [81], parts: [1] },
  { name: 'part written twice', source: 'JTS #652', rule: UNION, features: [multiPolygon([box(0, 0, 4, 4)], [box(0, 0, 4, 4)])], areas: [16], parts: [1] },
  { name: 'part written twice, reversed and rotated', source: 'ours: equal regions need not start at one vertex', rule: UNION, features: [multiPolygon([box(0, 0, 4, 4)], [[[4, 4], [4, 0], [0, 0], [0, 4], [4, 4]]])], areas: [16], parts: [1] },
  { name: 'part inside another part', source: 'JTS #652', rule: UNION, features: [multiPolygon([box(0, 0, 9, 9)], [box(3, 3, 5, 5)])], areas: [81], parts: [1], finds: ['ring-overlap'] },
  { name: 'parts overlap', source: 'JTS #652', rule: UNION, features: [multiPolygon([box(0, 0, 4, 4)], [box(2, 2, 6, 6)])], areas: [28], parts: [1], finds: ['ring-overlap'] },
  { name: 'parts share part of an edge', source: 'GDAL #1787', rule: UNION, features: [multiPolygon([box(0, 0, 4, 4)], [box(4, 1, 6, 3)])], areas: [20], parts: [1] },
  { name: 'parts touch in a point', source: 'OGC 06-103r4, 6.1.14', rule: NOT_BROKEN, features: [multiPolygon([box(0, 0, 4, 4)], [box(4, 4, 6, 6)])], unchanged: true },
  { name: 'part touches an edge of another in a point', source: 'OGC 06-103r4, 6.1.14', rule: NOT_BROKEN, features: [multiPolygon([box(0, 0, 4, 4)], [[[4, 2], [6, 1], [6, 3], [4, 2]]])], unchanged: true },
  { name: 'parts touch in two points around a void', source: 'OGC 06-103r4, 6.1.14', rule: NOT_BROKEN, features: [multiPolygon([[[0, 0], [3, 1], [6, 0], [3, 3], [0, 0]]], [[[0, 0], [3, -3], [6, 0], [3, -1], [0, 0]]])], unchanged: true },
  { name: 'four parts overlap in one place', source: 'ours: several windings in one place', rule: UNION, features: [multiPolygon([box(0, 0, 4, 4)], [box(2, 0, 6, 4)], [box(0, 2, 4, 6)], [box(2, 2, 6, 6)])], areas: [36], parts: [1] },
  { name: 'ring of overlapping parts around a void', source: 'ours: a union that encloses a hole', rule: UNION, features: [multiPolygon([box(0, 0, 9, 2)], [box(7, 0, 9, 9)], [box(0, 7, 9, 9)], [box(0, 0, 2, 9)])], areas: [56], parts: [1] },
  { name: 'collapsed part beside a good one', source: 'JTS #652', rule: 'a ring without area is dropped', features: [multiPolygon([[[9, 9], [8, 8], [9, 9], [9, 9]]], [box(0, 0, 4, 4)])], areas: [16], parts: [1], finds: ['collapsed'] },
  { name: 'hole lies in another part', source: 'GEOS #1179', rule: HOLE_OUTSIDE, features: [multiPolygon([box(0, 0, 4, 4), box(11, 1, 13, 3)], [box(10, 0, 14, 4)])], areas: [28], parts: [2], finds: ['hole-outside-shell'] },
  { name: 'hole lies nowhere', source: 'JTS #772; GEOS #478; osm2pgsql #427', rule: HOLE_OUTSIDE, features: [polygon(box(0, 0, 4, 4), box(6, 1, 7, 2), box(1, 1, 2, 2))], areas: [16], parts: [2], finds: ['hole-outside-shell'] },
  { name: 'hole outside touches its shell in a point', source: 'JTS #772', rule: HOLE_OUTSIDE, features: [polygon(box(0, 0, 4, 4), [[4, 2], [6, 1], [6, 3], [4, 2]])], areas: [18], parts: [2] },
  { name: 'hole outside shares an edge with its shell', source: 'JTS #772', rule: HOLE_OUTSIDE, features: [polygon(box(0, 0, 4, 4), box(4, 1, 6, 3))], areas: [20], parts: [1] },
  { name: 'hole of the second part lies in the first', source: 'JTS #772', rule: HOLE_OUTSIDE, features: [multiPolygon([box(0, 0, 9, 9)], [box(20, 0, 24, 4), box(3, 3, 5, 5)])], areas: [77 + 16], parts: [2] },
  { name: 'island written as a hole lies in a lake of another part', source: 'ours: converters of Brazilian municipalities', rule: HOLE_OUTSIDE, features: [multiPolygon([box(20, 0, 24, 4), box(4, 4, 5, 5)], [box(0, 0, 9, 9), box(2, 2, 7, 7)])], areas: [16 + 56 + 1], parts: [3] },
  { name: 'hole that contains its shell', source: 'geoclimate #252', rule: ORDER, features: [polygon(box(2, 2, 4, 4), box(0, 0, 30, 30), box(10, 10, 20, 20))], areas: [900 - 4 - 100], parts: [1], finds: ['hole-outside-shell'], findsOnly: 1 },
  { name: 'hole that contains its shell and shares an edge with it', source: 'ours: a shell may touch what contains it', rule: ORDER, features: [polygon(box(0, 1, 2, 3), box(0, 0, 4, 4))], areas: [12], parts: [1] },
  { name: 'island in a lake given first', source: 'ours: city limits whose rings come in any order', rule: ORDER, features: [polygon(box(4, 4, 5, 5), box(2, 2, 7, 7), box(0, 0, 9, 9))], areas: [81 - 25 + 1], parts: [2], finds: ['hole-outside-shell'], findsOnly: 1 },
  { name: 'lake given first, then an island in it', source: 'ours: city limits whose rings come in any order', rule: ORDER, features: [polygon(box(2, 2, 7, 7), box(4, 4, 5, 5), box(0, 0, 9, 9))], areas: [81 - 25 + 1], parts: [2], findsOnly: 1 },
  { name: 'island in a lake given first, every ring clockwise', source: 'ours: winding means nothing where a format has shells and holes', rule: ORDER, features: [polygon(box(4, 4, 5, 5).toReversed(), box(2, 2, 7, 7).toReversed(), box(0, 0, 9, 9).toReversed())], areas: [81 - 25 + 1], parts: [2], findsOnly: 1 },
  { name: 'pond on an island in a lake given first', source: 'ours: rings nested four deep', rule: ORDER, features: [polygon(box(5, 5, 6, 6), box(0, 0, 12, 12), box(4, 4, 8, 8), box(2, 2, 10, 10))], areas: [144 - 64 + 16 - 1], parts: [2], findsOnly: 1 },
  { name: 'pond, unclosed, that stands before its shell, which repeats a vertex', source: 'ours: faults of rings beside their order', rule: ORDER, features: [polygon([[2, 2], [4, 2], [4, 4], [2, 4]], [[0, 0], [9, 0], [9, 0], [9, 9], [0, 9], [0, 0]])], areas: [77], parts: [1], finds: ['hole-outside-shell', 'unclosed-ring', 'duplicate-point'], findsOnly: 3 },
  { name: 'hole that contains its shell beside a stray hole with a lake', source: 'ours: several shells in one part', rule: ORDER, features: [polygon(box(2, 2, 4, 4), box(0, 0, 9, 9), box(20, 0, 29, 9), box(22, 2, 25, 5))], areas: [77 + 72], parts: [2], finds: ['hole-outside-shell'] },
  { name: 'hole that contains its shell but for a spike of the shell', source: 'ours: random search', rule: ORDER, features: [polygon([[5, 3], [3, 3], [4, 4], [4, 3], [5, 3]], box(3, 0, 4, 4))], areas: [3.5], finds: ['hole-outside-shell', 'spike'] },
  { name: 'hole that contains its shell, written twice', source: 'ours: equal rings nest alike', rule: ORDER, features: [polygon(box(2, 2, 4, 4), box(0, 0, 9, 9), box(0, 0, 9, 9).toReversed(), box(2, 2, 4, 4))], areas: [77], parts: [1], finds: ['hole-outside-shell', 'duplicate-ring'] },
  { name: 'hole that contains its shell beside a neighbour with the same border', source: 'ours: what is land decides what is matched', rule: ORDER, options: { snapDistance: 0.05, maxGapWidth: 0.1 }, features: [polygon(box(2, 2, 4, 4), box(0, 0, 9, 9)), polygon(box(9.01, 0, 18, 9))], total: 77 + 81, tolerance: 0.2, finds: ['near-edge', 'hole-outside-shell'] },
  { name: 'feature without geometry between others', source: 'GEOS #750', rule: NOT_BROKEN, features: [polygon(box(0, 0, 4, 4)), [], polygon(box(4, 0, 8, 4))], areas: [16, 0, 16], unchanged: true },
  { name: 'layer of features without geometry', source: 'GEOS #750', rule: NOT_BROKEN, features: [[], []], unchanged: true },
  { name: 'layer without features', source: 'GEOS #750', rule: NOT_BROKEN, features: [], unchanged: true },
  { name: 'line with a repeated vertex', source: 'ours: lines keep all but repeated points', rule: OTHERS, features: [shapeOf({ type: 'LineString', coordinates: [[0, 0], [1, 1], [1, 1], [3, 0]] })], finds: ['duplicate-point'], vertices: [[0, [1, 1]], [0, [3, 0]]] },
  { name: 'line that crosses itself and repeats a vertex later', source: 'ours: lines keep all but repeated points', rule: OTHERS, features: [shapeOf({ type: 'LineString', coordinates: [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0], [2, 2]] })], unchanged: true },
  { name: 'points that repeat', source: 'ours: points are untouched', rule: OTHERS, features: [shapeOf({ type: 'MultiPoint', coordinates: [[1, 1], [1, 1], [2, 2]] }), shapeOf({ type: 'Point', coordinates: [1, 1] }), shapeOf({ type: 'Point', coordinates: [1, 1] })], unchanged: true },
  { name: 'lines and points on and across polygons', source: 'ours: only polygons make a coverage', rule: OTHERS, features: [polygon(box(0, 0, 4, 4)), shapeOf({ type: 'LineString', coordinates: [[4, 2], [2, 2], [6, 3]] }), shapeOf({ type: 'Point', coordinates: [4, 1] }), polygon(box(4, 0, 8, 4))], unchanged: true },
  { name: 'two equal lines', source: 'ours: only polygons make a coverage', rule: OTHERS, features: [shapeOf({ type: 'LineString', coordinates: [[0, 0], [1, 1]] }), shapeOf({ type: 'LineString', coordinates: [[0, 0], [1, 1]] })], unchanged: true },
  { name: 'bow-tie in a collection with a line and points', source: 'ours: mixed collections keep their members', rule: OTHERS, features: [[...shapeOf({ type: 'MultiPoint', coordinates: [[9, 9], [8, 8]] }), ...polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]), { kind: PartKind.Line, rings: [[[0, 0], [5, 5], [1, 0]]] }]], areas: [2], parts: [2], vertices: [[0, [9, 9]], [0, [8, 8]], [0, [5, 5]]] },
  { name: 'collapsed polygon in a collection with a point', source: 'ours: mixed collections keep their members', rule: OTHERS, features: [[...polygon([[0, 0], [2, 2], [0, 0]]), ...shapeOf({ type: 'Point', coordinates: [7, 7] })]], parts: [0], vertices: [[0, [7, 7]]] },
  { name: 'stray hole of which exactly one half lies in another part', source: 'ours: random search', rule: 'which way rings run means nothing', options: NO_TOLERANCES, features: [multiPolygon([[[2, 0], [0, 1], [1, 2], [1, 0], [2, 0]]], [[[2, 1], [2, 2], [2, 0], [2, 1]], [[2, 1], [0, 0], [1, 0], [2, 1]]], [[[1, 0], [2, 2], [0, 0], [1, 0]], [[1, 1], [1, 0], [2, 2], [1, 1]]])], areas: [19 / 12] },
  { name: 'stray hole of which exactly one half lies in another part, rings reversed', source: 'ours: random search', rule: 'which way rings run means nothing', options: NO_TOLERANCES, features: [multiPolygon([[[2, 0], [1, 0], [1, 2], [0, 1], [2, 0]]], [[[2, 1], [2, 0], [2, 2], [2, 1]], [[2, 1], [1, 0], [0, 0], [2, 1]]], [[[1, 0], [0, 0], [2, 2], [1, 0]], [[1, 1], [2, 2], [1, 0], [1, 1]]])], areas: [19 / 12] },
];
