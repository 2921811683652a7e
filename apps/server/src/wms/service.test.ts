import { describe, expect, it } from 'vitest';
import type { RenderOrder } from './render-messages.ts';
import { WmsService } from './service.ts';
import type { WmsLayer } from './wms-catalogue.ts';

const LAYER: WmsLayer = {
  code: 'parcels',
  title: 'Parcels & <more>',
  abstract: 'What “belongs” to whom\u0007',
  color: '#d7301f',
  isOutlined: false,
  extent: [-50, -20, -40, -10],
  folder: '/nowhere',
  version: 'a1',
  attribution: 'Registry',
  minimumZoom: 6,
};
const MAP = 'SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=parcels&STYLES=&SRS=EPSG:3857&WIDTH=256&HEIGHT=256&FORMAT=image/png';

/** A service whose pictures are their orders. */
function serviceOf(layers: readonly WmsLayer[]) {
  const orders: RenderOrder[] = [];
  const render = (order: RenderOrder) => {
    orders.push(order);
    return Promise.resolve(Uint8Array.of(1));
  };
  const service = new WmsService({ layers: () => Promise.resolve(layers), use: (_layers, work) => work() }, { render });
  const ask = (query: string, known?: string) => service.answer({ query: new URLSearchParams(query), address: 'http://maps.example/wms', known, signal: new AbortController().signal });
  return { orders, ask };
}

function tileOf(zoom: number): string {
  return `BBOX=0,0,${String(40_075_016.68557849 / 2 ** zoom)},${String(40_075_016.68557849 / 2 ** zoom)}`;
}

describe('a layer with a minimum zoom', () => {
  it.each([
    [5, 0],
    [6, 1],
    [7, 1],
  ])('at zoom %d shows %d layers', async (zoom, shown) => {
    const { ask, orders } = serviceOf([LAYER]);
    expect((await ask(`${MAP}&${tileOf(zoom)}`)).status).toBe(200);
    expect(orders).toMatchObject([{ kind: 'map', layers: new Array(shown).fill({ code: 'parcels' }) }]);
  });

  it.each([
    ['&FORMAT_OPTIONS=dpi:180', 0],
    ['&DPI=96', 1],
  ])('is shown by the size that its pixels have on the screen: %s', async (density, shown) => {
    const { ask, orders } = serviceOf([LAYER]);
    await ask(`${MAP}&${tileOf(6)}${density}`);
    expect(orders).toMatchObject([{ kind: 'map', layers: new Array(shown).fill({ code: 'parcels' }) }]);
  });

  it('is found under a position only where it is shown', async () => {
    for (const [zoom, found] of [[5, 0], [6, 1]] as const) {
      const { ask, orders } = serviceOf([LAYER]);
      await ask(`${MAP.replace('GetMap', 'GetFeatureInfo')}&${tileOf(zoom)}&QUERY_LAYERS=parcels&X=5&Y=5`);
      expect(orders).toMatchObject([{ kind: 'info', layers: new Array(found).fill({ code: 'parcels' }) }]);
    }
  });

  it('says so in its capabilities, as a scale', async () => {
    const { ask } = serviceOf([LAYER]);
    const modern = (await ask('REQUEST=GetCapabilities')).body.toString();
    expect(Number(/<MaxScaleDenominator>([\d.]+)</.exec(modern)?.[1])).toBeCloseTo(559_082_264.029 / 2 ** 6, 0);
    const old = (await ask('REQUEST=GetCapabilities&VERSION=1.1.1')).body.toString();
    expect(Number(/<ScaleHint min="0" max="([\d.]+)"/.exec(old)?.[1])).toBeCloseTo((156_543.034 / 2 ** 6) * Math.SQRT2, 1);
  });
});

