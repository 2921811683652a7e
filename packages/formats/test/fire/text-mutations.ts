import type { Dice } from './dice.ts';

/** Pieces of JSON on which readers of GeoJSON differ. */
const JSON_PIECES = [
  '"type":"Polygon"', '"type":"MultiPolygon"', '"type":"Point"', '"type":"LineString"', '"type":"GeometryCollection"', '"type":"Feature"', '"type":"FeatureCollection"', '"type":"Topology"',
  '"type":null', '"type":3', '"type":"\\u0050oint"', '"coordinates":[]', '"coordinates":null', '"coordinates":{}', '"coordinates":[[[]]]', '"coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]', '"coordinates":[[0,0],[1,0],[1,1]]',
  '"geometry":null', '"geometry":[]', '"geometry":{"type":"Point","coordinates":[1,2]}', '"geometries":[]', '"geometries":[null]', '"features":[]', '"features":{}', '"bbox":[0,0,1,1]', '"bbox":[1e999]', '"bbox":null',
  '"crs":{"type":"name","properties":{"name":"EPSG:4326"}}', '"crs":null', '"crs":[[[', '"properties":{"a":{"b":[1,2,{"c":null}]}}', '"id":1e400', '"__proto__":{"a":1}', '"rings":[]', '"a":"\\ud800"', '"a":"\\udc00\\ud800"', '"\\u0000":0',
  '{', '}', '[', ']', ',', ':', '"', '\\', '\\u12', '\x1e', '\n', '\r\n', '\t', '\0', '\ufeff', 'null', 'true', 'NaN', '-Infinity', 'Infinity', 'nul', '/* */', "'", '[]', '{}', '[[', ']]', '[null,null]', '[0,0]', '[1,2,3,4,5]', '[[],[]]',
] as const;

/** Numbers at the limits of a double, a parser or a loop over digits. */
const NUMBERS = [
  '1e999', '-1e999', '1e-999', '0e0', '-0', '0.0', '1E+2', '1e', '1.', '.5', '+1', '--1', '01', '0x10', '1e400', '9007199254740993', '179.99999999999997', '123456789012345678901234567890', '0.1000000000000000055511151231257827',
  '4.9e-324', '2.4703282292062328e-324', '1.7976931348623159e308', `1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`, `${'9'.repeat(30)}.${'9'.repeat(30)}`, '1e+00000000000000000001', 'NaN', '-NaN', 'Infinity', '1_000', '1,5', '', '12345678.123456789012345678', '999999999.999999999999999999',
] as const;

const KML_PIECES = [
  '<Placemark>', '</Placemark>', '<Polygon>', '</Polygon>', '<MultiGeometry>', '</MultiGeometry>', '<outerBoundaryIs>', '</outerBoundaryIs>', '<innerBoundaryIs>', '<LinearRing>', '</LinearRing>', '<coordinates>', '</coordinates>', '<coordinates/>', '<Point>', '<LineString>',
  '<Folder>', '</Folder>', '<Document>', '<name>', '</name>', '<name/>', '<kml>', '</kml>', '<x:Placemark>', '<gx:Track>', '<Model/>', '<Update><Placemark/></Update>', '<NetworkLink><Link><href>http://localhost/x</href></Link></NetworkLink>',
  '<!-- a -->', '<!-- -- -->', '<!--', '-->', '<![CDATA[', ']]>', '<![CDATA[1,2 ]]>', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-16"?>', '<?pi a?>', '<?', '?>', '<!DOCTYPE kml>', '<!DOCTYPE kml [<!ENTITY a "b">]>', '<!ENTITY a "b">', '&amp;', '&a;', '&#0;', '&#xD800;', '&#44;', '&#32;', '&#x31;', '&#1114112;',
  '&', '<', '>', '"', "'", '=', '/', ' xmlns=""', ' xmlns="http://www.opengis.net/gml"', ' xmlns:kml="http://www.opengis.net/kml/2.2"', ' a="1" a="2"', ' a=1', ' a="<"', '0,0 1,0 1,1 0,0', ',', ' ', ', ', ' ,', ',,', '1,2,3,4', '\0', '\u0001', '\ufeff', '\u00a0', '\u2003', 'é', '😀', ' '.repeat(200),
] as const;

type Mutation = (text: string, dice: Dice, pieces: readonly string[]) => string;

const place = (text: string, dice: Dice): number => dice.below(text.length + 1);

/** The position of a number; mostly in coordinates. */
function numberPlace(text: string, dice: Dice): [start: number, end: number] | null {
  const from = place(text, dice);
  const found = /-?\d[\d.eE+-]*/.exec(text.slice(from, from + 400));
  return found === null ? null : [from + found.index, from + found.index + found[0].length];
}

