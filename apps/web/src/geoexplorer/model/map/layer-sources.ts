import { CallFailed, createLayersClient } from '@geoinsights/contract';
import { toLonLat } from 'ol/proj.js';
import { ZodError } from 'zod';
import type { ShownGroup, ShownLayer } from '../layers/shown-layers.ts';
import { isBelowMinimum } from './catalogue-layers.ts';
import type { CatalogueLayers } from './catalogue-layers.ts';
import { refusalOf } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import { leftOutSentence, moreSentence, NoAnswerError } from './look.ts';
import type { Source } from './look.ts';

const client = createLayersClient();

/** The currently visible layers of the catalogue, topmost first, as sources to query at a place. */
export function layerSources(groups: readonly ShownGroup[], zoom: number, catalogueLayers: CatalogueLayers): Source[] {
  return groups
    .flatMap(({ layers }) => layers)
    .filter(({ layer, isVisible, opacity }) => isVisible && opacity > 0 && layer.style !== 'background' && !isBelowMinimum(layer, zoom))
    .map(({ layer }) => sourceOf(layer, { isFailing: catalogueLayers.isFailing(layer.uuid), refusal: catalogueLayers.refusalOf(layer.uuid) }))
    .reverse();
}

function sourceOf({ uuid, name, webmap }: ShownLayer['layer'], service: { readonly isFailing: boolean; readonly refusal: Refusal | null }): Source {
  return {
    key: uuid,
    name,
    async ask({ x, y, resolution }, signal) {
      // A service that delivers no pictures is not queried either.
      if (service.isFailing) throw new NoAnswerError(`The service of ${name} does not answer.`, { refusal: service.refusal });
      const [longitude = 0, latitude = 0] = toLonLat([x, y]);
      const { features, has_more: hasMore } = await client.findFeatures(uuid, { longitude, latitude, resolution }, signal).catch((error: unknown) => {
        // The browser has logged a failed connection and an unsuccessful status, but not a malformed response.
        throw error instanceof CallFailed && !(error.cause instanceof ZodError) ? new NoAnswerError(error.message, { cause: error, refusal: refusalOf(error.status, error.retry) }) : error;
      });
      return {
        features: features.map(({ label, attributes, more_attributes: left }) => ({
          source: name,
          label: label ?? name,
          attributes: attributes.map((attribute): [string, string] => [attribute.name, attribute.value]),
          remark: left === 0 ? null : leftOutSentence(attributes.length, left),
        })),
        // The address may be a path of our own host, which no other program can open.
        more: hasMore ? moreSentence(`de ${name}`, features.length, `, ou abra a camada em um programa como o QGIS, pelo serviço WMS ${new URL(webmap.url, document.baseURI).href}`) : null,
      };
    },
  };
}
