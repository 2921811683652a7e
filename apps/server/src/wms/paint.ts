import { Drawing } from '@geoinsights/catalogue/local-layer';
import type { LocalLayer, View } from '@geoinsights/catalogue/local-layer';
import type { JpegEncoder } from './jpeg.ts';
import { drawSample, kindsOf } from './legend-sample.ts';
import { channels, paletteIndex, paletteOf, paletteOn } from './palette.ts';
import type { Paint } from './palette.ts';
import { palettePng, quantisedPng, truecolourPng } from './png.ts';
import type { MapFormat } from './request.ts';
import { Scratch } from './scratch.ts';

/** Large pictures are drawn in bands of this many rows, which limits the memory of the rasters. */
const BAND = 512;

export interface PaintedLayer extends Paint {
  readonly layer: LocalLayer;
}

export interface Appearance {
  /** One of the PNG formats, or a JPEG encoder. */
  readonly format: Exclude<MapFormat, 'image/jpeg'> | JpegEncoder;
  readonly transparent: boolean;
  readonly background: string;
}

const indicesScratch = new Scratch();
let drawing: { width: number; height: number; drawing: Drawing } | null = null;

/** The encoded picture of layers, the first one at the bottom. */
export function paintMap(layers: readonly PaintedLayer[], view: View, appearance: Appearance): Buffer {
  const only = layers.length === 1 ? layers.at(0) : undefined;
  if (only !== undefined) return encodeIndices(view.width, view.height, indicesOf(only.layer, view), paletteOf(only), appearance);
  const pixels = new Uint8ClampedArray(4 * view.width * view.height);
  for (const each of layers) blend(pixels, indicesOf(each.layer, view), paletteOf(each));
  return encodePixels(view.width, view.height, pixels, appearance);
}

/** A sample of how a layer is drawn, by the kinds of its geometries. */
export function paintLegend(width: number, height: number, painted: PaintedLayer, appearance: Appearance): Buffer {
  const { fill, stroke } = drawSample(kindsOf(painted.layer), width, height);
  const indices = Uint8Array.from(fill, (level, at) => paletteIndex(level, stroke[at] ?? 0));
  return encodeIndices(width, height, indices, paletteOf(painted), appearance);
}

/** The picture as palette indices, valid until the next picture. */
function indicesOf(layer: LocalLayer, view: View): Uint8Array {
  const { width, height } = view;
  const indices = indicesScratch.take(width * height);
  const rowSize = (view.north - view.south) / height;
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top);
    const north = view.north - top * rowSize;
    const { fill, stroke } = drawingOf(width, rows).draw(layer, { ...view, height: rows, north, south: rows === height ? view.south : north - rows * rowSize });
    let lastFill = 0;
    let lastStroke = 0;
    let index = 0;
    // Most pixels are like the one before.
    for (let at = 0, to = top * width; at < width * rows; at++, to++) {
      const nextFill = fill[at] ?? 0;
      const nextStroke = stroke[at] ?? 0;
      if (nextFill !== lastFill || nextStroke !== lastStroke) {
        index = paletteIndex(nextFill, nextStroke);
        lastFill = nextFill;
        lastStroke = nextStroke;
      }
      indices[to] = index;
    }
  }
  return indices;
}

/** Most tiles have the same size. */
function drawingOf(width: number, height: number): Drawing {
  if (drawing?.width !== width || drawing.height !== height) drawing = { width, height, drawing: new Drawing(width, height) };
  return drawing.drawing;
}

function blend(pixels: Uint8ClampedArray, indices: Uint8Array, palette: Uint8Array): void {
  for (let at = 0; at < indices.length; at++) {
    const from = 4 * (indices[at] ?? 0);
    const over = (palette[from + 3] ?? 0) / 255;
    if (over === 0) continue;
    const to = 4 * at;
    const under = ((pixels[to + 3] ?? 0) / 255) * (1 - over);
    const alpha = over + under;
    for (let channel = 0; channel < 3; channel++) {
      pixels[to + channel] = ((palette[from + channel] ?? 0) * over + (pixels[to + channel] ?? 0) * under) / alpha;
    }
    pixels[to + 3] = alpha * 255;
  }
}

function encodeIndices(width: number, height: number, indices: Uint8Array, palette: Uint8Array, { format, transparent, background }: Appearance): Buffer {
  const colours = transparent && typeof format === 'string' ? palette : paletteOn(palette, background);
  if (typeof format === 'string') return palettePng(width, height, indices, colours);
  const pixels = new Uint8ClampedArray(4 * indices.length);
  for (let at = 0; at < indices.length; at++) {
    const from = 4 * (indices[at] ?? 0);
    for (let channel = 0; channel < 4; channel++) pixels[4 * at + channel] = colours[from + channel] ?? 0;
  }
  return format(width, height, pixels);
}

function encodePixels(width: number, height: number, pixels: Uint8ClampedArray, { format, transparent, background }: Appearance): Buffer {
  if (!transparent || typeof format !== 'string') putOn(pixels, background);
  if (typeof format !== 'string') return format(width, height, pixels);
  return format === 'image/png' ? truecolourPng(width, height, pixels) : quantisedPng(width, height, pixels);
}

function putOn(pixels: Uint8ClampedArray, background: string): void {
  const ground = channels(background);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    for (const [channel, value] of ground.entries()) pixels[at + channel] = (pixels[at + channel] ?? 0) * alpha + value * (1 - alpha);
    pixels[at + 3] = 255;
  }
}
