import { describe, expect, it } from 'vitest';
import { parseWmsRequest } from './request.ts';
import { ServiceError } from './service-error.ts';

const MAP = 'SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=land&STYLES=&CRS=EPSG:3857&BBOX=1,2,3,4&WIDTH=256&HEIGHT=128&FORMAT=image/png';
const MAP_111 = 'SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=land&STYLES=&SRS=EPSG:3857&BBOX=1,2,3,4&WIDTH=256&HEIGHT=128&FORMAT=image/png';
const INFO = MAP.replace('GetMap', 'GetFeatureInfo') + '&QUERY_LAYERS=land&I=5&J=6';

function parse(query: string) {
  return parseWmsRequest(new URLSearchParams(query));
}

/** The query with parameters replaced; null removes one. */
function changed(query: string, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters;
}

describe('which request it is', () => {
  it.each([
    ['SERVICE=WMS&REQUEST=GetCapabilities', '1.3.0'],
    ['request=getcapabilities&service=wms&version=1.3.0', '1.3.0'],
    ['REQUEST=GetCapabilities&VERSION=1.1.1', '1.1.1'],
    ['REQUEST=GetCapabilities&VERSION=1.1.0', '1.1.1'],
    ['REQUEST=GetCapabilities&VERSION=1.0.0', '1.1.1'],
    ['REQUEST=GetCapabilities&VERSION=1.2.0', '1.1.1'],
    ['REQUEST=GetCapabilities&VERSION=2.0.0', '1.3.0'],
    ['REQUEST=capabilities&WMTVER=1.0.0', '1.1.1'],
  ])('%s is answered in %s', (query, version) => {
    expect(parse(query)).toEqual({ kind: 'capabilities', version });
  });

  it('reads names without regard to case, and passes over what is not ours', () => {
    const odd = 'service=WMS&vErSiOn=1.3.0&Request=GetMap&layers=land&styles=&crs=epsg:3857&bbox=1,2,3,4&width=256&height=128&format=IMAGE/PNG&TILED=true&foo=bar';
    expect(parse(odd)).toEqual(parse(MAP));
  });
});

describe('how dense a picture is', () => {
  it.each([
    ['', 1],
    ['&DPI=96&MAP_RESOLUTION=96&FORMAT_OPTIONS=dpi:96', 1],
    ['&FORMAT_OPTIONS=dpi:180', 2],
    ['&FORMAT_OPTIONS=antialias:full;dpi:135', 1.5],
    ['&MAP_RESOLUTION=270', 3],
    ['&DPI=300', 3.25],
    ['&DPI=30', 1],
    ['&DPI=100000', 4],
    ['&FORMAT_OPTIONS=dpi:fine&DPI=-5&MAP_RESOLUTION=', 1],
  ])('"%s": %d pixels along a usual one', (parameters, density) => {
    expect(parse(MAP + parameters)).toMatchObject({ view: { density } });
    expect(parse(INFO + parameters)).toMatchObject({ map: { view: { density } } });
  });
});

describe('where a box lies', () => {
  const LON_LAT = { west: 1, south: 2, east: 3, north: 4 };
  const LAT_LON = { west: 2, south: 1, east: 4, north: 3 };
  it.each([
    ['1.3.0', 'EPSG:3857', 'mercator', LON_LAT],
    ['1.3.0', 'EPSG:900913', 'mercator', LON_LAT],
    ['1.3.0', 'EPSG:4326', 'geographic', LAT_LON],
    ['1.3.0', 'EPSG:4674', 'geographic', LAT_LON],
    ['1.3.0', 'CRS:84', 'geographic', LON_LAT],
    ['1.3.0', 'crs:84', 'geographic', LON_LAT],
    ['1.1.1', 'EPSG:3857', 'mercator', LON_LAT],
    ['1.1.1', 'EPSG:900913', 'mercator', LON_LAT],
    ['1.1.1', 'EPSG:4326', 'geographic', LON_LAT],
    ['1.1.1', 'EPSG:4674', 'geographic', LON_LAT],
  ])('version %s, %s: %s', (version, system, plane, box) => {
    const query = version === '1.3.0' ? changed(MAP, { CRS: system }) : changed(MAP_111, { SRS: system });
    expect(parseWmsRequest(query)).toMatchObject({ kind: 'map', version, view: { ...box, plane, width: 256, height: 128 } });
  });
});

