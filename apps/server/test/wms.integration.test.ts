import { execFile, spawnSync } from 'node:child_process';
import http from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { publishFile } from '@geoinsights/catalogue';
import { layerFeaturesSchema, layerGroupsSchema } from '@geoinsights/contract';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { z } from 'zod';
import { hasGdal } from '../../../testing/gdal.ts';
import { expectProblem } from './api-client.fixture.ts';
import { readOperatorAccess } from '../src/operator/direct.ts';
import { eventually, startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

/** A Python with OWSLib: other Pythons earlier on the PATH may not see the system's packages. */
const python = ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', 'import owslib']).status === 0) ?? null;

/** The server runs in this process: nothing may block it while another program sends requests. */
const run = promisify(execFile);
const environment = { ...process.env, no_proxy: '*' };

/** Layers that come with the product: one of filled areas, and one whose areas are drawn as borders. */
const LAYER = 'terras-emersas';
const COUNTRIES = 'paises';
const BRASILIA = { longitude: -47.9, latitude: -15.8 };
const infoSchema = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.object({ id: z.string(), label: z.string(), properties: z.record(z.string(), z.unknown()) })), cut: z.array(z.object({ layer: z.string(), reported: z.number() })).optional() });

const seenSchema = z.looseObject({ info: infoSchema, refused: z.string() });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function ask(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.address}/api/v1/wms?${query}`, { headers });
}

/** South America in a square of EPSG:3857. */
function mapQuery(changes: Readonly<Record<string, string>> = {}): string {
  const parameters = {
    SERVICE: 'WMS', VERSION: '1.3.0', REQUEST: 'GetMap', LAYERS: LAYER, STYLES: '', CRS: 'EPSG:3857',
    BBOX: '-9000000,-4500000,-3000000,1500000', WIDTH: '200', HEIGHT: '200', FORMAT: 'image/png', TRANSPARENT: 'TRUE',
  };
  return new URLSearchParams({ ...parameters, ...changes }).toString();
}

/** Publishes a layer of so many equal squares, one upon the other. @returns its code */
function publishStack(count: number): Promise<string> {
  const square = { type: 'Polygon', coordinates: [[[-46, -16], [-44, -16], [-44, -14], [-46, -14], [-46, -16]]] };
  return publish(`stack-${String(count)}`, new Array<typeof square>(count).fill(square));
}

/** Publishes a layer of these geometries. @returns its code */
async function publish(name: string, geometries: readonly { readonly type: string; readonly coordinates: unknown }[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wms-layer-'));
  const file = path.join(folder, 'layer.geojson');
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) }));
  const { data } = await publishFile({ paths: [file], layer: null, crs: null, layersFolder: path.join(server.dataFolder, 'layers') });
  await rm(folder, { recursive: true });
  const code = `${name}-${data.slice(0, 8)}`;
  const access = await readOperatorAccess(server.dataFolder);
  const added = await server.api.fetch('/operator/layers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access?.token ?? ''}` },
    body: JSON.stringify({ group: 'Tests', name: code, code, place: { kind: 'local', data } }),
  });
  expect(added.status).toBe(201);
  expect(await eventually(async () => (await (await ask('SERVICE=WMS&REQUEST=GetCapabilities')).text()).includes(code))).toBe(true);
  return code;
}

async function pixelsOf(response: Response): Promise<{ width: number; height: number; at: (column: number, row: number) => number[] }> {
  const image = await loadImage(Buffer.from(await response.arrayBuffer()));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width: image.width, height: image.height, at: (column, row) => [...context.getImageData(column, row, 1, 1).data] };
}

