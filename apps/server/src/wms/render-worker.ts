// A thread that draws. It answers one order at a time and never ends by itself; its pool ends it.
import { existsSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { findFeatures, openLocalLayer } from '@geoinsights/catalogue/local-layer';
import type { LocalLayer } from '@geoinsights/catalogue/local-layer';
import { featureInfoText } from './feature-info.ts';
import { loadJpegEncoder } from './jpeg.ts';
import { paintLegend, paintMap } from './paint.ts';
import type { Appearance } from './paint.ts';
import { renderOrderSchema } from './render-messages.ts';
import type { RenderAnswer, RenderOrder } from './render-messages.ts';
import { MOST_FEATURES } from './request.ts';

/** Open layers, by folder. Of each, only the index of the levels in use is in memory. */
const OPEN_LAYERS = 32;
const open = new Map<string, Promise<LocalLayer>>();

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
      return paintMap(await Promise.all(order.layers.map(async ({ color, isOutlined, ...place }) => ({ color, isOutlined, layer: await layerOf(place) }))), order.view, await appearanceOf(order.appearance));
    case 'legend':
      return paintLegend(order.width, order.height, { ...order.layer, layer: await layerOf(order.layer) }, await appearanceOf(order.appearance));
    case 'info': {
      const found = [];
      for (const { code, title, ...place } of order.layers) {
        const layer = await layerOf(place);
        // One more than is given, to know whether there are more.
        const features = findFeatures(layer, order.view, order.column + 0.5, order.row + 0.5, Math.min(order.count, MOST_FEATURES + 1));
        found.push({ code, title, features: features.slice(0, MOST_FEATURES).map((id) => ({ id, ...layer.attributesOf(id) })), isCut: features.length > MOST_FEATURES });
      }
      return Buffer.from(featureInfoText(found, order.format));
    }
  }
}

async function appearanceOf({ format, ...rest }: Extract<RenderOrder, { kind: 'map' }>['appearance']): Promise<Appearance> {
  return { ...rest, format: format === 'image/jpeg' ? await loadJpegEncoder() : format };
}

/** The contents of a folder never change: a republished layer gets another one. */
function layerOf({ folder }: { folder: string }): Promise<LocalLayer> {
  const known = open.get(folder);
  const layer = known ?? openLocalLayer(folder);
  // The most recently used one is last.
  open.delete(folder);
  open.set(folder, layer);
  if (known === undefined) {
    // Allow a retry at the next request.
    layer.catch(() => open.delete(folder));
    closeOthers();
  }
  return layer;
}

/** Closes deleted layers, which would still occupy disk space, and the least recently used ones. */
function closeOthers(): void {
  for (const [folder, layer] of open) {
    if (existsSync(folder) && open.size <= OPEN_LAYERS) continue;
    open.delete(folder);
    void layer.then(
      (gone) => gone.close(),
      () => undefined,
    );
  }
}

function answer(message: RenderAnswer, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}
