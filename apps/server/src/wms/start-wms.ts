import os from 'node:os';
import { loadJpegEncoder } from './jpeg.ts';
import { RecentCatalogue } from './recent-catalogue.ts';
import { RenderPool } from './render-pool.ts';
import { MAP_FORMATS } from './request.ts';
import { WmsService } from './service.ts';
import type { WmsCatalogue } from './wms-catalogue.ts';

const MOST_THREADS = 8;
/** One draws only tiles, even on a single processor. */
const FEWEST_THREADS = 2;
const QUEUE = 1000;
/** The number of large pictures that may wait: the last of them arrives about ten seconds later. */
const LARGE_QUEUE = 64;
/** Sixteen tiles of 256 × 256, or one layer on a screen of 1,280 × 820. */
const LARGE_PICTURE = 1024 * 1024;
const RENDER_MILLISECONDS = 20_000;
const CATALOGUE_MILLISECONDS = 500;

export interface WmsReports {
  readonly onFault: (reason: unknown) => void;
  /** Maps are still drawn, but never as JPEG. */
  readonly onJpegMissing: (reason: unknown) => void;
}

/** The WMS with its render threads, which start at the first request for a picture. */
export async function startWms(catalogue: WmsCatalogue, { onFault, onJpegMissing }: WmsReports): Promise<{ wms: WmsService; close: () => Promise<void> }> {
  const hasJpeg = await loadJpegEncoder().then(
    () => true,
    (reason: unknown) => {
      onJpegMissing(reason);
      return false;
    },
  );
  const threads = Math.max(FEWEST_THREADS, Math.min(MOST_THREADS, os.availableParallelism()));
  const pool = new RenderPool({ threads, queue: QUEUE, largeQueue: LARGE_QUEUE, largePicture: LARGE_PICTURE, milliseconds: RENDER_MILLISECONDS, onFault });
  const formats = MAP_FORMATS.filter((format) => format !== 'image/jpeg' || hasJpeg);
  return { wms: new WmsService(new RecentCatalogue(catalogue, CATALOGUE_MILLISECONDS), pool, formats), close: () => pool.close() };
}
