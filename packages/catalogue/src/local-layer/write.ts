import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CellSums, FINEST_CELL_ZOOM } from './cell-sums.ts';
import { fullShapes } from './full-shapes.ts';
import { latitudeOfMetres, HALF_WORLD, STEPS_PER_METRE } from './mercator.ts';
import { overview, overviewSize } from './overview.ts';
import type { Level } from './overview.ts';
import type { Shapes } from './shapes.ts';
import type { GeographicExtent, LocalLayerSource } from './source.ts';
import { ATTRIBUTES, MANIFEST, STORE_VERSION } from './store.ts';
import type { LevelRecord, Manifest, Section } from './store.ts';
import { writeLevel } from './write-level.ts';

/** A level with at most this many vertices is drawn directly: an overview would make no noticeable difference. */
const SMALL_LEVEL = 4096;
/** The first overview is for the finest zoom that distinguishes at most this share of the vertices. */
const WORTHWHILE = 0.97;
const ATTRIBUTES_PER_WRITE = 2000;
/** Shares of the time that the steps take, measured on 100 000 polygons. */
const AFTER_SHAPES = 0.3;
const AFTER_LEVELS = 0.8;

/**
 * Writes a layer that we serve ourselves: its features, simplified overviews for the coarser zooms, an index of each, and the
 * attributes. It is written completely or not at all: under another name next to `folder`, and renamed at the end. `folder` must not exist.
 * `onProgress` gets the share done, from 0 to 1.
 *
 * Memory: about 30 bytes per vertex in addition to the source.
 */
export async function writeLocalLayer(folder: string, source: LocalLayerSource, onProgress: (share: number) => void = () => undefined): Promise<void> {
  const temporary = `${folder}.${randomUUID()}.part`;
  await mkdir(temporary, { recursive: true });
  try {
    const manifest = await writeContents(temporary, source, onProgress);
    await writeFile(path.join(temporary, MANIFEST), JSON.stringify(manifest), { flush: true });
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  onProgress(1);
}

async function writeContents(folder: string, source: LocalLayerSource, onProgress: (share: number) => void): Promise<Manifest> {
  const shapes = await fullShapes(source.geometry, (share) => onProgress(share * AFTER_SHAPES));
  onProgress(AFTER_SHAPES);
  const extent = extentOf(shapes);
  const levels = await writeLevels(folder, shapes, (share) => onProgress(AFTER_SHAPES + share * (AFTER_LEVELS - AFTER_SHAPES)));
  const features = source.geometry.featureOffsets.length - 1;
  const attributeOffsets = await writeAttributes(folder, source, features, (share) => onProgress(AFTER_LEVELS + share * (1 - AFTER_LEVELS)));
  return { version: STORE_VERSION, features, extent, levels, attributeOffsets };
}

/** Each level is made from the one before: only the full one and two others are in memory at a time. */
async function writeLevels(folder: string, full: Shapes, onProgress: (share: number) => void): Promise<[LevelRecord, ...LevelRecord[]]> {
  let level: Level = { shapes: full, cells: new CellSums() };
  let levelZoom: number | null = null;
  const records: [LevelRecord, ...LevelRecord[]] = [await writeLevel(folder, null, level)];
  for (let zoom = FINEST_CELL_ZOOM; zoom >= 0; zoom--) {
    onProgress(1 - (zoom + 1) / (FINEST_CELL_ZOOM + 2));
    await setImmediate();
    if (level.shapes.x.length + level.cells.size < SMALL_LEVEL) break;
    if (levelZoom === null && overviewSize(full, zoom) > full.x.length * WORTHWHILE) continue;
    level = overview(level, levelZoom, full, zoom);
    levelZoom = zoom;
    records.push(await writeLevel(folder, zoom, level));
  }
  return records;
}

function extentOf({ x, y }: Shapes): GeographicExtent | null {
  if (x.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    west = Math.min(west, x[i] ?? 0);
    east = Math.max(east, x[i] ?? 0);
    south = Math.min(south, y[i] ?? 0);
    north = Math.max(north, y[i] ?? 0);
  }
  const longitude = (steps: number) => (steps / STEPS_PER_METRE / HALF_WORLD) * 180;
  const latitude = (steps: number) => latitudeOfMetres(steps / STEPS_PER_METRE);
  // Shapes that extend past the antimeridian reappear on its other side.
  const aroundTheWorld = longitude(west) < -180 || longitude(east) > 180;
  return [aroundTheWorld ? -180 : longitude(west), latitude(south), aroundTheWorld ? 180 : longitude(east), latitude(north)];
}

async function writeAttributes(folder: string, { attributes, label }: LocalLayerSource, features: number, onProgress: (share: number) => void): Promise<Section> {
  const file = await open(path.join(folder, ATTRIBUTES), 'wx');
  try {
    const offsets = new Float64Array(features + 1);
    let position = 0;
    for (let from = 0; from < features; from += ATTRIBUTES_PER_WRITE) {
      const texts: Buffer[] = [];
      for (let feature = from; feature < Math.min(features, from + ATTRIBUTES_PER_WRITE); feature++) {
        const text = Buffer.from(JSON.stringify({ label: label?.(feature) ?? null, attributes: finite(attributes(feature)) }));
        texts.push(text);
        position += text.length;
        offsets[feature + 1] = position;
      }
      await file.appendFile(Buffer.concat(texts));
      onProgress(from / features);
    }
    const padding = -position & 7;
    await file.appendFile(Buffer.alloc(padding));
    await file.appendFile(Buffer.from(offsets.buffer));
    await file.sync();
    return { offset: position + padding, bytes: offsets.byteLength };
  } finally {
    await file.close();
  }
}

/** JSON cannot represent NaN and infinities. */
function finite(attributes: Readonly<Record<string, string | number | boolean | null>>): Record<string, string | number | boolean | null> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, typeof value === 'number' && !Number.isFinite(value) ? null : value]));
}

