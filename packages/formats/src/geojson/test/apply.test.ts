import { PartKind } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { applied, openText, partsOf, patchOf } from './patching.ts';
import type { NewPart } from './patching.ts';

/** Opens the file, applies `change` to feature `index`, and returns the output. */
async function edit(text: string, index: number, change: (parts: NewPart[]) => NewPart[]): Promise<string> {
  const opened = await openText(text);
  const layer = opened.layers[0].geometry;
  return applied(opened, patchOf(layer, new Map([[index, change(partsOf(layer, index))]])));
}

/** The parts with the vertices of one ring replaced; the ring then counts as a different one. */
function withRing(parts: NewPart[], part: number, ring: number, vertices: (old: NewPart['rings'][number]['vertices']) => NewPart['rings'][number]['vertices']): NewPart[] {
  return parts.map((old, index) =>
    index !== part ? old : { ...old, rings: old.rings.map((each, at) => (at !== ring ? each : { vertices: vertices(each.vertices) })) },
  );
}

const SQUARE = '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{"a":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[10.0,0],[1e1,1.0E1],[0,10.00000000000000000001],[0,0]]]}},\n{"type":"Feature","properties":null,"geometry":null}\n]}\n';

describe('a vertex', () => {
  it('that is moved gets new x and y, and nothing else changes', async () => {
    const out = await edit(SQUARE, 0, (parts) => withRing(parts, 0, 0, (old) => old.map((vertex, index) => (index === 2 ? { ...vertex, at: [11.5, 12] } : vertex))));
    expect(out).toBe(SQUARE.replace('[1e1,1.0E1]', '[11.5,12]'));
  });

  it('keeps the text of the ordinate that did not move, and of all other positions', async () => {
    const text = '{"type":"Polygon","coordinates":[[[0,0,1],[ 1.50 , 0 , 2.50, 7, 9 ],[1,1,3],[0,0,1]]]}';
    const out = await edit(text, 0, (parts) => withRing(parts, 0, 0, (old) => old.map((vertex, index) => (index === 1 ? { ...vertex, at: [1.5, 0.25] } : vertex))));
    expect(out).toBe(text.replace('1.50 , 0 ,', '1.50 , 0.25 ,'));
  });

  it('that is removed takes exactly one comma with it', async () => {
    const out = await edit(SQUARE, 0, (parts) => withRing(parts, 0, 0, (old) => old.filter((_, index) => index !== 1)));
    expect(out).toBe(SQUARE.replace('[10.0,0],', ''));
  });

  it('that is new is written in the style of the others, with Z and M', async () => {
    const text = '{ "type": "LineString", "coordinates": [ [ 0.0, 0.0, 5.0, 1 ], [ 1.0, 1.0, 5.0, 1 ] ] }';
    const out = await edit(text, 0, (parts) => withRing(parts, 0, 0, (old) => [old[0], { at: [0.5, 0.1, 5.25, 2] }, old[1]]));
    expect(out).toBe('{ "type": "LineString", "coordinates": [ [ 0.0, 0.0, 5.0, 1 ], [ 0.5, 0.1, 5.25, 2 ], [ 1.0, 1.0, 5.0, 1 ] ] }');
  });

  it('that comes from another feature is written as new', async () => {
    const text = '[[0,0],[1,0],[1,1],[0,0]]';
    const whole = `{"type":"Polygon","coordinates":[${text}]}\n{"type":"Polygon","coordinates":[${text.replaceAll('1', '1.0')}]}\n`;
    const out = await edit(whole, 0, (parts) => withRing(parts, 0, 0, (old) => [...old.slice(0, 2), { from: 6 }, old[3]]));
    expect(out).toBe(whole);
    const other = await edit(whole, 1, (parts) => withRing(parts, 0, 0, (old) => [...old.slice(0, 2), { from: 2 }, old[3]]));
    expect(other).toBe(whole.replace('[1.0,1.0]', '[1,1]'));
  });
});

describe('a position without two numbers', () => {
  it('stays as it is written, in a line, and in a point beside something that changes', async () => {
    const line = '{"type":"LineString","coordinates":[[0,0],[1,1],[1,1],["a", "b"],[1]]}';
    expect(await edit(line, 0, (parts) => withRing(parts, 0, 0, (old) => old.filter((_, index) => index !== 2)))).toBe(line.replace('[1,1],[1,1]', '[1,1]'));
    const collection = '{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1]},{"type":"LineString","coordinates":[[0,0],[1,1],[1,1]]}]}}';
    expect(await edit(collection, 0, (parts) => withRing(parts, 1, 0, (old) => old.slice(0, 2)))).toBe(collection.replace('[1,1],[1,1]', '[1,1]'));
  });
});

