import type { View } from '@geoinsights/catalogue/local-layer';
import { densityOf } from './density.ts';
import { excerpt, Parameters } from './parameters.ts';
import { referenceSystemOf } from './reference-systems.ts';
import { ServiceError } from './service-error.ts';
import { knownVersion, negotiateVersion } from './versions.ts';
import type { WmsVersion } from './versions.ts';

/** The maximum side of a picture in pixels. */
export const LARGEST_SIDE = 4096;
/** The maximum number of layers in one picture. */
export const MOST_LAYERS = 32;
/** The maximum number of features given for one layer at a position. */
export const MOST_FEATURES = 50;
/** The maximum pixels, summed over the layers, that one picture may cost: four layers of the largest picture. */
const MOST_PIXELS = 4 * LARGEST_SIDE ** 2;
/** Beyond this a BBOX coordinate cannot be on Earth. */
const FARTHEST_COORDINATE = 1e9;

export const MAP_FORMATS = ['image/png', 'image/png; mode=8bit', 'image/jpeg'] as const;
export type MapFormat = (typeof MAP_FORMATS)[number];
export const INFO_FORMATS = ['application/json', 'text/html', 'text/plain'] as const;
export type InfoFormat = (typeof INFO_FORMATS)[number];

/** Other spellings that clients send. */
const FORMAT_ALIASES: Readonly<Record<string, MapFormat | InfoFormat>> = {
  'image/png8': 'image/png; mode=8bit',
  'image/png;mode=8bit': 'image/png; mode=8bit',
  'image/png; mode=24bit': 'image/png',
  'image/jpg': 'image/jpeg',
  'application/geojson': 'application/json',
  'application/geo+json': 'application/json',
  'application/vnd.geo+json': 'application/json',
};

export interface MapRequest {
  readonly kind: 'map';
  readonly version: WmsVersion;
  /** Codes, bottom layer first. */
  readonly layers: readonly string[];
  readonly view: View;
  readonly format: MapFormat;
  readonly transparent: boolean;
  /** `#rrggbb`. */
  readonly background: string;
}

export interface FeatureInfoRequest {
  readonly kind: 'info';
  readonly version: WmsVersion;
  readonly map: Pick<MapRequest, 'layers' | 'view'>;
  readonly queryLayers: readonly string[];
  readonly format: InfoFormat;
  /** Per layer. */
  readonly count: number;
  /** In the picture, from its upper left corner. */
  readonly column: number;
  readonly row: number;
}

export interface LegendRequest {
  readonly kind: 'legend';
  readonly version: WmsVersion;
  readonly layer: string;
  readonly format: MapFormat;
  readonly width: number;
  readonly height: number;
  readonly transparent: boolean;
}

export interface CapabilitiesRequest {
  readonly kind: 'capabilities';
  readonly version: WmsVersion;
}

export type WmsRequest = CapabilitiesRequest | MapRequest | FeatureInfoRequest | LegendRequest;

/** The version for answering a request that may be wrong in every respect. */
export function versionOf(query: URLSearchParams): WmsVersion {
  const parameters = new Parameters(query);
  try {
    return negotiateVersion(parameters.get('VERSION') ?? parameters.get('WMTVER'));
  } catch {
    return '1.3.0';
  }
}

/**
 * The parsed request, checked as far as possible without the catalogue. Unknown parameters are ignored.
 * @throws ServiceError
 */
export function parseWmsRequest(query: URLSearchParams): WmsRequest {
  const parameters = new Parameters(query);
  const service = parameters.get('SERVICE');
  if (service !== null && service !== '' && service.toUpperCase() !== 'WMS') {
    throw new ServiceError(null, `This is a WMS; SERVICE must be WMS, not "${excerpt(service)}".`, 'SERVICE');
  }
  const operation = parameters.require('REQUEST');
  switch (operation.toLowerCase()) {
    case 'getcapabilities':
    case 'capabilities':
      return { kind: 'capabilities', version: negotiateVersion(parameters.get('VERSION') ?? parameters.get('WMTVER')) };
    case 'getmap':
    case 'map':
      return mapRequest(parameters, requiredVersion(parameters));
    case 'getfeatureinfo':
    case 'feature_info':
      return featureInfoRequest(parameters, requiredVersion(parameters));
    case 'getlegendgraphic':
      return legendRequest(parameters);
    default:
      throw new ServiceError('OperationNotSupported', `This service answers GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic, not "${excerpt(operation)}".`, 'REQUEST');
  }
}