describe('how a picture looks', () => {
  it.each([
    [{}, { format: 'image/png', transparent: false, background: '#ffffff', layers: ['land'] }],
    [{ TRANSPARENT: 'TRUE' }, { transparent: true }],
    [{ TRANSPARENT: 'false', BGCOLOR: '0xFF8000' }, { transparent: false, background: '#ff8000' }],
    [{ FORMAT: 'image/png8' }, { format: 'image/png; mode=8bit' }],
    [{ FORMAT: 'image/png;mode=8bit' }, { format: 'image/png; mode=8bit' }],
    [{ FORMAT: 'image/jpeg' }, { format: 'image/jpeg' }],
    [{ LAYERS: 'land, water', STYLES: ',default' }, { layers: ['land', 'water'] }],
    [{ STYLES: null }, { layers: ['land'] }],
    [{ SLD: '', SLD_BODY: '' }, { layers: ['land'] }],
    [{ CRS: '', SRS: 'EPSG:3857' }, { layers: ['land'] }],
    [{ BBOX: ' -1.5e0 ,.5,+3.,4' }, { view: { west: -1.5, south: 0.5, east: 3, north: 4 } }],
    // A plus that was sent as it is arrives as a space.
    [{ BBOX: '-9e 06,-4.5E 06,-3e-01, 1.5e 6' }, { view: { west: -9e6, south: -4.5e6, east: -0.3, north: 1.5e6 } }],
    [{ WIDTH: '256.0', HEIGHT: '+128.' }, { view: { width: 256, height: 128 } }],
    [{ LAYERS: 'a,b,c,d', WIDTH: '4096', HEIGHT: '4096' }, { layers: ['a', 'b', 'c', 'd'] }],
    [{ LAYERS: new Array(32).fill('a').join(','), WIDTH: '1448', HEIGHT: '1448' }, { view: { width: 1448 } }],
    [{ WIDTH: '4096', HEIGHT: '4096' }, { view: { width: 4096, height: 4096 } }],
  ])('%j', (changes, expected) => {
    expect(parseWmsRequest(changed(MAP, changes))).toMatchObject(expected);
  });
});

describe('what is wrong with a map', () => {
  it.each([
    [{ SERVICE: 'WFS' }, null, 'SERVICE'],
    [{ REQUEST: null }, null, 'REQUEST'],
    [{ REQUEST: 'GetCoverage' }, 'OperationNotSupported', 'REQUEST'],
    [{ VERSION: null }, null, 'VERSION'],
    [{ VERSION: '2.0.0' }, null, 'VERSION'],
    [{ LAYERS: null }, null, 'LAYERS'],
    [{ LAYERS: '' }, null, 'LAYERS'],
    [{ LAYERS: new Array(33).fill('a').join(',') }, null, 'LAYERS'],
    [{ STYLES: 'pretty' }, 'StyleNotDefined', 'STYLES'],
    [{ STYLES: 'default,default' }, 'StyleNotDefined', 'STYLES'],
    [{ SLD: 'https://maps.example/style.sld' }, 'StyleNotDefined', 'SLD'],
    [{ LAYERS: null, SLD_BODY: '<StyledLayerDescriptor/>' }, 'StyleNotDefined', 'SLD_BODY'],
    [{ CRS: null }, null, 'CRS'],
    [{ CRS: '' }, null, 'CRS'],
    [{ VERSION: ' ' }, null, 'VERSION'],
    [{ CRS: 'EPSG:31983' }, 'InvalidCRS', 'CRS'],
    [{ BBOX: null }, null, 'BBOX'],
    [{ BBOX: '1,2,3' }, null, 'BBOX'],
    [{ BBOX: '1,2,3,4,5' }, null, 'BBOX'],
    [{ BBOX: '1,2,3,x' }, null, 'BBOX'],
    [{ BBOX: '1,,3,4' }, null, 'BBOX'],
    [{ BBOX: '1,2,NaN,4' }, null, 'BBOX'],
    [{ BBOX: '1,2,Infinity,4' }, null, 'BBOX'],
    [{ BBOX: '1,2,1e300,4' }, null, 'BBOX'],
    [{ BBOX: '1,2,1e308,4' }, null, 'BBOX'],
    [{ BBOX: '0x1,2,3,4' }, null, 'BBOX'],
    [{ BBOX: '1;2;3;4' }, null, 'BBOX'],
    [{ BBOX: '3,2,1,4' }, null, 'BBOX'],
    [{ BBOX: '1,4,3,4' }, null, 'BBOX'],
    [{ WIDTH: null }, null, 'WIDTH'],
    [{ WIDTH: '0' }, null, 'WIDTH'],
    [{ WIDTH: '-5' }, null, 'WIDTH'],
    [{ WIDTH: '2.5' }, null, 'WIDTH'],
    [{ WIDTH: '4097' }, null, 'WIDTH'],
    [{ HEIGHT: '999999999999999' }, null, 'HEIGHT'],
    [{ HEIGHT: '1e3' }, null, 'HEIGHT'],
    [{ LAYERS: 'a,b,c,d,e', WIDTH: '4096', HEIGHT: '4096' }, null, 'WIDTH'],
    [{ LAYERS: new Array(32).fill('a').join(','), WIDTH: '1449', HEIGHT: '1449' }, null, 'WIDTH'],
    [{ FORMAT: null }, null, 'FORMAT'],
    [{ FORMAT: 'image/tiff' }, 'InvalidFormat', 'FORMAT'],
    [{ TRANSPARENT: 'maybe' }, null, 'TRANSPARENT'],
    [{ BGCOLOR: 'white' }, null, 'BGCOLOR'],
    [{ LAYERS: 'x'.repeat(9000) }, null, 'LAYERS'],
  ])('%j is reported as %s at %s', (changes, code, locator) => {
    expect(faultOf(changed(MAP, changes))).toMatchObject({ code, locator, status: 200 });
  });

  it('takes the first of a parameter that stands twice', () => {
    expect(parse(`${MAP}&LAYERS=other&layers=third`)).toEqual(parse(MAP));
  });

  it('never tells more of a value than a sentence can hold', () => {
    expect(faultOf(changed(MAP, { BBOX: '9'.repeat(5000) })).message.length).toBeLessThan(250);
  });
});

