import { PartKind } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { extentOnRound, partsOfWorld, placesOnRound } from '../src/map-drawing/around-the-world.ts';
import { readFile } from '../src/geoexplorer/model/areas/read-file.ts';
import { draw } from '../src/map-drawing/drawing.ts';
import { featuresAt } from '../src/map-drawing/hit.ts';
import { drawMarks } from '../src/map-drawing/marks.ts';
import { extentOf, layerAsItStands, projectLayer } from '../src/map-drawing/projected-layer.ts';
import type { DatasetLayer } from '../src/map-drawing/projected-layer.ts';

/** A layer with one feature per ring. */
function layerOf(rings: readonly (readonly number[])[], kind: PartKind = PartKind.Polygon): DatasetLayer {
  const ends = [0];
  for (const ring of rings) ends.push((ends.at(-1) ?? 0) + ring.length / 2);
  const each = Int32Array.from({ length: rings.length + 1 }, (_, index) => index);
  return {
    name: 'layer',
    crs: { name: 'WGS 84', code: null, units: { kind: 'geographic' }, metresPerUnit: null },
    geometry: { xy: Float64Array.from(rings.flat()), z: null, m: null, ringOffsets: Int32Array.from(ends), partOffsets: each, featureOffsets: each, partKinds: new Uint8Array(rings.length).fill(kind) },
    label: String,
    labelField: null,
    id: () => null,
  };
}

const SQUARE = [0, 0, 0, 1, 1, 1, 1, 0, 0, 0];
const WORLD = [-2e7, -2e7, 2e7, 2e7] as const;

describe('projecting', () => {
  it('agrees with the published values of EPSG:3857', () => {
    const { source } = projectLayer(layerOf([[180, 85.0511287798066, -(100 + 1 / 3), 24 + 22 / 60 + 54.433 / 3600]], PartKind.Point));
    expect(source.geometry.xy[0]).toBeCloseTo(20037508.342789, 5);
    expect(source.geometry.xy[1]).toBeCloseTo(20037508.342789, 3);
    // The example of IOGP Guidance Note 7-2.
    expect(source.geometry.xy[2]).toBeCloseTo(-11169055.58, 1);
    expect(source.geometry.xy[3]).toBeCloseTo(2800000, 1);
  });
  it('leaves out what is no degrees, and cuts what lies at the poles', () => {
    const layer = projectLayer(layerOf([SQUARE, [0, 0, 0, 91, 1, 0, 0, 0], [0, 0, NaN, 1, 1, 0, 0, 0], [0, 89, 1, 89, 1, 80, 0, 89]]));
    expect([layer.drawn, layer.outside, layer.moved]).toEqual([2, 2, 3]);
    expect(extentOf([layer])?.[3]).toBeCloseTo(20037508.342789, 3);
  });
});

describe('drawing', () => {
  it('keeps every vertex of few, shells clockwise', () => {
    for (const ring of [SQUARE, SQUARE.toReversed().flatMap((_, index, all) => (index % 2 === 0 ? [all[index + 1] ?? 0, all[index] ?? 0] : []))]) {
      const { polygons, ringEnds } = draw([projectLayer(layerOf([ring]))], { extents: [WORLD], resolution: 1e5, mostVertices: 1e6 });
      expect([...ringEnds]).toEqual([10]);
      let area = 0;
      for (let at = 0; at < 8; at += 2) area += (polygons[at] ?? 0) * (polygons[at + 3] ?? 0) - (polygons[at + 2] ?? 0) * (polygons[at + 1] ?? 0);
      expect(area).toBeLessThan(0);
    }
  });
  it('leaves out features beside the view', () => {
    const layer = projectLayer(layerOf([SQUARE, SQUARE.map((value) => value + 50)]));
    expect(draw([layer], { extents: [[0, 0, 1e5, 1e5]], resolution: 1, mostVertices: 1e6 }).ringEnds).toHaveLength(1);
  });
  it('thins many vertices to what can be seen, and stays near them', () => {
    const circle = Array.from({ length: 200_001 }, (_, index) => [Math.cos((index * 2 * Math.PI) / 200_000), Math.sin((index * 2 * Math.PI) / 200_000)]).flat();
    const layer = projectLayer(layerOf([circle]));
    const { polygons } = draw([layer], { extents: [WORLD], resolution: 1000, mostVertices: 1e6 });
    expect(polygons.length).toBeLessThan(3000);
    expect(polygons.length).toBeGreaterThan(400);
    for (let at = 0; at < polygons.length; at += 2) expect(Math.abs(Math.hypot(polygons[at] ?? 0, polygons[at + 1] ?? 0) - 111_319)).toBeLessThan(100);
  });
  it('draws each of many points that lie in pixels of their own, wherever the map is looked at from nearest', () => {
    const points = Array.from({ length: 60_000 }, (_, index) => [-2e7 + 0.1 * (index % 200), -2.5e6 + 0.1 * Math.floor(index / 200)]);
    const layer = layerAsItStands(layerOf(points, PartKind.Point));
    expect(draw([layer], { extents: [WORLD], resolution: 0.037, mostVertices: 1e6 }).points).toHaveLength(2 * points.length);
    expect(draw([layer], { extents: [WORLD], resolution: 4, mostVertices: 1e6 }).points.length).toBeLessThan(2 * 100);
  });
});