describe('an open ring', () => {
  it('is closed with the text of its first position, on a line of its own like the others', async () => {
    const text = '{"type":"Polygon","coordinates":[\n [\n  [0.10, 0],\n  [1,0],\n  [1,1]\n ]\n]}';
    const out = await edit(text, 0, (parts) => withRing(parts, 0, 0, (old) => [...old, old[0]]));
    expect(out).toBe(text.replace('[1,1]\n', '[1,1],\n  [0.10, 0]\n'));
  });
});

describe('a ring', () => {
  it('that is made of two keeps the positions and loses the brackets between them', async () => {
    const text = '{"type":"Polygon","coordinates":[[[0,0.0],[9,0],[9,9],[0,0.0]],[[1.0,2],[2,2],[2,1],[1.0,2]]]}';
    const out = await edit(text, 0, ([part]) => [{ ...part, rings: [{ vertices: part.rings.flatMap(({ vertices }) => vertices) }] }]);
    expect(out).toBe(text.replace('[0,0.0]],[[1.0,2]', '[0,0.0],[1.0,2]'));
  });
});

describe('parts of a polygon', () => {
  const TWO = '{"coordinates": [ [[[0,0],[1,0],[1,1],[0,0]]],  [[[5,5],[6,5],[6,6],[5,5]], [[5.5,5.1],[5.6,5.1],[5.6,5.2],[5.5,5.1]]] ], "type": "MultiPolygon"}';

  it('leave a MultiPolygon when one of two is removed', async () => {
    expect(await edit(TWO, 0, (parts) => [parts[1]])).toBe(TWO.replace('[[[0,0],[1,0],[1,1],[0,0]]],  ', ''));
    expect(await edit(TWO, 0, (parts) => [parts[0]])).toBe(TWO.replace(/, {2}\[\[\[5,5.*?\]\]\] \]/, ' ]'));
  });

  it('turn a Polygon into a MultiPolygon when one is added', async () => {
    const text = '{"type" : "Pol\\u0079gon" , "coordinates": [ [ [0,0], [9,0], [9,9], [0,0] ] ], "x":1}';
    const out = await edit(text, 0, (parts) => [...parts, { kind: PartKind.Polygon, rings: [{ vertices: [{ at: [20, 20] }, { at: [21, 20] }, { from: 2 }, { at: [20, 20] }] }] }]);
    expect(out).toBe('{"type" : "MultiPolygon" , "coordinates": [ [ [ [0,0], [9,0], [9,9], [0,0] ] ], [ [ [20,20], [21,20], [9,9], [20,20] ] ] ], "x":1}');
  });

  it('leave null and no bbox when all are removed', async () => {
    const text = '{"type":"Feature","bbox":[0,0,1,1] , "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]},"properties":{}}';
    expect(await edit(text, 0, () => [])).toBe('{"type":"Feature" , "geometry":null,"properties":{}}');
    expect(await edit(text.replace('"type":"Feature","bbox":[0,0,1,1] , ', '"bbox":[0,0,1,1] , "type":"Feature",'), 0, () => [])).toBe('{"type":"Feature","geometry":null,"properties":{}}');
  });

  it('leave an empty geometry when all are removed and the document is one geometry, as null is not a document', async () => {
    expect(await edit('{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}', 0, () => [])).toBe('{"type":"Polygon","coordinates":[]}');
  });
});

describe('a GeometryCollection that is the whole document', () => {
  it('keeps an empty geometry in its place, and its bbox covers the others', async () => {
    const line = '{"type":"LineString","coordinates":[[0,0],[1,1]]}';
    const text = `{"type":"GeometryCollection","bbox":[0,0,1,1],"geometries":[${line},{"type":"LineString","coordinates":[[0,0],[0.5,0.5]]}]}`;
    expect(await edit(text, 0, () => [])).toBe(text.replace('[0,0,1,1]', '[0,0,0.5,0.5]').replace('[[0,0],[1,1]]', '[]'));
  });
});