describe('what lies at a place', () => {
  it.each([
    [INFO, { column: 5, row: 6, format: 'text/plain', count: 1, queryLayers: ['land'] }],
    [INFO + '&INFO_FORMAT=text/html&FEATURE_COUNT=3', { format: 'text/html', count: 3 }],
    [INFO + '&INFO_FORMAT=application/vnd.geo%2Bjson', { format: 'application/json' }],
    [MAP_111.replace('GetMap', 'GetFeatureInfo') + '&QUERY_LAYERS=land&X=7&Y=8', { column: 7, row: 8 }],
  ])('%s', (query, expected) => {
    expect(parse(query)).toMatchObject({ kind: 'info', ...expected });
  });

  it.each([
    [{ QUERY_LAYERS: null }, null, 'QUERY_LAYERS'],
    [{ I: null }, null, 'I'],
    [{ I: '256' }, 'InvalidPoint', 'I'],
    [{ J: '-1' }, 'InvalidPoint', 'J'],
    [{ J: '1.5' }, 'InvalidPoint', 'J'],
    [{ INFO_FORMAT: 'application/vnd.ogc.gml' }, 'InvalidFormat', 'INFO_FORMAT'],
    [{ FEATURE_COUNT: '0' }, null, 'FEATURE_COUNT'],
  ])('%j is reported as %s at %s', (changes, code, locator) => {
    expect(faultOf(changed(INFO, changes))).toMatchObject({ code, locator });
  });
});

describe('a legend', () => {
  it('has a size of its own unless one is asked for', () => {
    expect(parse('REQUEST=GetLegendGraphic&LAYER=land&FORMAT=image/png')).toMatchObject({ kind: 'legend', layer: 'land', width: 20, height: 20 });
    expect(parse('REQUEST=GetLegendGraphic&LAYER=land&WIDTH=40&HEIGHT=30')).toMatchObject({ width: 40, height: 30 });
  });

  it('needs a layer, and one of its styles', () => {
    expect(faultOf(new URLSearchParams('REQUEST=GetLegendGraphic'))).toMatchObject({ locator: 'LAYER' });
    expect(faultOf(new URLSearchParams('REQUEST=GetLegendGraphic&LAYER=land&STYLE=x'))).toMatchObject({ code: 'StyleNotDefined' });
  });
});

function faultOf(query: URLSearchParams): ServiceError {
  try {
    parseWmsRequest(query);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The request was taken for a good one.');
}