describe('marks', () => {
  /** Squares of 100 m on the ground, so many metres apart. */
  const squares = (columns: number, rows: number, step: number) =>
    layerAsItStands(layerOf(Array.from({ length: columns * rows }, (_, index) => SQUARE.map((value, at) => value * 100 + (at % 2 === 0 ? (index % columns) * step : Math.floor(index / columns) * step)))));
  const marks = (layer: ReturnType<typeof squares>, resolution: number) => drawMarks([layer], { extents: [WORLD], resolution });

  it('are a dot where a farm is too small to see, and none from where it is seen', () => {
    const farm = squares(3, 2, 100);
    expect([...marks(farm, 1000).points]).toEqual([150, 100]);
    expect([marks(farm, 10), marks(farm, 1)].map(({ points, polygons }) => points.length + polygons.length)).toEqual([0, 0]);
  });
  it('are one for each of several farms that lie apart, and none beside the view', () => {
    expect(marks(squares(40, 1, 30_000), 1000).points).toHaveLength(80);
    expect(drawMarks([squares(40, 1, 30_000)], { extents: [[-1, -1, 100_000, 1]], resolution: 1000 }).points).toHaveLength(8);
  });
  it('have the shape of many areas each of which is too small to be drawn', () => {
    const { points, polygons, ringEnds } = marks(squares(100, 100, 100), 200);
    expect(points).toHaveLength(0);
    expect(ringEnds.length).toBeGreaterThan(100);
    expect([Math.max(...polygons), Math.min(...polygons)]).toEqual([expect.closeTo(10_000, -3), 0]);
  });
  it('are not put on what is small and lies in something larger, nor on points', () => {
    const house = [0.4, 0.4, 0.4, 0.41, 0.41, 0.41, 0.41, 0.4, 0.4, 0.4];
    expect(marks(projectLayer(layerOf([SQUARE, house])), 1000).points).toHaveLength(0);
    expect(marks(projectLayer(layerOf([[0, 0]], PartKind.Point)), 1000).points).toHaveLength(0);
  });
});

describe('looking', () => {
  it('finds an area that is smaller than the dot that marks it', () => {
    expect(featuresAt(projectLayer(layerOf([SQUARE])), 120_000, 120_000, 9000, 9)).toEqual([]);
    expect(featuresAt(projectLayer(layerOf([SQUARE])), 120_000, 120_000, 120_000, 9)).toEqual([0]);
  });
  it('finds areas around a position and lines and points near it', () => {
    const areas = projectLayer(layerOf([SQUARE, SQUARE.map((value) => value + 2)]));
    expect(featuresAt(areas, 50_000, 50_000, 10, 9)).toEqual([0]);
    expect(featuresAt(areas, 150_000, 50_000, 10, 9)).toEqual([]);
    expect(featuresAt(projectLayer(layerOf([[0, 0, 1, 0]], PartKind.Line)), 50_000, 90, 100, 9)).toEqual([0]);
    expect(featuresAt(projectLayer(layerOf([[0, 0, 1, 0]], PartKind.Point)), 50_000, 90, 100, 9)).toEqual([]);
  });
});

