import { MOST_FEATURES_AT_PLACE } from '@geoinsights/contract';
import type { Place } from '@geoinsights/contract';
import type { InfoFormat } from '../wms/request.ts';
import { mercatorOf, PIXEL_AT_ZOOM_0 } from '../wms/web-mercator.ts';

/** Side of the queried picture in pixels: odd, so that one pixel is the centre. */
const SIDE = 101;
const MIDDLE = 50;

/** The web map zoom of a place. */
export function zoomOf({ resolution }: Place): number {
  return Math.log2(PIXEL_AT_ZOOM_0 / resolution);
}

/** The parameters of a GetFeatureInfo request (WMS 1.3.0) for the centre of a small picture around the place. */
export function featureInfoParameters(code: string, place: Place, format: InfoFormat): URLSearchParams {
  const [x, y] = mercatorOf(place.longitude, place.latitude);
  const reach = (SIDE / 2) * place.resolution;
  return new URLSearchParams({
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetFeatureInfo',
    LAYERS: code,
    QUERY_LAYERS: code,
    STYLES: '',
    CRS: 'EPSG:3857',
    BBOX: [x - reach, y - reach, x + reach, y + reach].join(','),
    WIDTH: String(SIDE),
    HEIGHT: String(SIDE),
    FORMAT: 'image/png',
    INFO_FORMAT: format,
    // One more than is given, to know whether there are more.
    FEATURE_COUNT: String(MOST_FEATURES_AT_PLACE + 1),
    I: String(MIDDLE),
    J: String(MIDDLE),
  });
}

/** The address of a request to a service; parameters in the service's own address (`map=…`) are kept. */
export function questionTo(address: string, parameters: URLSearchParams): URL {
  const question = new URL(address);
  const ours = new Set([...parameters.keys()].map((name) => name.toLowerCase()));
  for (const name of [...question.searchParams.keys()]) if (ours.has(name.toLowerCase())) question.searchParams.delete(name);
  for (const [name, value] of parameters) question.searchParams.set(name, value);
  return question;
}
