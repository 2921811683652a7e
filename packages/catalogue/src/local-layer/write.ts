import type { LocalLayerSource } from './source.ts';

/**
 * Writes a layer that we serve ourselves: its features, simplified overviews for every zoom, an index, its attributes.
 * Whole or not at all: it is written beside `folder` under another name and then renamed. `folder` must not exist.
 * `onProgress` gets the share that is done, from 0 to 1.
 */
export async function writeLocalLayer(folder: string, source: LocalLayerSource, onProgress: (share: number) => void = () => undefined): Promise<void> {
  await Promise.resolve([folder, source, onProgress]);
  throw new Error('Local layers cannot be written yet.');
}