describe('around the world', () => {
  const squareAt = (west: number) => [0, 0, 0, 1, 1, 1, 1, 0, 0, 0].map((value, at) => (at % 2 === 0 ? value + west : value - 17));
  const degrees = (x: number) => Math.round((x / 20037508.342789244) * 180);
  const widthOf = (...rings: number[][]) => [extentOnRound([projectLayer(layerOf(rings))])].flatMap((extent) => (extent === null ? [] : [degrees(extent[0]), degrees(extent[2])]));

  it('goes to areas on both sides of the antimeridian across it, and to others as they lie', () => {
    expect(widthOf(squareAt(178), squareAt(-180))).toEqual([178, 181]);
    expect(widthOf(squareAt(-60), squareAt(20))).toEqual([-60, 21]);
    expect(widthOf(squareAt(-100), squareAt(-10), squareAt(100))).toEqual([-100, 101]);
    expect(widthOf()).toEqual([]);
  });
  it('takes a feature in parts where it is cut at the antimeridian', () => {
    const apart = layerOf([squareAt(179), squareAt(-180)]);
    const layer = projectLayer({ ...apart, geometry: { ...apart.geometry, featureOffsets: Int32Array.of(0, 2) } });
    expect(extentOnRound([layer])?.map(degrees)).toEqual([179, -17, 181, -16]);
  });
  it('takes the shorter way between longitudes of 179 and -179, with the holes, and leaves what goes around a pole', () => {
    const widths = (kind: PartKind, ...rings: number[][]) => {
      const apart = layerOf(rings, kind);
      const { boxes } = projectLayer({ ...apart, geometry: { ...apart.geometry, partOffsets: Int32Array.of(0, rings.length), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(kind) } }, { isShorterWay: true });
      return [boxes[0], boxes[2]].map(degrees);
    };
    const across = [179, -17, -178, -17, -178, -16, 179, -16, 179, -17];
    expect(widths(PartKind.Polygon, across)).toEqual([179, 182]);
    expect(widths(PartKind.Line, [179, -17, -178, -17, 179, -16, 170, -16])).toEqual([170, 182]);
    expect(widths(PartKind.Polygon, across, [-179.5, -16.6, -179, -16.6, -179, -16.5, -179.5, -16.6])).toEqual([179, 182]);
    expect(widths(PartKind.Polygon, [-180, -90, -180, -70, -60, -65, 60, -65, 180, -70, 180, -90, -180, -90])).toEqual([-180, 180]);
    expect(widths(PartKind.Polygon, [-170, -80, -60, -65, 60, -65, 170, -80, -170, -80])).toEqual([-170, 170]);
  });
  it('draws and finds in a copy of the world what lies in the world', () => {
    const layer = projectLayer(layerOf([squareAt(178), squareAt(-180), squareAt(0)]));
    const [, bottom = 0, , top = 0] = extentOnRound([layer]) ?? [];
    const shown = (left: number, right: number) => draw([layer], { extents: partsOfWorld([left * 111_320, bottom, right * 111_320, top]), resolution: 1, mostVertices: 1e6 }).ringEnds.length;
    expect([shown(177, 183), shown(179.5, 183), shown(-183, -177), shown(537, 543), shown(-5, 5), shown(-200, 200)]).toEqual([2, 1, 2, 2, 1, 3]);
    const found = (x: number) => placesOnRound(x * 111_319.49).flatMap((place) => featuresAt(layer, place, (bottom + top) / 2, 10, 9));
    expect([found(180.5), found(-179.5), found(-181.5), found(90)]).toEqual([[1], [1], [0], []]);
  });
});

it('says of a file without any geometry what to do', async () => {
  const file = new File(['<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>nada</name></Document></kml>'], 'nada.kml');
  const { outcome } = await readFile({ index: 0, format: 'kml', file, companions: [] }, null, () => undefined);
  expect(outcome).toEqual({ state: 'unreadable', reason: 'o arquivo não tem nenhuma geometria que possa ser desenhada. Exporte a camada em que estão as áreas e escolha esse arquivo.' });
});

it.each([
  ['links alone: to open it in Google Earth first', '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>http://x.example/a.kml</href></Link></NetworkLink></Document></kml>', 'o arquivo só tem ligações (NetworkLink) para outros arquivos, que não são seguidas. Abra-o no Google Earth, salve como KML o que aparece lá e escolha esse arquivo.'],
  ['models alone', '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Model/></Placemark></kml>', 'as geometrias do arquivo não podem ser desenhadas aqui: são modelos 3D, ou as coordenadas não estão escritas como o KML pede. Exporte de novo a camada em que estão as áreas e escolha esse arquivo.'],
  ['a KMZ in it: to unpack it', 'PK\u0003\u0004', 'o conteúdo é um KMZ (ou outro ZIP). Descompacte-o como um .zip e escolha o .kml que está dentro.'],
  ['a GPX in it', '<gpx version="1.1"></gpx>', 'o conteúdo é GPX. No QGIS, exporte a camada como KML e escolha esse arquivo.'],
  ['a GeoJSON in it', '{"type":"Point"}', 'o conteúdo é JSON. Se for GeoJSON, mude o nome para .geojson: "Convert to KML", em GeoTools, faz um KML dele; escolha o resultado.'],
  ['the page of a login in it', '<!DOCTYPE html><html></html>', 'o conteúdo é uma página da internet, e não KML: o download falhou ou pede login. Baixe o arquivo de novo.'],
  ['something else in it', 'MZ', 'o conteúdo não é KML. Exporte o arquivo como KML.'],
])('says of a .kml with %s', async (_what, content, reason) => {
  const { outcome } = await readFile({ index: 0, format: 'kml', file: new File([content], 'nada.kml'), companions: [] }, null, () => undefined);
  expect(outcome).toEqual({ state: 'unreadable', reason });
});