describe('a GeometryCollection', () => {
  const point = '{"type":"Point","coordinates":[7,7]}';
  const one = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}';
  const two = '{"type":"MultiPolygon","coordinates":[[[[5,5],[6,5],[6,6],[5,5]]],[[[8,8],[9,8],[9,9],[8,8]]]]}';
  const whole = (...members: string[]): string => `{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[ ${members.join(' , ')} ]}}`;

  it('loses the members that lose all their parts', async () => {
    expect(await edit(whole(one, point, two), 0, (parts) => parts.slice(1))).toBe(whole(point, two));
    expect(await edit(whole(point, one, two), 0, (parts) => [parts[0], parts[2], parts[3]])).toBe(whole(point, two));
    expect(await edit(whole(point, two, one), 0, (parts) => parts.slice(0, 3))).toBe(whole(point, two));
    expect(await edit(whole(one, two, point), 0, (parts) => parts.slice(3))).toBe(whole(point));
    const nested = `{"type":"GeometryCollection","geometries":[${one}]}`;
    expect(await edit(whole(point, nested), 0, (parts) => parts.slice(0, 1))).toBe(whole(point));
    expect(await edit(whole(nested), 0, () => [])).toBe('{"type":"Feature","geometry":null}');
  });

  it('keeps members that were empty before', async () => {
    const empty = '{"type":"MultiPoint","coordinates":[]}';
    expect(await edit(whole(empty, one), 0, () => [])).toBe(whole(empty));
  });

  it('puts a new part into the polygon of the part before it', async () => {
    const added: NewPart = { kind: PartKind.Polygon, rings: [{ vertices: [{ at: [2, 2] }, { at: [3, 2] }, { at: [3, 3] }, { at: [2, 2] }] }] };
    const out = await edit(whole(point, one, two), 0, (parts) => [...parts.slice(0, 2), added, ...parts.slice(2)]);
    expect(out).toBe(whole(point, '{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[2,2],[3,2],[3,3],[2,2]]]]}', two));
    const second = await edit(whole(one, two, point), 0, (parts) => [...parts, added]);
    expect(second).toBe(whole(one, two.replace('[9,9],[8,8]]]]', '[9,9],[8,8]]],[[[2,2],[3,2],[3,3],[2,2]]]]'), point));
  });
});

describe('a bbox', () => {
  it('is updated for the feature, its geometry and the collection; numbers that need not change keep their text', async () => {
    const text = '{"type":"FeatureCollection","bbox":[0.0, 0.0, 1e1, 10.0],"features":[{"type":"Feature","bbox":[0.0,0.0,10,10.0],"geometry":{"type":"Polygon","bbox":[0,0,0.0,10,10,0.0],"coordinates":[[[0,0],[10,0],[10,10],[0,0]]]}},{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]},"bbox":[1,1,1,1]}]}';
    const out = await edit(text, 0, (parts) => withRing(parts, 0, 0, (old) => old.map((vertex, index) => (index === 2 ? { ...vertex, at: [10, 12] } : vertex))));
    expect(out).toBe(text.replace('1e1, 10.0]', '1e1, 12]').replace('[0.0,0.0,10,10.0]', '[0.0,0.0,10,12]').replace('[0,0,0.0,10,10,0.0]', '[0,0,0.0,10,12,0.0]').replace('[10,10],', '[10,12],'));
  });

  it('that is wider than its feature, or crosses the antimeridian, stays as long as it covers it', async () => {
    const text = '{"type":"Feature","bbox":[-180,-90,180,90],"geometry":{"type":"Polygon","bbox":[170,0,-170,10],"coordinates":[[[0,0],[10,0],[10,10],[0,0]]]}}';
    const out = await edit(text, 0, (parts) => withRing(parts, 0, 0, (old) => old.map((vertex, index) => (index === 2 ? { ...vertex, at: [12, 10] } : vertex))));
    expect(out).toBe(text.replace('[10,10],', '[12,10],'));
  });
});

describe('a patch of several features', () => {
  it('changes them and copies everything in between', async () => {
    const opened = await openText(SQUARE.replace('"geometry":null', '"geometry":{"type":"Point","coordinates":[1,2]}'));
    const layer = opened.layers[0].geometry;
    const out = await applied(opened, patchOf(layer, new Map([[0, []], [1, [{ kind: PartKind.Point, from: 1, rings: [{ vertices: [{ from: 5, at: [3, 2] }] }] }]]])));
    expect(out).toBe(SQUARE.replace(/\{"type":"Polygon".*\]\]\]\}/, 'null').replace('"properties":null,"geometry":null', '"properties":null,"geometry":{"type":"Point","coordinates":[3,2]}'));
  });
});