describe('maps', () => {
  it.each([
    ['EPSG:3857', '1.3.0', 'CRS', '-9000000,-4500000,-3000000,1500000', (9000000 - 5332000) / 30000, (1500000 + 1780000) / 30000],
    ['EPSG:4326', '1.3.0', 'CRS', '-40,-80,10,-30', (80 - 47.9) * 4, (10 + 15.8) * 4],
    ['EPSG:4674', '1.3.0', 'CRS', '-40,-80,10,-30', (80 - 47.9) * 4, (10 + 15.8) * 4],
    ['CRS:84', '1.3.0', 'CRS', '-80,-40,-30,10', (80 - 47.9) * 4, (10 + 15.8) * 4],
    ['EPSG:4326', '1.1.1', 'SRS', '-80,-40,-30,10', (80 - 47.9) * 4, (10 + 15.8) * 4],
    ['EPSG:900913', '1.1.1', 'SRS', '-9000000,-4500000,-3000000,1500000', (9000000 - 5332000) / 30000, (1500000 + 1780000) / 30000],
  ])('show land where it lies: %s in %s', async (system, version, name, box, column, row) => {
    const response = await ask(mapQuery({ VERSION: version, CRS: '', SRS: '', [name]: system, BBOX: box }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    const { width, height, at } = await pixelsOf(response);
    expect([width, height]).toEqual([200, 200]);
    expect(at(Math.floor(column), Math.floor(row))[3]).toBeGreaterThan(80);
    expect(at(199, 199)[3]).toBe(0);
    expect(at(10, 150)[3]).toBe(0);
  });

  it.each([
    ['image/png', 'image/png', 137],
    ['image/png; mode=8bit', 'image/png', 137],
    ['image/png8', 'image/png', 137],
    ['image/jpeg', 'image/jpeg', 255],
  ])('come as %s, one layer or several', async (format, contentType, firstByte) => {
    for (const layers of [LAYER, `${LAYER},${COUNTRIES}`]) {
      const response = await ask(mapQuery({ FORMAT: format, LAYERS: layers, TRANSPARENT: 'FALSE', BGCOLOR: '0x00FF00' }));
      expect(response.headers.get('content-type')).toBe(contentType);
      const bytes = new Uint8Array(await response.clone().arrayBuffer());
      expect(bytes[0]).toBe(firstByte);
      if (format !== 'image/png' && contentType === 'image/png') expect(bytes[25]).toBe(3);
      const [red = 255, green = 0, blue = 255, alpha] = (await pixelsOf(response)).at(199, 199);
      expect(alpha).toBe(255);
      expect(green - Math.max(red, blue)).toBeGreaterThan(200);
    }
  });

  it('of borders leave the areas between them empty', async () => {
    const { at } = await pixelsOf(await ask(mapQuery({ LAYERS: COUNTRIES })));
    expect(at(122, 109)[3]).toBe(0);
    // Somewhere west of Brazil there is a border.
    expect(Array.from({ length: 122 }, (_, column) => at(column, 109)[3] ?? 0).filter((alpha) => alpha > 150).length).toBeGreaterThan(1);
  });

  it('of the largest size are drawn while others are', async () => {
    const [large, small] = await Promise.all([ask(mapQuery({ WIDTH: '4096', HEIGHT: '4096' })), ask(mapQuery())]);
    expect([large.status, small.status]).toEqual([200, 200]);
    expect(await pixelsOf(large)).toMatchObject({ width: 4096, height: 4096 });
  });

  it('are not drawn again for who has them', async () => {
    const first = await ask(mapQuery());
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    const again = await ask(mapQuery(), { 'if-none-match': `"other", W/${tag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    // A cache on the way takes over what a 304 says of the picture that it keeps (RFC 9111, section 4.3.4).
    for (const name of ['content-type', 'content-length']) expect([name, again.headers.get(name)]).toEqual([name, null]);
    expect((await ask(mapQuery({ WIDTH: '201' }))).headers.get('etag')).not.toBe(tag);
  });

  it('take TILED and other parameters of map libraries, and are drawn for dense screens', async () => {
    const dot = await publish('dot', [{ type: 'Point', coordinates: [0, 0] }]);
    // Six pixels from the place of the dot.
    const opacity = async (more: string) => (await pixelsOf(await ask(`${mapQuery({ LAYERS: dot, CRS: 'CRS:84', BBOX: '-1,-1,1,1' })}&TILED=true&_olSalt=0.5${more}`))).at(100, 106)[3];
    expect(await opacity('&DPI=96&MAP_RESOLUTION=96')).toBe(0);
    expect(await opacity('&FORMAT_OPTIONS=dpi:180')).toBeGreaterThan(80);
  });
});

describe('exceptions', () => {
  it.each([
    [{ LAYERS: 'nowhere' }, 'LayerNotDefined'],
    [{ STYLES: 'pretty' }, 'StyleNotDefined'],
    [{ CRS: 'EPSG:1' }, 'InvalidCRS'],
    [{ FORMAT: 'image/tiff' }, 'InvalidFormat'],
    [{ REQUEST: 'GetCoverage' }, 'OperationNotSupported'],
    [{ WIDTH: '5000' }, null],
    [{ BBOX: '1,1,1,1' }, null],
  ])('%j as both versions have them', async (changes, code) => {
    const modern = await ask(mapQuery(changes));
    expect(modern.status).toBe(200);
    expect(modern.headers.get('content-type')).toMatch(/^text\/xml/);
    expect(modern.headers.get('cache-control')).toBe('no-store');
    const text = await modern.text();
    expect(text).toContain('<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc"');
    expect(/code="(\w+)"/.exec(text)?.[1] ?? null).toBe(code);
    const old = await ask(mapQuery({ ...changes, VERSION: '1.1.1', SRS: 'CRS' in changes ? changes.CRS : 'EPSG:3857' }));
    expect(old.headers.get('content-type')).toMatch(/^application\/vnd\.ogc\.se_xml/);
    const oldText = await old.text();
    expect(oldText).toContain('<ServiceExceptionReport version="1.1.1">');
    expect(/code="(\w+)"/.exec(oldText)?.[1] ?? null).toBe(code === 'InvalidCRS' ? 'InvalidSRS' : code);
  });

  it('give back what was sent only as text', async () => {
    expect(await (await ask(mapQuery({ LAYERS: '<script>"&\u0001' }))).text()).toContain('&lt;script&gt;&quot;&amp;&quot;');
  });
});

describe('requests of HTTP', () => {
  it.each(['image/png', 'text/plain'])('name the type of %s as QGIS looks for it, in capitals', async (type) => {
    const query = mapQuery(type === 'image/png' ? {} : { REQUEST: 'GetFeatureInfo', QUERY_LAYERS: LAYER, I: '1', J: '1' });
    const names = await new Promise<string[]>((resolve, reject) => {
      http.get(`${server.address}/api/v1/wms?${query}`, (answer) => resolve(answer.resume().rawHeaders)).on('error', reject);
    });
    expect(names.filter((name) => name.toLowerCase() === 'content-type')).toEqual(['Content-Type']);
    expect(names[names.indexOf('Content-Type') + 1]).toContain(type);
  });

  it('other than GET: HEAD and OPTIONS are answered, also to pages elsewhere, the rest is not', async () => {
    const address = `${server.address}/api/v1/wms?${mapQuery()}`;
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), (await head.arrayBuffer()).byteLength]).toEqual([200, 'image/png', 0]);
    const options = await fetch(address, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-custom' } });
    expect([options.status, options.headers.get('access-control-allow-origin'), options.headers.get('access-control-allow-headers')]).toEqual([204, '*', '*']);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await fetch(address, { method })).status).toBe(405);
  });

  it('that came by a proxy get capabilities with its address', async () => {
    const direct = await (await ask('SERVICE=WMS&REQUEST=GetCapabilities')).text();
    expect(direct).toContain(`xlink:href="${server.address}/api/v1/wms?"`);
    const proxied = await ask('SERVICE=WMS&REQUEST=GetCapabilities', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mapas.example' });
    expect(await proxied.text()).toContain('xlink:href="https://mapas.example/api/v1/wms?"');
    const hostile = await ask('SERVICE=WMS&REQUEST=GetCapabilities', { 'x-forwarded-host': '"><Layer x="' });
    expect(await hostile.text()).not.toContain('<Layer x');
  });

  it('with a whole address in place of a path get capabilities with the one of their host', async () => {
    const { hostname, port } = new URL(server.address);
    const text = await new Promise<string>((resolve, reject) => {
      const request = http.get({ hostname, port, path: 'http://elsewhere.example/api/v1/wms?SERVICE=WMS&REQUEST=GetCapabilities' }, (answer) => void streamText(answer).then(resolve, reject));
      request.on('error', reject);
    });
    expect(text).toContain(`xlink:href="${server.address}/api/v1/wms?"`);
  });

  it('too long to be read are refused with that reason', async () => {
    const answer = await ask(mapQuery({ LAYERS: new Array(10_000).fill(LAYER).join(',') }));
    expect(answer.status).toBe(431);
    expect(await answer.text()).toContain('at most 16 KiB');
  });

  it('that are no good addresses are read as far as they go', async () => {
    expect((await ask(`${mapQuery()}&x=%ZZ&%&=&&y=%ff`)).headers.get('content-type')).toBe('image/png');
  });
});

describe('what lies at a place', () => {
  const info = (changes: Readonly<Record<string, string>>) => ask(mapQuery({ REQUEST: 'GetFeatureInfo', LAYERS: COUNTRIES, QUERY_LAYERS: COUNTRIES, I: '122', J: '109', ...changes }));

  it('is answered as JSON, HTML and text', async () => {
    const json = await info({ INFO_FORMAT: 'application/json' });
    expect(json.headers.get('content-type')).toMatch(/^application\/json/);
    expect(infoSchema.parse(await json.json()).features.map(({ label }) => label)).toEqual(['Brasil']);
    const html = await info({ INFO_FORMAT: 'text/html' });
    expect(html.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await html.text()).toContain('<caption>Brasil</caption>');
    expect(await (await info({})).text()).toContain('Brasil');
  });

  it('is nothing at sea', async () => {
    expect(infoSchema.parse(await (await info({ INFO_FORMAT: 'application/json', I: '199', J: '199' })).json()).features).toEqual([]);
  });

  it.each([
    [50, { FEATURE_COUNT: '1000' }, 50, false],
    [60, { FEATURE_COUNT: '50' }, 50, false],
    [60, {}, 1, false],
    [60, { FEATURE_COUNT: '1000' }, 50, true],
  ] as const)('of %i features, asked with %j, is %i, and whether the client gets fewer than there are and it asked for is said: %s', async (stacked, asked, told, isCut) => {
    const code = await publishStack(stacked);
    const at = (format: string) => info({ LAYERS: code, QUERY_LAYERS: code, CRS: 'CRS:84', BBOX: '-50,-20,-40,-10', I: '100', J: '100', INFO_FORMAT: format, ...asked });
    const json = infoSchema.parse(await (await at('application/json')).json());
    expect(json.features).toHaveLength(told);
    expect(json.cut).toEqual(isCut ? [{ layer: code, reported: 50 }] : undefined);
    const [html, text] = [await (await at('text/html')).text(), await (await at('text/plain')).text()];
    expect(html.includes('Há mais feições desta camada neste ponto; são informadas no máximo 50 por camada.')).toBe(isCut);
    expect(text.includes(`Layer '${code}' has more features here; at most 50 are given for one layer.`)).toBe(isCut);
  });

  it('is answered up to a number that the capabilities have', async () => {
    expect(await (await ask('SERVICE=WMS&REQUEST=GetCapabilities')).text()).toContain('GetFeatureInfo informa no máximo 50 feições de cada camada, e diz quando há mais.');
  });

  it('must be asked of a layer of the map', async () => {
    expect(await (await info({ QUERY_LAYERS: LAYER })).text()).toContain('code="LayerNotDefined"');
    expect(await (await info({ I: '200' })).text()).toContain('code="InvalidPoint"');
  });
});

describe('what lies at a place of one layer', () => {
  const features = (layer: string, query: string) => server.api.fetch(`/layers/${layer}/features?${query}`);
  const uuidOf = async (code: string) => {
    const groups = layerGroupsSchema.parse(await (await server.api.fetch('/layers/layer_groups')).json());
    return groups.flatMap(({ layers }) => layers).find((layer) => layer.code === code)?.uuid ?? '';
  };

  it('is named by its uuid', async () => {
    const response = await features(await uuidOf(COUNTRIES), 'longitude=-47.9&latitude=-15.8&resolution=5000');
    expect(response.status).toBe(200);
    expect(layerFeaturesSchema.parse(await response.json())).toEqual({ features: [{ label: 'Brasil', attributes: [{ name: 'nome', value: 'Brasil' }], more_attributes: 0 }], has_more: false });
    expect(await (await features(await uuidOf(COUNTRIES), 'longitude=-30&latitude=-15.8&resolution=5000')).json()).toEqual({ features: [], has_more: false });
  });

  it('is refused for what is no place or no layer', async () => {
    for (const query of ['', 'longitude=&latitude=1&resolution=1', 'longitude=-47.9&latitude=99&resolution=5000', 'longitude=-47.9&latitude=-15.8&resolution=0']) {
      const { detail } = await expectProblem(await features(await uuidOf(COUNTRIES), query), 400, 'invalid-request');
      expect(detail).toContain('has to be a number from');
    }
    await expectProblem(await features('http:%2F%2F127.0.0.1', 'longitude=-47.9&latitude=-15.8&resolution=5000'), 404, 'unknown-layer');
  });
});

describe('legends', () => {
  it('are swatches of the size asked for', async () => {
    const response = await ask(`SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&LAYER=${LAYER}&FORMAT=image/png&WIDTH=30&HEIGHT=12`);
    const { width, height, at } = await pixelsOf(response);
    expect([width, height]).toEqual([30, 12]);
    expect(at(15, 6)).not.toEqual(at(0, 0));
  });

  const GEOMETRIES = {
    areas: { type: 'Polygon', coordinates: [[[-46, -16], [-44, -16], [-44, -14], [-46, -14], [-46, -16]]] },
    lines: { type: 'LineString', coordinates: [[-46, -16], [-44, -14]] },
    points: { type: 'MultiPoint', coordinates: [[-46, -16], [-44, -14]] },
  };
  type Kind = keyof typeof GEOMETRIES;

  /** The colours at the centre of the sample, near its corner, and where only its line is. */
  async function sampleOf(...kinds: readonly Kind[]) {
    const code = await publish(kinds.join('-'), kinds.map((kind) => GEOMETRIES[kind]));
    const { at } = await pixelsOf(await ask(`SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&LAYER=${code}&FORMAT=image/png`));
    return { code, centre: at(10, 10), corner: at(3, 3), bend: at(4, 11), edge: at(1, 10) };
  }
  const EMPTY = [255, 255, 255, 255];

  it('are a square for areas, a line for lines, and a dot for points as on the map', async () => {
    const areas = await sampleOf('areas');
    expect([areas.centre, areas.corner, areas.bend]).toEqual([areas.centre, areas.centre, areas.centre]);
    expect(areas.centre).not.toEqual(EMPTY);

    const lines = await sampleOf('lines');
    expect([lines.corner, lines.edge]).toEqual([EMPTY, EMPTY]);
    expect(lines.bend).not.toEqual(EMPTY);

    const points = await sampleOf('points');
    expect([points.corner, points.bend, points.edge]).toEqual([EMPTY, EMPTY, EMPTY]);
    const map = await pixelsOf(await ask(`SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=${points.code}&STYLES=&SRS=EPSG:4326&BBOX=-47,-17,-45,-15&WIDTH=20&HEIGHT=20&FORMAT=image/png`));
    expect(points.centre).toEqual(map.at(10, 10));
    expect(points.centre).not.toEqual(EMPTY);
  });

  it('show all that a mixed layer has', async () => {
    const [areas, points, mixed, thin] = [await sampleOf('areas'), await sampleOf('points'), await sampleOf('areas', 'lines', 'points'), await sampleOf('lines', 'points')];
    expect(mixed.corner).toEqual(areas.corner);
    expect(mixed.bend).not.toEqual(areas.bend);
    expect([thin.corner, thin.edge]).toEqual([EMPTY, EMPTY]);
    expect(thin.bend).not.toEqual(EMPTY);
    expect([mixed.centre, thin.centre]).toEqual([points.centre, points.centre]);
  });
});

describe('other programs', () => {
  it.each([
    ['1.3.0', 'EPSG:4326'],
    ['1.1.1', 'EPSG:4326'],
    ['1.1.1', 'EPSG:3857'],
  ])('GDAL reads maps: %s, %s', needs(hasGdal, 'GDAL is not installed'), async (version, system) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'wms-gdal-'));
    try {
      const mercator = system === 'EPSG:3857';
      const description = path.join(folder, 'wms.xml');
      await writeFile(
        description,
        `<GDAL_WMS><Service name="WMS"><Version>${version}</Version><ServerUrl>${server.address}/api/v1/wms?</ServerUrl><Layers>${LAYER}</Layers>
        ${version === '1.3.0' ? `<CRS>${system}</CRS>` : `<SRS>${system}</SRS>`}<ImageFormat>image/png</ImageFormat><Transparent>FALSE</Transparent><BBoxOrder>${version === '1.3.0' ? 'yxYX' : 'xyXY'}</BBoxOrder></Service>
        <DataWindow><UpperLeftX>${mercator ? '-9000000' : '-80'}</UpperLeftX><UpperLeftY>${mercator ? '1500000' : '10'}</UpperLeftY><LowerRightX>${mercator ? '-3000000' : '-30'}</LowerRightX><LowerRightY>${mercator ? '-4500000' : '-40'}</LowerRightY><SizeX>400</SizeX><SizeY>400</SizeY></DataWindow>
        <Projection>${system}</Projection><BandsCount>3</BandsCount></GDAL_WMS>`,
      );
      const picture = path.join(folder, 'map.png');
      const translated = await run('gdal_translate', ['-q', '-of', 'PNG', description, picture], { env: environment });
      expect(translated.stderr).toBe('');
      const image = await loadImage(picture);
      const context = createCanvas(400, 400).getContext('2d');
      context.drawImage(image, 0, 0);
      const land = mercator ? [(9000000 - 5332000) / 15000, (1500000 + 1780000) / 15000] : [(80 + BRASILIA.longitude) * 8, (10 - BRASILIA.latitude) * 8];
      expect([...context.getImageData(Math.floor(land[0] ?? 0), Math.floor(land[1] ?? 0), 1, 1).data]).not.toEqual([255, 255, 255, 255]);
      expect([...context.getImageData(399, 399, 1, 1).data]).toEqual([255, 255, 255, 255]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each(['1.1.1', '1.3.0'])('OWSLib reads capabilities, maps, features and exceptions in %s', needs(python !== null, 'OWSLib is not installed'), async (version) => {
    const program = `
import json, sys
from owslib.wms import WebMapService
from owslib.util import ServiceException
wms = WebMapService(sys.argv[1], version=sys.argv[2])
layer = wms['${COUNTRIES}']
box = (-80, -40, -30, 10)
common = dict(layers=['${COUNTRIES}'], styles=['default'], srs='EPSG:4326', bbox=box, size=(200, 200))
picture = wms.getmap(format='image/png', transparent=True, **common).read()
info = wms.getfeatureinfo(query_layers=['${COUNTRIES}'], info_format='application/json', format='image/png', xy=(128, 103), **common).read()
try:
    wms.getmap(format='image/png', layers=['nowhere'], srs='EPSG:4326', bbox=box, size=(20, 20))
    refused = None
except ServiceException as error:
    refused = str(error)
print(json.dumps(dict(
    version=wms.identification.version, title=layer.title, box=layer.boundingBoxWGS84, queryable=layer.queryable,
    styles=list(layer.styles), systems=sorted(layer.crsOptions), operations=[operation.name for operation in wms.operations],
    formats=wms.getOperationByName('GetMap').formatOptions, picture=picture[1:4].decode(), info=json.loads(info), refused=refused)))
`;
    const ran = await run(python ?? 'python3', ['-c', program, `${server.address}/api/v1/wms`, version], { env: environment });
    expect(ran.stderr).toBe('');
    const seen = seenSchema.parse(JSON.parse(ran.stdout));
    expect(seen).toMatchObject({ version, queryable: 1, styles: ['default'], picture: 'PNG', formats: ['image/png', 'image/png; mode=8bit', 'image/jpeg'] });
    expect(seen.info.features.map(({ label }) => label)).toEqual(['Brasil']);
    expect(seen.refused).toContain('nowhere');
  });
});