it.each([
  ['is missing', [], 'e falta o arquivo .prj que diz em que sistema estão.'],
  ['means degrees', ['GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]'], 'e o arquivo .prj não diz em que outro sistema estão.'],
  ['is not well-known text', ['+proj=utm +zone=23 +south +ellps=GRS80'], 'e o arquivo .prj não diz em que outro sistema estão.'],
])('asks for the system of coordinates in metres whose .prj %s, and does not say that one is missing if it is there', async (_, prj, reason) => {
  const file = new File([Buffer.from(pointShapefile(500_000, 8_000_000))], 'marco.shp');
  const { outcome } = await readFile({ index: 0, format: 'shapefile', file, companions: prj.map((text) => new File([text], 'marco.prj')) }, null, () => undefined);
  expect(outcome).toMatchObject({ state: 'unplaced', reason: `as coordenadas não são graus, ${reason}` });
});

it('draws the track of a drone beside its photos', async () => {
  const track = '<gx:Track><when>2025-04-03T12:00:00Z</when><when>2025-04-03T12:00:09Z</when><gx:coord>-50 -16 120</gx:coord><gx:coord>-49 -16 120</gx:coord></gx:Track>';
  const file = new File([`<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><name>Voo</name>${track}</Placemark><Placemark><gx:MultiTrack><gx:interpolate>0</gx:interpolate>${track}${track}</gx:MultiTrack></Placemark><Placemark><Point><coordinates>-50,-16</coordinates></Point></Placemark></Document></kml>`], 'voo.kml');
  const { outcome, read } = await readFile({ index: 0, format: 'kml', file, companions: [] }, null, () => undefined);
  expect(outcome).toEqual({ state: 'read', features: 3, bare: 0, outside: 0, moved: 0, system: null });
  expect(read?.layers.map(({ source: { geometry } }) => [...geometry.partKinds])).toEqual([[PartKind.Line, PartKind.Line, PartKind.Line, PartKind.Point]]);
  expect(await read?.attributes(0, 0)).toEqual({ name: 'Voo' });
});

it('counts what has no geometry beside what is drawn', async () => {
  const square = '<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>';
  const placemarks = [`<name>Talhão</name>${square}`, '<name>Sede</name>', '<name>Foto</name>'].map((content) => `<Placemark>${content}</Placemark>`);
  const file = new File([`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`], 'sitio.kml');
  const { outcome } = await readFile({ index: 0, format: 'kml', file, companions: [] }, null, () => undefined);
  expect(outcome).toEqual({ state: 'read', features: 1, bare: 2, outside: 0, moved: 0, system: null });
});

/** A .shp with one point. */
function pointShapefile(x: number, y: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(128));
  for (const [at, value] of [[0, 9994], [24, 64], [100, 1], [104, 10]] as const) view.setInt32(at, value);
  for (const [at, value] of [[28, 1000], [32, 1], [108, 1]] as const) view.setInt32(at, value, true);
  for (const [at, value] of [[36, x], [44, y], [52, x], [60, y], [112, x], [120, y]] as const) view.setFloat64(at, value, true);
  return view.buffer;
}

it.each(['NotReadableError', 'NotFoundError'])('a file that is no longer on the disk as it was (%s) is said to be so', async (name) => {
  const file = new File(['<kml/>'], 'talhao.kml');
  Object.defineProperty(file, 'slice', { value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('It is gone.', name)) }) });
  const { outcome } = await readFile({ index: 0, format: 'kml', file, companions: [] }, null, () => undefined);
  expect(outcome).toEqual({ state: 'unreadable', reason: 'o arquivo mudou ou foi removido do disco. Escolha-o de novo.' });
});
