import { createLayersClient } from '@geoinsights/contract';
import { toLonLat } from 'ol/proj.js';
import type { ShownGroup, ShownLayer } from '../layers/shown-layers.ts';
import { isBelowMinimum } from './catalogue-layers.ts';
import type { CatalogueLayers } from './catalogue-layers.ts';
import type { Source } from './use-look.ts';

const client = createLayersClient();

/** The layers of the catalogue that can be seen now, the uppermost first, as those to ask what lies at a place. */
export function layerSources(groups: readonly ShownGroup[], zoom: number, catalogueLayers: CatalogueLayers): Source[] {
  return groups
    .flatMap(({ layers }) => layers)
    .filter(({ layer, isVisible, opacity }) => isVisible && opacity > 0 && layer.style !== 'background' && !isBelowMinimum(layer, zoom))
    .map(({ layer }) => sourceOf(layer, catalogueLayers.isFailing(layer.uuid)))
    .reverse();
}

function sourceOf({ uuid, name }: ShownLayer['layer'], isFailing: boolean): Source {
  return {
    name,
    async ask({ x, y, resolution }, signal) {
      // A service that gives no pictures is not asked for more.
      if (isFailing) throw new Error(`The service of ${name} does not answer.`);
      const [longitude = 0, latitude = 0] = toLonLat([x, y]);
      const { features } = await client.findFeatures(uuid, { longitude, latitude, resolution }, signal);
      return features.map(({ label, attributes }) => ({
        source: name,
        label: label ?? name,
        attributes: attributes.map((attribute): [string, string] => [attribute.name, attribute.value]),
      }));
    },
  };
}