/** A range with a sensible end: from an opening bracket or tag to its closing one, at least mostly. */
function wholePiece(text: string, dice: Dice): [start: number, end: number] {
  const from = place(text, dice);
  const start = text.slice(from).search(/[[{<]/) + from;
  if (start < from) return [from, Math.min(text.length, from + dice.few(200))];
  if (text[start] === '<') {
    const name = /^<([\w:]+)/.exec(text.slice(start, start + 60))?.[1];
    const close = name === undefined ? -1 : text.indexOf(`</${name}>`, start);
    return close < 0 || name === undefined ? [start, Math.min(text.length, start + 40)] : [start, close + name.length + 3];
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if ('[{'.includes(text[at])) depth++;
    else if (']}'.includes(text[at]) && --depth === 0) return [start, at + 1];
  }
  return [start, text.length];
}

const MUTATIONS: readonly Mutation[] = [
  (text, dice, pieces) => {
    const at = place(text, dice);
    return text.slice(0, at) + dice.pick(pieces) + text.slice(at);
  },
  (text, dice, pieces) => {
    const [start, end] = wholePiece(text, dice);
    return text.slice(0, start) + dice.pick(pieces) + text.slice(end);
  },
  // An additional member, or another order of members.
  (text, dice, pieces) => {
    const at = text.indexOf(dice.pick(['{', ',', '>']), place(text, dice)) + 1;
    return `${text.slice(0, at)}${dice.pick(pieces)}${dice.pick([',', ''])}${text.slice(at)}`;
  },
  (text, dice) => {
    const found = numberPlace(text, dice);
    return found === null ? text : text.slice(0, found[0]) + dice.pick(NUMBERS) + text.slice(found[1]);
  },
  (text, dice) => {
    const found = numberPlace(text, dice);
    return found === null ? text : text.slice(0, found[0]) + dice.pick(NUMBERS) + text.slice(found[1]);
  },
  (text, dice) => {
    const [start, end] = wholePiece(text, dice);
    return text.slice(0, start) + text.slice(end);
  },
  (text, dice) => {
    const [start, end] = wholePiece(text, dice);
    const separator = dice.pick(['', ',', ' ', '\n']);
    const piece = text.slice(start, end);
    const times = piece.length < 400 && dice.chance(0.05) ? 300 : dice.few(3);
    return text.slice(0, end) + (separator + piece).repeat(times) + text.slice(end);
  },
  (text, dice) => {
    const [one, other] = [wholePiece(text, dice), wholePiece(text, dice)].sort((a, b) => a[0] - b[0]);
    if (one[1] > other[0]) return text;
    return text.slice(0, one[0]) + text.slice(...other) + text.slice(one[1], other[0]) + text.slice(...one) + text.slice(other[1]);
  },
  // Deeper nesting; rarely very deep.
  (text, dice) => {
    const [start, end] = wholePiece(text, dice);
    const [open, close] = dice.pick([['[', ']'], ['{"a":', '}'], ['{"type":"GeometryCollection","geometries":[', ']}'], ['<Folder>', '</Folder>'], ['<MultiGeometry>', '</MultiGeometry>'], ['<a>', '</a>'], ['<![CDATA[', ']]>'], ['<!--', '-->']] as const);
    const depth = dice.pick([1, 1, 2, 3, 5, 31, 99, 101, 255, 257, 999, 1001, dice.few(3000)]);
    return text.slice(0, start) + open.repeat(depth) + text.slice(start, end) + close.repeat(dice.chance(0.9) ? depth : depth - 1) + text.slice(end);
  },
  (text, dice) => text.slice(0, place(text, dice)),
  (text, dice) => {
    const at = place(text, dice);
    return text.slice(0, at) + text.slice(at + dice.few(40));
  },
  (text, dice) => {
    const at = place(text, dice);
    return text.slice(0, at) + dice.pick([' ', '\n', '\r', '\r\n', '\t', '\v', '\f', '\u00a0', '\u2028']).repeat(dice.few(30)) + text.slice(at);
  },
  (text, dice) => {
    const at = place(text, dice);
    return text.slice(0, at) + text.slice(at, at + 30).toUpperCase() + text.slice(at + 30);
  },
];

/** Changes JSON with pieces of itself. */
export function mutateJson(text: string, dice: Dice): string {
  return mutate(text, dice, JSON_PIECES);
}

/** Changes XML with pieces of KML. */
export function mutateKml(text: string, dice: Dice): string {
  return mutate(text, dice, KML_PIECES);
}

function mutate(text: string, dice: Dice, pieces: readonly string[]): string {
  let result = text;
  for (let left = dice.few(6); left > 0; left--) result = dice.pick(MUTATIONS)(result, dice, pieces);
  return result.slice(0, 2_000_000);
}
