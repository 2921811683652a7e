import fc from 'fast-check';

/** For tests: a number with its text, so that the spelling can be checked and not only the value. */
const spelling = fc.tuple(
  fc.oneof(fc.integer({ min: -200, max: 200 }), fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  fc.integer({ min: 0, max: 4 }),
).map(([value, style]) => {
  if (style === 1) return value.toExponential().replace('e+', 'E');
  if (style === 2) return value.toFixed(9);
  if (style === 3 && Number.isInteger(value) && Math.abs(value) < 1e20) return `${value}.0`;
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
});

/** A JSON value whose numbers are given as text. */
export type Spelt = { text: string } | string | boolean | null | Spelt[] | { members: [string, Spelt][] };

const number: fc.Arbitrary<Spelt> = spelling.map((text) => ({ text }));
const position = fc.array(number, { minLength: 2, maxLength: 5 });
const chain = fc.array(position, { minLength: 1, maxLength: 6 });
const rings = fc.array(chain, { minLength: 1, maxLength: 3 });
const several = fc.array(rings, { minLength: 1, maxLength: 3 });

function geometryOf(type: string, coordinates: fc.Arbitrary<Spelt>): fc.Arbitrary<Spelt> {
  return fc.record({ coordinates, extra: fc.boolean() }).map(({ coordinates: value, extra }) => ({
    members: [['type', type], ['coordinates', value], ...(extra ? [['note', { members: [['type', 'Point'], ['coordinates', [null]]] }] satisfies [string, Spelt]] : [])],
  }));
}

const simple = fc.oneof(
  { weight: 4, arbitrary: geometryOf('Polygon', rings) },
  { weight: 3, arbitrary: geometryOf('MultiPolygon', several) },
  geometryOf('Point', position), geometryOf('MultiPoint', chain), geometryOf('LineString', chain), geometryOf('MultiLineString', rings),
);
const collection = (inner: fc.Arbitrary<Spelt>): fc.Arbitrary<Spelt> =>
  fc.array(inner, { maxLength: 3 }).map((geometries) => ({ members: [['type', 'GeometryCollection'], ['geometries', geometries]] }));
const geometry: fc.Arbitrary<Spelt> = fc.oneof({ weight: 8, arbitrary: simple }, collection(fc.oneof({ weight: 3, arbitrary: simple }, collection(simple))), fc.constant(null));

const { value: anything } = fc.letrec<{ value: Spelt }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(number, fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom('type', 'geometry', 'coordinates', 'features', 'name', 'bbox'), fc.string()), tie('value')), { maxLength: 3 }).map((members) => ({ members })),
  ),
}));

/** The members in any order, some of them foreign. */
function shuffled(members: fc.Arbitrary<[string, Spelt][]>): fc.Arbitrary<Spelt> {
  return fc
    .tuple(members, fc.array(fc.tuple(fc.constantFrom('x', 'place', '', 'Type'), anything), { maxLength: 2 }))
    .chain(([own, foreign]) => fc.shuffledSubarray([...own, ...foreign], { minLength: own.length + foreign.length }))
    .map((all) => ({ members: all }));
}

const feature = shuffled(
  fc.record({ geometry, properties: fc.oneof(fc.constant(null), fc.array(fc.tuple(fc.string(), anything), { maxLength: 3 }).map((members): Spelt => ({ members }))), id: fc.option(fc.oneof(number, fc.string())) }).map(
    (parts): [string, Spelt][] => [['type', 'Feature'], ['properties', parts.properties], ['geometry', parts.geometry], ...(parts.id === null ? [] : [['id', parts.id] satisfies [string, Spelt]])],
  ),
);

/** A FeatureCollection with members in any order. */
export const featureCollection: fc.Arbitrary<Spelt> = shuffled(
  fc.array(feature, { maxLength: 4 }).map((features): [string, Spelt][] => [['type', 'FeatureCollection'], ['features', features]]),
);

/** Writes a value; `choose(n)` picks the style of each gap and each character out of n. */
export function written(value: Spelt, choose: (count: number) => number): string {
  const blank = (): string => ['', '', '', ' ', '\n', '\t', '\r\n  '][choose(7)];
  const list = (open: string, elements: string[], close: string): string => `${open}${blank()}${elements.join(`${blank()},${blank()}`)}${blank()}${close}`;
  const escaped = (character: string): string => character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  // Escapes made by JSON.stringify stay whole; any other character may become one.
  const text = (plain: string): string =>
    `"${[...JSON.stringify(plain).slice(1, -1).matchAll(/\\u....|\\.|[^]/gu)].map(([piece]) => (piece.startsWith('\\') || choose(12) > 0 ? piece : escaped(piece))).join('')}"`;
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return list('[', value.map((element) => written(element, choose)), ']');
  if ('text' in value) return value.text;
  return list('{', value.members.map(([name, member]) => `${text(name)}${blank()}:${blank()}${written(member, choose)}`), '}');
}
