import os from 'node:os';
import { RecentCatalogue } from './recent-catalogue.ts';
import { RenderPool } from './render-pool.ts';
import { WmsService } from './service.ts';
import type { WmsCatalogue } from './wms-catalogue.ts';

const MOST_THREADS = 8;
const QUEUE = 1000;
const LARGE_PICTURE = 1024 * 1024;
const RENDER_MILLISECONDS = 20_000;
const CATALOGUE_MILLISECONDS = 500;

/** The WMS with its render threads; they start when the first picture is asked for. */
export function startWms(catalogue: WmsCatalogue, onFault: (reason: unknown) => void): { wms: WmsService; close: () => Promise<void> } {
  const threads = Math.min(MOST_THREADS, os.availableParallelism());
  const pool = new RenderPool({ threads, queue: QUEUE, largePicture: LARGE_PICTURE, milliseconds: RENDER_MILLISECONDS, onFault });
  return { wms: new WmsService(new RecentCatalogue(catalogue, CATALOGUE_MILLISECONDS), pool), close: () => pool.close() };
}