describe('what may be kept', () => {
  it('changes with the version of the layer, and with the colour', async () => {
    const tags = new Set<string | undefined>();
    for (const layer of [LAYER, { ...LAYER, version: 'a2' }, { ...LAYER, color: '#00ff00' }]) {
      tags.add((await serviceOf([layer]).ask(`${MAP}&${tileOf(8)}`)).headers['etag']);
    }
    expect(tags.size).toBe(3);
  });

  it('is kept for ever under an address that names the version, and only the right one', async () => {
    const { ask } = serviceOf([LAYER]);
    expect((await ask(`${MAP}&${tileOf(8)}&v=a1`)).headers['cache-control']).toContain('immutable');
    expect((await ask(`${MAP}&${tileOf(8)}&V=a1`)).headers['cache-control']).toContain('immutable');
    expect((await ask(`${MAP}&${tileOf(8)}&v=a0`)).headers['cache-control']).toBe('public, max-age=60');
    expect((await ask(`${MAP}&${tileOf(8)}`)).headers['cache-control']).toBe('public, max-age=60');
  });

  it('is not drawn for who has it', async () => {
    const { ask, orders } = serviceOf([LAYER]);
    const tag = (await ask(`${MAP}&${tileOf(8)}`)).headers['etag'];
    expect(await ask(`${MAP}&${tileOf(8)}`, tag)).toMatchObject({ status: 304, body: '' });
    expect(orders).toHaveLength(1);
  });

  it('has a weak tag where it may be sent compressed', async () => {
    const { ask } = serviceOf([LAYER]);
    const { headers } = await ask('REQUEST=GetCapabilities');
    expect(headers['etag']).toMatch(/^W\/"/);
    expect(await ask('REQUEST=GetCapabilities', headers['etag'])).toMatchObject({ status: 304 });
    expect((await ask(`${MAP}&${tileOf(8)}`)).headers['etag']).toMatch(/^"/);
  });

  it('is never an exception', async () => {
    expect((await serviceOf([]).ask(`${MAP}&${tileOf(8)}`)).headers).toMatchObject({ 'cache-control': 'no-store' });
  });
});

describe('capabilities', () => {
  it('give boxes in the order of axes of their version', async () => {
    const { ask } = serviceOf([LAYER]);
    const modern = (await ask('REQUEST=GetCapabilities')).body.toString();
    expect(modern).toContain('<BoundingBox CRS="EPSG:4326" minx="-20" miny="-50" maxx="-10" maxy="-40"/>');
    expect(modern).toContain('<BoundingBox CRS="CRS:84" minx="-50" miny="-20" maxx="-40" maxy="-10"/>');
    const old = (await ask('REQUEST=GetCapabilities&VERSION=1.1.1')).body.toString();
    expect(old).toContain('<BoundingBox SRS="EPSG:4674" minx="-50" miny="-20" maxx="-40" maxy="-10"/>');
    expect(old).not.toContain('CRS:84');
  });

  it.each([
    ['a layer of one point', [-50, -15, -50, -15], 4],
    ['a layer smaller than the last digit', [-50, -15, -50 + 1e-8, -15 + 1e-8], 4],
    ['a layer at the pole, beyond what EPSG:3857 reaches', [26, -88.7, 63, -87.4], 3],
  ] as const)('give no box without a size: %s', async (_, extent, boxes) => {
    const text = (await serviceOf([{ ...LAYER, extent: [...extent] }]).ask('REQUEST=GetCapabilities')).body.toString();
    const sizes = [...text.matchAll(/minx="(\S+)" miny="(\S+)" maxx="(\S+)" maxy="(\S+)"/g)].map(([, minx, miny, maxx, maxy]) => Number(minx) < Number(maxx) && Number(miny) < Number(maxy));
    expect(sizes).toEqual(new Array(boxes).fill(true));
    const [west, east, south, north] = [...text.matchAll(/<(?:west|east|south|north)Bound\w+>([^<]+)</g)].slice(-4).map(([, degree]) => Number(degree));
    expect(west < east && south < north).toBe(true);
  });

  it('hold texts that no XML reader stumbles over', async () => {
    const text = (await serviceOf([LAYER]).ask('REQUEST=GetCapabilities')).body.toString();
    expect(text).toContain('<Title>Parcels &amp; &lt;more&gt;</Title>');
    expect(text).toContain('<Abstract>What “belongs” to whom</Abstract>');
  });
});
