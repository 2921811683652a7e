// A thread that draws. It answers one order at a time and never ends by itself; its pool ends it.
import { parentPort } from 'node:worker_threads';
import { findFeatures, openLocalLayer } from '@geoinsights/catalogue/local-layer';
import type { LocalLayer } from '@geoinsights/catalogue/local-layer';
import { featureInfoText } from './feature-info.ts';
import { paintLegend, paintMap } from './paint.ts';
import { renderOrderSchema } from './render-messages.ts';
import type { RenderAnswer, RenderOrder } from './render-messages.ts';

/** Layers that stand open. Of each only the index of the levels in use is in memory. */
const OPEN_LAYERS = 32;
const open = new Map<string, LocalLayer>();

parentPort?.on('message', (message: unknown) => void obey(message));

async function obey(message: unknown): Promise<void> {
  try {
    const body = new Uint8Array(await perform(renderOrderSchema.parse(message)));
    answer({ kind: 'done', body }, [body.buffer]);
  } catch (error) {
    answer({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
  }
}

async function perform(order: RenderOrder): Promise<Uint8Array> {
  switch (order.kind) {
    case 'map':
      return paintMap(await Promise.all(order.layers.map(async ({ color, isOutlined, ...place }) => ({ color, isOutlined, layer: await layerOf(place) }))), order.view, order.appearance);
    case 'legend':
      return paintLegend(order.width, order.height, order, order.appearance);
    case 'info': {
      const found = [];
      for (const { code, title, ...place } of order.layers) {
        const layer = await layerOf(place);
        const features = findFeatures(layer, order.view, order.column + 0.5, order.row + 0.5, order.count);
        found.push({ code, title, features: features.map((id) => ({ id, ...layer.attributesOf(id) })) });
      }
      return Buffer.from(featureInfoText(found, order.format));
    }
  }
}

/** A layer that was published again has another version: what stands open of the old one is closed. */
async function layerOf({ folder, version }: { folder: string; version: string }): Promise<LocalLayer> {
  const key = `${version} ${folder}`;
  let layer = open.get(key);
  if (layer === undefined) {
    layer = await openLocalLayer(folder);
    for (const [other, old] of open) {
      if (!other.endsWith(` ${folder}`) && open.size < OPEN_LAYERS) continue;
      old.close();
      open.delete(other);
      break;
    }
  }
  // The one used last stands last.
  open.delete(key);
  open.set(key, layer);
  return layer;
}

function answer(message: RenderAnswer, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}
