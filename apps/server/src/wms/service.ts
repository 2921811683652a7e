import { createHash } from 'node:crypto';
import { ProblemError } from '@geoinsights/contract';
import { namesTag } from '../entity-tag.ts';
import { capabilities } from './capabilities.ts';
import { exceptionReport } from './exception-report.ts';
import { excerpt, Parameters } from './parameters.ts';
import { STYLE_VERSION } from './palette.ts';
import type { RenderOrder } from './render-messages.ts';
import type { RenderPool } from './render-pool.ts';
import { MAP_FORMATS, parseWmsRequest, versionOf } from './request.ts';
import type { FeatureInfoRequest, LegendRequest, MapFormat, MapRequest, WmsRequest } from './request.ts';
import { isShown } from './scales.ts';
import { ServiceError } from './service-error.ts';
import type { WmsCatalogue, WmsLayer } from './wms-catalogue.ts';

/** How long pictures may be cached without revalidation, unless their address names the layer's version. */
const MAP_SECONDS = 60;
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';
/** Our own parameter by which an address names the versions of its layers: its content then never changes. */
const VERSION_PARAMETER = 'V';
const RETRY_SECONDS = '5';

export interface WmsAnswer {
  readonly status: 200 | 304 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Refused only because too many others ask. */
  readonly isBusy?: boolean;
}

export interface WmsQuery {
  readonly query: URLSearchParams;
  /** The address of this service, without a query. */
  readonly address: string;
  /** The If-None-Match header. */
  readonly known: string | undefined;
  readonly signal: AbortSignal;
}

/** A Web Map Service over the layers of a catalogue. Request errors are answers, too. */
export class WmsService {
  readonly #catalogue: WmsCatalogue;
  readonly #pool: Pick<RenderPool, 'render'>;
  readonly #formats: readonly MapFormat[];

  /** @param formats those that can be drawn here, out of all that the service knows. */
  constructor(catalogue: WmsCatalogue, pool: Pick<RenderPool, 'render'>, formats: readonly MapFormat[] = MAP_FORMATS) {
    this.#catalogue = catalogue;
    this.#pool = pool;
    this.#formats = formats;
  }

  /** @throws every error that is not the request's fault. */
  async answer(asked: WmsQuery): Promise<WmsAnswer> {
    try {
      return await this.#perform(parseWmsRequest(asked.query), asked);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { contentType, body } = exceptionReport(error, versionOf(asked.query));
      const headers = { 'content-type': contentType, 'cache-control': 'no-store' };
      return { status: error.status, headers: error.status === 503 ? { ...headers, 'retry-after': RETRY_SECONDS } : headers, body, isBusy: error.isBusy };
    }
  }

  async #perform(request: WmsRequest, asked: WmsQuery): Promise<WmsAnswer> {
    const layers = await this.#catalogue.layers();
    switch (request.kind) {
      case 'capabilities': {
        const body = capabilities(request.version, layers, { address: asked.address, formats: this.#formats });
        const contentType = request.version === '1.3.0' ? 'text/xml; charset=utf-8' : 'application/vnd.ogc.wms_xml; charset=utf-8';
        return fresh(weak(tagOf(body)), ASK_AGAIN, asked, () => Promise.resolve({ contentType, body }));
      }
      case 'map':
        return this.#map(request, layers, asked);
      case 'info':
        return this.#featureInfo(request, layers, asked);
      case 'legend':
        return this.#legend(request, layers, asked);
    }
  }

  #map(request: MapRequest, all: readonly WmsLayer[], asked: WmsQuery): Promise<WmsAnswer> {
    const layers = request.layers.map((code) => layerOf(all, code, 'LAYERS'));
    const shown = layers.filter((layer) => isShown(layer, request.view));
    const { format, transparent, background, view } = request;
    const order: RenderOrder = { kind: 'map', layers: shown.map(placeOf), view, appearance: { format, transparent, background } };
    return this.#picture(order, shown, layers, asked);
  }

