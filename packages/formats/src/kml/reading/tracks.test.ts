import { expect, it, test } from 'vitest';
import { fileOfBytes } from '../../files/memory.ts';
import { kmlDriver } from '../index.ts';
import { openText, plainLayer, type PlainLayer } from '../test/plain-features.ts';

const KML = 'http://www.opengis.net/kml/2.2';
const GOOGLE = 'http://www.google.com/kml/ext/2.2';
const folder = (content: string, namespaces = `xmlns="${KML}" xmlns:gx="${GOOGLE}"`): string => `<kml ${namespaces}><Folder><name>ways</name>${content}</Folder></kml>`;
const placemark = (content: string): string => `<Placemark>${content}</Placemark>`;
const track = (...positions: string[]): string => `<gx:Track>${positions.map((position) => `<gx:coord>${position}</gx:coord>`).join('')}</gx:Track>`;
const times = (...whens: string[]): string => whens.map((when) => `<when>${when}</when>`).join('');

async function read(text: string): Promise<PlainLayer & { readonly notes: string[] }> {
  const { layers, notes } = await openText(text);
  return { ...(await plainLayer(layers[0])), notes: notes.map((note) => note.text) };
}

const LINE = (...positions: number[][]): object => ({ kind: 2, rings: [positions] });
const WAY = LINE([1, 2, 3], [4, 5, 6]);

it.each([
  ['a track', track('1 2 3', '4 5 6'), 2, [WAY]],
  ['a track of several lines of text, with CDATA and references', track('\n 1\t2\r\n3 ', '<![CDATA[4 5]]> &#54;'), 2, [WAY]],
  ['a track without altitudes', track('1 2', '4 5'), 2, [LINE([1, 2], [4, 5])]],
  ['a missing altitude beside others, as in other lines', track('1 2 3', '4 5'), 2, [LINE([1, 2, 3], [4, 5, 0])]],
  ['positions that were not known at their time', track('1 2 3', '', ' ', '4 5 6'), 2, [WAY]],
  ['commas for the blanks', track('1,2,3', '4,5,6'), 2, [WAY]],
  ['a track of nothing', track(), 2, []],
  ['a track in a collection', `<MultiGeometry><Point><coordinates>7,8,9</coordinates></Point>${track('1 2 3', '4 5 6')}</MultiGeometry>`, 7, [{ kind: 1, rings: [[[7, 8, 9]]] }, WAY]],
  ['several tracks', `<gx:MultiTrack><gx:interpolate>1</gx:interpolate>${track('1 2 3', '4 5 6')}${track('1 2 3', '4 5 6')}</gx:MultiTrack>`, 5, [WAY, WAY]],
  ['several tracks of which there is one', `<gx:MultiTrack>${track('1 2 3', '4 5 6')}</gx:MultiTrack>`, 5, [WAY]],
])('%s is read', async (_, content, type, parts) => {
  expect((await read(folder(placemark(content)))).features).toEqual([{ type, parts, row: [] }]);
});

test('tracks are those of Google or of KML 2.3, and no others', async () => {
  const content = placemark(track('1 2 3', '4 5 6'));
  const plain = content.replaceAll('gx:', '');
  const partsIn = async (text: string): Promise<unknown> => (await read(text)).features[0].parts;
  expect(await partsIn(folder(content, `xmlns="${KML}"`))).toEqual([WAY]);
  expect(await partsIn(folder(plain, 'xmlns="http://www.opengis.net/kml/2.3"'))).toEqual([WAY]);
  expect(await partsIn(folder(content.replaceAll('gx:', 'k:'), `xmlns="${KML}" xmlns:k="${GOOGLE}"`))).toEqual([WAY]);
  const foreign = await read(folder(content, `xmlns="${KML}" xmlns:gx="urn:other"`));
  expect(foreign.features[0].parts).toEqual([]);
  expect(foreign.notes).toEqual(['One geometry is of a kind that is not read (such as 3D models); it is in placemark 1 of layer "ways". It was left out.']);
});

test('the first and the last time of a track are kept, and the others told with all else that a line does not have', async () => {
  const arrays = '<ExtendedData><SchemaData schemaUrl="#s"><gx:SimpleArrayData name="heart"><gx:value>90</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>';
  const inside = (content: string, way = track('1 2 3', '4 5 6')): string => placemark(way.replace('<gx:Track>', `<gx:Track>${content}`));
  const { fields, features, notes } = await read(folder(
    inside(`<altitudeMode>absolute</altitudeMode>${times('2010-05-28T02:02:09Z', '2010-05-28T02:02:35Z', '2010-05-28T02:02:44Z')}<gx:angles>1 2 3</gx:angles>${arrays}`) +
    placemark(`<gx:MultiTrack><gx:Track>${times('2011-01-01T00:00:00Z', '')}</gx:Track><gx:Track>${times('2012-01-01T00:00:00Z')}</gx:Track></gx:MultiTrack>`) +
    inside('')));
  expect(fields).toEqual([['begin', 'date-time'], ['end', 'date-time']]);
  expect(features.map(({ row }) => row)).toEqual([['2010-05-28T02:02:09Z', '2010-05-28T02:02:44Z'], ['2011-01-01T00:00:00Z', '2012-01-01T00:00:00Z'], [null, null]]);
  expect(notes).toEqual(['Only the placemarks of this KML are read; the times and angles along its tracks (of the times, only the first and the last are, as begin and end), its lists of values (SimpleArrayData) and its height reference (altitudeMode, extrude, tessellate) are not.']);
});

test('what is no number in a track is told, as in other positions, and never becomes one', async () => {
  const long = '1'.repeat(3_000_000);
  const { features, notes } = await read(folder(placemark(track('1 x 3', '1,5 2,5', '7', `1 2 ${long}`, '4 5 6 7', '4<b>0</b> 5'))));
  expect(features[0].parts).toEqual([LINE([1, NaN, 3], [NaN, NaN, 0], [7, NaN, 0], [NaN, NaN, 0], [4, 5, 6], [4, 5, 0])]);
  expect(notes).toEqual([
    '4 positions do not have two readable numbers; the first one is in placemark 1 of layer "ways". Such positions stay without a location.',
    'One number is beyond the first three of a position, which KML does not allow; it is in placemark 1 of layer "ways". It was left out.',
  ]);
});

test('a track across the pieces in which a file is read', async () => {
  const positions = Array.from({ length: 60_000 }, (_, i) => `${i / 1000} ${i / 2000} ${i}`);
  const { features: [{ parts: [{ rings: [ring] }] }] } = await read(folder(placemark(times(...positions.map((_, i) => `2010-05-28T02:02:09.${i}Z`)) + track(...positions))));
  expect(ring.map((position) => position.join(' '))).toEqual(positions);
});

test('a repair leaves tracks out of its layers', async () => {
  const text = folder(placemark(`<MultiGeometry>${track('1 2 3', '1 2 3')}</MultiGeometry>`) + placemark(track('4 5 6')));
  const { layers: [{ geometry }], notes } = await kmlDriver.open({ format: 'kml', name: 'a', files: [fileOfBytes('a.kml', new TextEncoder().encode(text))] });
  expect([geometry.xy.length, geometry.partKinds.length, geometry.featureOffsets.length]).toEqual([0, 0, 3]);
  expect(notes.map((note) => note.text)).toEqual(['2 geometries are of a kind that is not repaired (tracks, 3D models); the first is in feature 1 ("placemark 1") of layer "ways". They were left as they are and not compared with others.']);
});
