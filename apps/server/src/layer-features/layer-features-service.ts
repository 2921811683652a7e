import { publicFetch } from '@geoinsights/catalogue';
import type { PublicFetch } from '@geoinsights/catalogue';
import { ProblemError } from '@geoinsights/contract';
import type { LayerFeatures, Place } from '@geoinsights/contract';
import type { WmsService } from '../wms/service.ts';
import { download, NoAnswer } from './download.ts';
import { featuresOfJson, featuresOfText } from './normalise.ts';
import { featureInfoParameters, questionTo, zoomOf } from './question.ts';

/** The properties of a layer needed to query its service. */
export interface AskedLayer {
  readonly name: string;
  readonly code: string;
  /** The address of its WMS; null for our own. */
  readonly url: string | null;
  readonly minimumZoom: number | null;
}

export interface LayerFeaturesOptions {
  /** @returns null if there is no such layer. */
  readonly layerOf: (uuid: string) => Promise<AskedLayer | null>;
  readonly wms: Pick<WmsService, 'answer'>;
  /** Networks outside the public internet that may host services. */
  readonly networks?: readonly string[];
  /** For all requests that one answer takes. */
  readonly milliseconds?: number;
}

const MILLISECONDS = 10_000;
/** JSON responses contain whole geometries; text responses do not. */
const LONGEST_JSON = 4 << 20;
const LONGEST_TEXT = 1 << 20;
/** Concurrent requests to other services, over all visitors. */
const MOST_QUESTIONS = 64;
/** Views settle slightly off integer zooms. */
const ZOOM_TOLERANCE = 0.01;

/** Asks the services of the catalogue's layers, our own and others, what lies at a place. Only addresses in the catalogue are ever requested. */
export class LayerFeaturesService {
  readonly #options: LayerFeaturesOptions;
  readonly #fetch: PublicFetch;
  #questions = 0;

  constructor(options: LayerFeaturesOptions) {
    this.#options = options;
    this.#fetch = publicFetch(options.networks ?? []);
  }

  /** @throws ProblemError `unknown-layer`, `layer-service-unavailable`, `layer-service-not-understood`, `layer-service-busy` */
  async find(uuid: string, place: Place, gone: AbortSignal): Promise<LayerFeatures> {
    const layer = await this.#options.layerOf(uuid);
    if (layer === null) throw new ProblemError('unknown-layer', { layer: uuid });
    if (layer.minimumZoom !== null && zoomOf(place) < layer.minimumZoom - ZOOM_TOLERANCE) return { features: [], has_more: false };
    if (layer.url === null) return await this.#askOurselves(layer, place, gone);
    if (this.#questions >= MOST_QUESTIONS) throw new ProblemError('layer-service-busy');
    this.#questions++;
    try {
      const signal = AbortSignal.any([gone, AbortSignal.timeout(this.#options.milliseconds ?? MILLISECONDS)]);
      return await askOther(this.#fetch, layer, layer.url, place, signal);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      throw new ProblemError('layer-service-unavailable', { layer: layer.name, reason: error.message }, { cause: error });
    } finally {
      this.#questions--;
    }
  }

  async #askOurselves({ name, code }: AskedLayer, place: Place, signal: AbortSignal): Promise<LayerFeatures> {
    const query = featureInfoParameters(code, place, 'application/json');
    const { status, body, isBusy } = await this.#options.wms.answer({ query, address: '', known: undefined, signal });
    if (status === 503) throw isBusy === true ? new ProblemError('layer-service-busy') : new ProblemError('layer-service-unavailable', { layer: name, reason: 'its data cannot be read' });
    const features = featuresOfJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
    if (features === null) throw new ProblemError('layer-service-not-understood', { layer: name, reason: 'its data cannot be read' });
    return features;
  }
}

/** Requests JSON first; services without JSON, or with too much of it, are asked for text. */
async function askOther(fetch: PublicFetch, { name, code }: AskedLayer, url: string, place: Place, signal: AbortSignal): Promise<LayerFeatures> {
  const json = await download(fetch, questionTo(url, featureInfoParameters(code, place, 'application/json')), LONGEST_JSON, signal);
  const features = featuresOfJson(json.text);
  if (features !== null) return features;
  const plain = await download(fetch, questionTo(url, featureInfoParameters(code, place, 'text/plain')), LONGEST_TEXT, signal);
  const described = plain.isTooLong ? null : featuresOfText(plain.text);
  if (described === null) throw new ProblemError('layer-service-not-understood', { layer: name, reason: plain.isTooLong ? 'its answer is too long' : 'it is not a list of features at a place' });
  return described;
}