  #legend(request: LegendRequest, all: readonly WmsLayer[], asked: WmsQuery): Promise<WmsAnswer> {
    const layer = layerOf(all, request.layer, 'LAYER');
    const { width, height, format, transparent } = request;
    return this.#picture({ kind: 'legend', layer: placeOf(layer), width, height, appearance: { format, transparent, background: '#ffffff' } }, [layer], [layer], asked);
  }

  #picture(order: Extract<RenderOrder, { kind: 'map' | 'legend' }>, drawn: readonly WmsLayer[], layers: readonly WmsLayer[], asked: WmsQuery): Promise<WmsAnswer> {
    const { format } = order.appearance;
    if (!this.#formats.includes(format)) {
      throw new ServiceError('InvalidFormat', `This server was installed without support for ${format}. FORMAT can be ${this.#formats.join(', ')}.`, 'FORMAT');
    }
    const versions = layers.map(({ version }) => version).join('.');
    const caching = new Parameters(asked.query).get(VERSION_PARAMETER) === versions ? FOR_EVER : `public, max-age=${String(MAP_SECONDS)}`;
    return fresh(tagOf(STYLE_VERSION, versions, JSON.stringify(order)), caching, asked, async () => ({
      contentType: format === 'image/jpeg' ? 'image/jpeg' : 'image/png',
      body: await this.#render(order, drawn, asked.signal),
    }));
  }

  async #render(order: RenderOrder, layers: readonly WmsLayer[], signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.#catalogue.use(layers, () => this.#pool.render(order, signal));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw ServiceError.unavailable('The data of a layer are not available at the moment. Try again in a few seconds.');
    }
  }

  #featureInfo(request: FeatureInfoRequest, all: readonly WmsLayer[], asked: WmsQuery): Promise<WmsAnswer> {
    const { layers: inMap, view } = request.map;
    for (const code of inMap) layerOf(all, code, 'LAYERS');
    const missing = request.queryLayers.find((code) => !inMap.includes(code));
    if (missing !== undefined) throw new ServiceError('LayerNotDefined', `QUERY_LAYERS names "${excerpt(missing)}", which LAYERS does not.`, 'QUERY_LAYERS');
    // What the picture does not show cannot be queried.
    const layers = request.queryLayers.map((code) => layerOf(all, code, 'QUERY_LAYERS')).filter((layer) => isShown(layer, view));
    const { column, row, count, format } = request;
    const order: RenderOrder = { kind: 'info', layers: layers.map(placeOf), view, column, row, count, format };
    const versions = layers.map(({ version }) => version).join('.');
    return fresh(weak(tagOf(versions, JSON.stringify(order))), ASK_AGAIN, asked, async () => ({
      contentType: `${format}; charset=utf-8`,
      body: await this.#render(order, layers, asked.signal),
    }));
  }
}

function layerOf(layers: readonly WmsLayer[], code: string, parameter: string): WmsLayer {
  const layer = layers.find((one) => one.code === code);
  if (layer === undefined) throw new ServiceError('LayerNotDefined', `There is no layer "${excerpt(code)}". GetCapabilities lists the available layers.`, parameter);
  return layer;
}

function placeOf({ code, title, folder, version, color, isOutlined }: WmsLayer) {
  return { code, title, folder, version, color, isOutlined };
}

function tagOf(...parts: readonly string[]): string {
  return `"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 27)}"`;
}

/** For texts, which may be sent compressed or not. */
function weak(tag: string): string {
  return `W/${tag}`;
}

/** Answers 304 without any work if the client has it already. */
async function fresh(tag: string, caching: string, { known }: WmsQuery, make: () => Promise<{ contentType: string; body: string | Uint8Array }>): Promise<WmsAnswer> {
  const headers = { etag: tag, 'cache-control': caching };
  if (namesTag(known, tag)) return { status: 304, headers, body: '' };
  const { contentType, body } = await make();
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body };
}