function requiredVersion(parameters: Parameters): WmsVersion {
  const asked = parameters.require('VERSION');
  const version = knownVersion(asked.trim());
  if (version === null) throw new ServiceError(null, `This service speaks WMS 1.1.1 and 1.3.0, not "${excerpt(asked)}".`, 'VERSION');
  return version;
}

function mapRequest(parameters: Parameters, version: WmsVersion): MapRequest {
  const { layers, view } = mapPart(parameters, version);
  if (layers.length * view.width * view.height > MOST_PIXELS) {
    const side = Math.floor(Math.sqrt(MOST_PIXELS / layers.length));
    throw new ServiceError(null, `A picture of ${String(layers.length)} layers may have at most ${String(side)} × ${String(side)} pixels. Ask for a smaller one, or for fewer layers.`, 'WIDTH');
  }
  return {
    kind: 'map',
    version,
    layers,
    view,
    format: formatOf(parameters.require('FORMAT'), MAP_FORMATS, 'FORMAT'),
    transparent: booleanOf(parameters, 'TRANSPARENT'),
    background: colorOf(parameters, 'BGCOLOR') ?? '#ffffff',
  };
}

/** The common part of a GetMap and the GetFeatureInfo that refers to its picture. */
function mapPart(parameters: Parameters, version: WmsVersion): { layers: string[]; view: View } {
  refuseOwnStyles(parameters);
  const layers = layersOf(parameters, 'LAYERS');
  checkStyles(parameters, layers.length);
  return { layers, view: { ...viewOf(parameters, version), density: densityOf(parameters) } };
}

function layersOf(parameters: Parameters, name: string): string[] {
  const layers = parameters.require(name).split(',').map((code) => code.trim());
  if (layers.length > MOST_LAYERS) throw new ServiceError(null, `${name} names ${String(layers.length)} layers; at most ${String(MOST_LAYERS)} can be shown at once.`, name);
  return layers;
}

function checkStyles(parameters: Parameters, layers: number): void {
  const text = parameters.get('STYLES') ?? '';
  if (text === '') return;
  const styles = text.split(',').map((style) => style.trim());
  if (styles.length !== layers) throw new ServiceError('StyleNotDefined', `STYLES names ${String(styles.length)} styles for ${layers === 1 ? 'one layer' : `${String(layers)} layers`}.`, 'STYLES');
  const unknown = styles.find((style) => !isStyle(style));
  if (unknown !== undefined) throw new ServiceError('StyleNotDefined', `There is no style "${excerpt(unknown)}". Every layer has one style, named default.`, 'STYLES');
}

/** Whoever sends a style of their own would take our picture for one that has it. */
function refuseOwnStyles(parameters: Parameters): void {
  const name = ['SLD', 'SLD_BODY'].find((each) => (parameters.get(each) ?? '').trim() !== '');
  if (name !== undefined) throw new ServiceError('StyleNotDefined', `${name} is not taken: every layer is drawn in its one style. Leave it out.`, name);
}

function isStyle(style: string): boolean {
  return style === '' || style === 'default';
}

/** Numbers as the standard defines them; JavaScript accepts more. */
const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

