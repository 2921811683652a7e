import { reached } from './call-failed.ts';
import { call, JSON_HEADERS, understood } from './calls.ts';
import { layerFeaturesSchema } from './layer-features.ts';
import type { LayerFeatures, Place } from './layer-features.ts';

/** The calls for map layers. All reject with `CallFailed`. */
export interface LayersClient {
  /** What lies at a place in one layer, whether our server draws it or another. */
  findFeatures(layer: string, place: Place, signal?: AbortSignal): Promise<LayerFeatures>;
}

export function createLayersClient({ baseUrl = '/api/v1' }: { baseUrl?: string } = {}): LayersClient {
  return {
    async findFeatures(layer, { longitude, latitude, resolution }, signal) {
      const query = new URLSearchParams({ longitude: String(longitude), latitude: String(latitude), resolution: String(resolution) });
      const answer = await call(`${baseUrl}/layers/${encodeURIComponent(layer)}/features?${query.toString()}`, { headers: JSON_HEADERS }, signal);
      return understood(layerFeaturesSchema, await reached(answer.text()));
    },
  };
}
