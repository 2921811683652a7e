import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ProblemError } from '@geoinsights/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import type { WmsAnswer } from '../wms/service.ts';
import { LayerFeaturesService } from './layer-features-service.ts';

const PLACE = { longitude: -47.75, latitude: -15.5, resolution: 10 };
const COLLECTION = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { cod_imovel: 'GO-1', nome: 'Santa Clara', area: 12.5, nada: null, forma: { type: 'Point', coordinates: [1, 2] } } }] };
const SANTA_CLARA = {
  label: 'Santa Clara',
  attributes: [
    { name: 'cod_imovel', value: 'GO-1' },
    { name: 'nome', value: 'Santa Clara' },
    { name: 'area', value: '12.5' },
    { name: 'nada', value: '' },
  ],
  more_attributes: 0,
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A WMS with given answers, and the requests it received. */
async function wmsThat(answer: (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void) {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://wms').searchParams;
    asked.push(query);
    answer(request, response, query);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}/ows` };
}

function find(url: string | null, { minimumZoom = null, milliseconds = 60_000, answer = '' }: { minimumZoom?: number | null; milliseconds?: number; answer?: string } = {}) {
  const service = new LayerFeaturesService({
    layerOf: (uuid) => Promise.resolve(uuid === 'known' ? { name: 'Imóveis', code: 'sicar:go', url, minimumZoom } : null),
    wms: { answer: () => Promise.resolve({ status: 200, headers: {}, body: answer }) },
    milliseconds,
    networks: ['127.0.0.0/8'],
  });
  return (uuid = 'known') => service.find(uuid, PLACE, new AbortController().signal);
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error('There was no problem.', { cause: error });
  expect(error.message).not.toMatch(/[{}]|127\.0|\/ows/);
  return `${error.code}: ${error.message}`;
}

describe('what lies at a place', () => {
  it('is asked of the WMS that the catalogue names, at that place', async () => {
    const { asked, url } = await wmsThat((_request, response) => response.end(JSON.stringify(COLLECTION)));
    expect(await find(`${url}?map=goias&layers=other`)()).toEqual({ features: [SANTA_CLARA], has_more: false });
    const [query] = asked;
    expect(Object.fromEntries(query)).toMatchObject({ map: 'goias', REQUEST: 'GetFeatureInfo', LAYERS: 'sicar:go', QUERY_LAYERS: 'sicar:go', CRS: 'EPSG:3857', I: '50', J: '50' });
    expect(query.has('layers')).toBe(false);
    const [west = 0, south = 0, east = 0, north = 0] = (query.get('BBOX') ?? '').split(',').map(Number);
    expect((west + east) / 2).toBeCloseTo(-5_315_505.68, 1);
    expect((south + north) / 2).toBeCloseTo(-1_746_891.56, 1);
    expect(east - west).toBeCloseTo(1010, 6);
  });

  it.each([
    ['MapServer', "GetFeatureInfo results:\n\nLayer 'x'\n  Feature 1: \n    nome = 'Santa Clara'\n    area = '1 = 2'\n  Feature 2: \n    nome = 'Boa Vista'\n"],
    ['GeoServer', "Results for FeatureType 'http://x:y':\n--------------------------------------------\nnome = Santa Clara\ngeom = [GEOMETRY (MultiPolygon) with 9 points]\narea = 1 = 2\n--------------------------------------------\nnome = Boa Vista\n--------------------------------------------\n"],
  ])('is read from the text of %s where there is no JSON', async (_name, text) => {
    const { url } = await wmsThat((_request, response, query) => {
      if (query.get('INFO_FORMAT') === 'application/json') response.end('<ServiceExceptionReport><ServiceException code="InvalidFormat"/></ServiceExceptionReport>');
      else response.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from(text, 'latin1'));
    });
    const { features } = await find(url)();
    expect(features.map(({ label }) => label)).toEqual(['Santa Clara', 'Boa Vista']);
    expect(features[0]?.attributes).toEqual([
      { name: 'nome', value: 'Santa Clara' },
      { name: 'area', value: '1 = 2' },
    ]);
  });

  it('is nothing where the service finds nothing, or the map is too far away for the layer', async () => {
    const { asked, url } = await wmsThat((_request, response) => response.end('{"type":"FeatureCollection","features":[]}'));
    expect(await find(url)()).toEqual({ features: [], has_more: false });
    // 10 metres per pixel correspond to zoom 13.9.
    expect(await find(url, { minimumZoom: 14 })()).toEqual({ features: [], has_more: false });
    expect(asked).toHaveLength(1);
  });

  it('comes from our own data without any address', async () => {
    expect(await find(null, { answer: JSON.stringify({ type: 'FeatureCollection', features: [{ label: 'Brasil', properties: {} }, { label: 'feature 7', properties: {} }] }) })()).toEqual({ features: [{ label: 'Brasil', attributes: [], more_attributes: 0 }, { label: null, attributes: [], more_attributes: 0 }], has_more: false });
  });

  it('heads a feature by its name rather than by its key in a table', async () => {
    const features = [{ label: '7', properties: { fid: 7, nome: 'Santa Clara' } }, { label: '8', properties: { fid: 8, uso: 'soja' } }, { label: '9', properties: { fid: 9, nome: '' } }];
    expect((await find(null, { answer: JSON.stringify({ type: 'FeatureCollection', features }) })()).features.map(({ label }) => label)).toEqual(['Santa Clara', '8', '9']);
  });

  it('keeps values that are lists or objects, as JSON, and leaves out geometries only', async () => {
    const properties = { tags: ['a', 'b'], owner: { name: 'Maria' }, centre: { type: 'Point', coordinates: [1, 2] }, all: { type: 'GeometryCollection', geometries: [] } };
    const { url } = await wmsThat((_request, response) => response.end(JSON.stringify({ type: 'FeatureCollection', features: [{ properties }] })));
    expect((await find(url)()).features[0]?.attributes).toEqual([
      { name: 'tags', value: '["a","b"]' },
      { name: 'owner', value: '{"name":"Maria"}' },
    ]);
  });

  it('leaves out a value that is nested too deeply to be written, and nothing else', async () => {
    const { url } = await wmsThat((_request, response) => response.end(`{"type":"FeatureCollection","features":[{"properties":{"nome":"Santa Clara","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}}]}`));
    expect((await find(url)()).features).toEqual([{ label: 'Santa Clara', attributes: [{ name: 'nome', value: 'Santa Clara' }], more_attributes: 0 }]);
  });

  it('says when there is more than is told', async () => {
    const named = (count: number) => JSON.stringify({ type: 'FeatureCollection', features: Array.from({ length: count }, (_, index) => ({ properties: { nome: String(index) } })) });
    for (const [count, hasMore] of [[10, false], [11, true]] as const) {
      const { asked, url } = await wmsThat((_request, response) => response.end(named(count)));
      for (const answer of [await find(url)(), await find(null, { answer: named(count) })()]) expect([answer.features.length, answer.has_more]).toEqual([10, hasMore]);
      expect(asked.at(0)?.get('FEATURE_COUNT')).toBe('11');
      const text = Array.from({ length: count }, (_, index) => `  Feature ${String(index)}:\n    nome = 'x'`).join('\n');
      const { url: old } = await wmsThat((_request, response, query) => response.end(query.get('INFO_FORMAT') === 'text/plain' ? text : '<none/>'));
      const told = await find(old)();
      expect([told.features.length, told.has_more]).toEqual([10, hasMore]);
    }
  });

  it('is read at once however a service fills its lines', async () => {
    const findAmong = async (blank: string) => {
      const { url } = await wmsThat((_request, response, query) => response.end(query.get('INFO_FORMAT') === 'text/plain' ? `${blank}\nnome${blank}= ${blank}Santa${blank}Clara${blank}\nx${blank}y\n` : '<none/>'));
      return (await find(url)()).features;
    };
    const blank = ' '.repeat(2500);
    expect(await findAmong(blank)).toEqual([{ label: `Santa${blank}Clara`.slice(0, 1999) + '…', attributes: [{ name: 'nome', value: `Santa${blank}Clara`.slice(0, 1999) + '…' }], more_attributes: 0 }]);
    // Not every way of dividing the blanks is tried.
    expect(await growthOf((share) => findAmong(' '.repeat(2500 * share)))).toBeLessThan(IN_PROPORTION);
  });

  it('is bounded however much a service says', async () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${String(index)}`, 'x'.repeat(5000)]));
    const { url } = await wmsThat((_request, response) => response.end(JSON.stringify({ type: 'FeatureCollection', features: [{ properties }] })));
    const [feature] = (await find(url)()).features;
    expect(feature.attributes).toHaveLength(100);
    expect(feature.more_attributes).toBe(400);
    // What is cut is seen to be.
    expect(feature.attributes[0]?.value).toBe(`${'x'.repeat(1999)}…`);
  });
});

describe('what goes wrong', () => {
  it('of a layer that there is not', async () => {
    expect(await problemOf(find(null)('unknown'))).toContain('unknown-layer');
  });

  it('when there is no connection: with the reason, where there is one that a visitor can read', async () => {
    const { url: closed } = await wmsThat(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await problemOf(find(closed)())).toContain('layer-service-unavailable: The features of the layer "Imóveis" at this place are not known: its service does not answer (there is no connection to it: nothing listens there: the service may be down, or the port wrong (ECONNREFUSED))');
    const { url: breaking } = await wmsThat((request) => request.socket.destroy());
    expect(await problemOf(find(breaking)())).toContain('(there is no connection to it: it broke the connection off (');
    // A port that fetch refuses; its message has no code.
    expect(await problemOf(find('http://127.0.0.1:9/ows')())).toContain('(there is no connection to it).');
  });

  it('when an error is answered, or it takes too long', async () => {
    const { url } = await wmsThat((_request, response) => response.writeHead(500).end());
    expect(await problemOf(find(url)())).toContain('status 500');
    const { url: slow } = await wmsThat(() => undefined);
    expect(await problemOf(find(slow, { milliseconds: 100 })())).toContain('takes too long');
  });

  it('when the service sends elsewhere: no other host or port is ever asked', async () => {
    const { asked, url: elsewhere } = await wmsThat((_request, response) => response.end(JSON.stringify(COLLECTION)));
    const { url } = await wmsThat((_request, response) => response.writeHead(302, { location: elsewhere }).end());
    expect(await problemOf(find(url)())).toContain('redirects elsewhere');
    expect(asked).toEqual([]);
  });

  it('but a redirect within the service is followed, though not in circles', async () => {
    const { url } = await wmsThat((request, response) => {
      if (request.url?.startsWith('/new') === true) response.end(JSON.stringify(COLLECTION));
      else response.writeHead(301, { location: '/new' }).end();
    });
    expect(await find(url)()).toEqual({ features: [SANTA_CLARA], has_more: false });
    const { url: circle } = await wmsThat((_request, response) => response.writeHead(301, { location: '/again' }).end());
    expect(await problemOf(find(circle)())).toContain('in circles');
  });

  it.each([
    ['a page', '<html><body>Login</body></html>'],
    ['other JSON', '{"error":"x"}'],
    ['too much', 'x'.repeat(5 << 20)],
  ])('when %s is answered', async (_name, body) => {
    const { url } = await wmsThat((_request, response) => response.end(body));
    expect(await problemOf(find(url)())).toContain('layer-service-not-understood');
  });

  it('when our own data cannot be drawn, which is something else than too many questions', async () => {
    const find = (answer: Pick<WmsAnswer, 'isBusy'>) =>
      new LayerFeaturesService({
        layerOf: () => Promise.resolve({ name: 'Imóveis', code: 'imoveis', url: null, minimumZoom: null }),
        wms: { answer: () => Promise.resolve({ status: 503, headers: {}, body: '<ServiceExceptionReport/>', ...answer }) },
      }).find('known', PLACE, new AbortController().signal);
    expect(await problemOf(find({ isBusy: true }))).toContain('layer-service-busy');
    expect(await problemOf(find({}))).toContain('layer-service-unavailable: The features of the layer "Imóveis" at this place are not known: its service does not answer (its data cannot be read)');
  });

  it('when too many questions are open', async () => {
    const { url } = await wmsThat(() => undefined);
    const ask = find(url, { milliseconds: 500 });
    const first = Array.from({ length: 64 }, () => ask().catch(() => undefined));
    expect(await problemOf(ask())).toContain('layer-service-busy');
    await Promise.all(first);
  });
});