function viewOf(parameters: Parameters, version: WmsVersion): View {
  const name = version === '1.1.1' ? 'SRS' : 'CRS';
  const other = version === '1.1.1' ? 'CRS' : 'SRS';
  const asked = parameters.requireEither(name, other);
  const system = referenceSystemOf(asked.trim());
  if (system === null) throw new ServiceError('InvalidCRS', `Maps are drawn in EPSG:3857, EPSG:4326, EPSG:4674 and CRS:84, not in "${excerpt(asked)}".`, name);
  const box = parameters.require('BBOX');
  // Some programs send the plus of an exponent as it is, which arrives as a space.
  const numbers = box.split(',').map((text) => text.replace(/(\de) (?=\d)/i, '$1+')).map((text) => (DECIMAL.test(text.trim()) ? Number(text) : NaN));
  if (numbers.length !== 4 || !numbers.every((value) => Math.abs(value) <= FARTHEST_COORDINATE)) {
    throw new ServiceError(null, `BBOX must be four numbers of at most ${FARTHEST_COORDINATE.toExponential()}, separated by commas, not "${excerpt(box)}".`, 'BBOX');
  }
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (a >= c || b >= d) throw new ServiceError(null, `BBOX must begin with its lower corner: each of its first two numbers must be less than the number two places further on, unlike in "${excerpt(box)}".`, 'BBOX');
  const turned = version === '1.3.0' && system.latitudeFirst;
  const [west, south, east, north] = turned ? [b, a, d, c] : [a, b, c, d];
  return { width: sideOf(parameters, 'WIDTH'), height: sideOf(parameters, 'HEIGHT'), plane: system.plane, west, south, east, north };
}

function sideOf(parameters: Parameters, name: string): number {
  parameters.require(name);
  return parameters.integer(name, 1, LARGEST_SIDE) ?? 1;
}

function formatOf<Format extends MapFormat | InfoFormat>(asked: string, formats: readonly Format[], name: string): Format {
  const spelled = asked.toLowerCase().split(';').map((part) => part.trim()).join('; ');
  const wanted = FORMAT_ALIASES[spelled] ?? spelled;
  const format = formats.find((known) => known === wanted);
  if (format === undefined) throw new ServiceError('InvalidFormat', `${name} can be ${formats.join(', ')}, not "${excerpt(asked)}".`, name);
  return format;
}

function booleanOf(parameters: Parameters, name: string): boolean {
  const text = (parameters.get(name) ?? '').toUpperCase();
  if (text === 'TRUE') return true;
  if (text === 'FALSE' || text === '') return false;
  throw new ServiceError(null, `${name} must be TRUE or FALSE, not "${excerpt(text)}".`, name);
}

function colorOf(parameters: Parameters, name: string): string | null {
  const text = parameters.get(name);
  if (text === null || text === '') return null;
  const digits = /^(?:0x|#)([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) throw new ServiceError(null, `${name} must be a colour such as 0xFFFFFF, not "${excerpt(text)}".`, name);
  return `#${digits.toLowerCase()}`;
}

function featureInfoRequest(parameters: Parameters, version: WmsVersion): FeatureInfoRequest {
  const map = mapPart(parameters, version);
  const queryLayers = layersOf(parameters, 'QUERY_LAYERS');
  const asked = parameters.get('INFO_FORMAT');
  return {
    kind: 'info',
    version,
    map,
    queryLayers,
    format: asked === null || asked === '' ? 'text/plain' : formatOf(asked, INFO_FORMATS, 'INFO_FORMAT'),
    count: parameters.integer('FEATURE_COUNT', 1, 1_000_000) ?? 1,
    column: pixelOf(parameters, version === '1.1.1' ? ['X', 'I'] : ['I', 'X'], map.view.width),
    row: pixelOf(parameters, version === '1.1.1' ? ['Y', 'J'] : ['J', 'Y'], map.view.height),
  };
}

function pixelOf(parameters: Parameters, [name, other]: readonly [string, string], side: number): number {
  const text = parameters.requireEither(name, other);
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  if (value < side) return value;
  throw new ServiceError('InvalidPoint', `${name} must be a whole number from 0 to ${String(side - 1)}, not "${excerpt(text)}".`, name);
}

function legendRequest(parameters: Parameters): LegendRequest {
  const asked = parameters.get('VERSION');
  const style = parameters.get('STYLE') ?? '';
  if (!isStyle(style)) throw new ServiceError('StyleNotDefined', `There is no style "${excerpt(style)}". Every layer has one style, named default.`, 'STYLE');
  return {
    kind: 'legend',
    version: negotiateVersion(asked),
    layer: parameters.require('LAYER').trim(),
    format: formatOf(parameters.get('FORMAT') ?? 'image/png', MAP_FORMATS, 'FORMAT'),
    width: parameters.integer('WIDTH', 1, 512) ?? 20,
    height: parameters.integer('HEIGHT', 1, 512) ?? 20,
    transparent: booleanOf(parameters, 'TRANSPARENT'),
  };
}
