/**
 * The colours of a layer: a pixel has one of 16 × 16 levels of fill and stroke, so that a picture of one layer is a lossless palette
 * picture. Fill under stroke; straight (not premultiplied) RGBA.
 */
export const LEVELS = 16;
/** Increment it when pictures of the same data change: it is part of every ETag and of the revisions by which pictures are cached forever. */
export const STYLE_VERSION = '4';

const FILL_OPACITY = 0.45;
const STROKE_OPACITY = 0.95;
/** A stroke has the layer's colour, darkened by this factor. */
const STROKE_SHADE = 0.6;

/** The index of a pixel from its coverage by fill and stroke, each 0 to 1. */
export function paletteIndex(fill: number, stroke: number): number {
  // Rounded by truncation, which is much faster than Math.round for every pixel of every picture.
  return ((fill * (LEVELS - 1) + 0.5) | 0) * LEVELS + ((stroke * (LEVELS - 1) + 0.5) | 0);
}

const MOST_PALETTES = 100;
const palettes = new Map<string, Uint8Array>();

/** How a layer is painted: its colour as `#rrggbb`, and whether only borders are shown. */
export interface Paint {
  readonly color: string;
  readonly isOutlined: boolean;
}

/** The 256 colours of a layer, four bytes each; those of an outlined layer have no fill. */
export function paletteOf({ color, isOutlined }: Paint): Uint8Array {
  const name = `${color} ${String(isOutlined)}`;
  const known = palettes.get(name) ?? newPalette({ color, isOutlined });
  if (palettes.size >= MOST_PALETTES) palettes.clear();
  palettes.set(name, known);
  return known;
}

function newPalette({ color, isOutlined }: Paint): Uint8Array {
  const [red, green, blue] = channels(color);
  const fillOpacity = isOutlined ? 0 : FILL_OPACITY;
  const palette = new Uint8Array(4 * LEVELS * LEVELS);
  for (let fill = 0; fill < LEVELS; fill++) {
    for (let stroke = 0; stroke < LEVELS; stroke++) {
      const over = (stroke / (LEVELS - 1)) * STROKE_OPACITY;
      const under = (fill / (LEVELS - 1)) * fillOpacity * (1 - over);
      const alpha = over + under;
      const shade = alpha === 0 ? 1 : (over * STROKE_SHADE + under) / alpha;
      palette.set([red * shade, green * shade, blue * shade, alpha * 255].map(Math.round), 4 * (fill * LEVELS + stroke));
    }
  }
  return palette;
}

/** The palette blended onto an opaque background. */
export function paletteOn(palette: Uint8Array, background: string): Uint8Array {
  const ground = channels(background);
  const opaque = Uint8Array.from(palette);
  for (let at = 0; at < palette.length; at += 4) {
    const alpha = (palette[at + 3] ?? 0) / 255;
    for (const [channel, value] of ground.entries()) opaque[at + channel] = Math.round((palette[at + channel] ?? 0) * alpha + value * (1 - alpha));
    opaque[at + 3] = 255;
  }
  return opaque;
}

export function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
