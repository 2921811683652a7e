import { crc32, deflateSync } from 'node:zlib';
import { Scratch } from './scratch.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pictures with flat colours gain little from a higher level, and zlib's buffers for each picture burden the garbage collector. */
const COMPRESSION = { level: 3, windowBits: 13, chunkSize: 65_536 };
const TRUECOLOUR_ALPHA = 6;
const PALETTE = 3;

const rowsScratch = new Scratch();

/** A PNG of palette indices and their straight RGBA colours; unused colours are left out. */
export function palettePng(width: number, height: number, indices: Uint8Array, palette: Uint8Array): Buffer {
  const places = new Int16Array(256).fill(-1);
  const used: number[] = [];
  const rows = rowsScratch.take((width + 1) * height);
  let last = -1;
  let place = -1;
  for (let row = 0, from = 0, to = 0; row < height; row++) {
    // No filter: neighbouring indices are unrelated.
    rows[to++] = 0;
    for (let column = 0; column < width; column++) {
      const index = indices[from++] ?? 0;
      if (index !== last) {
        last = index;
        place = places[index] ?? -1;
        if (place < 0) {
          place = used.push(index) - 1;
          places[index] = place;
        }
      }
      rows[to++] = place;
    }
  }
  const colours = Buffer.from(used.flatMap((index) => [...palette.subarray(4 * index, 4 * index + 3)]));
  const alphas = Buffer.from(used.map((index) => palette[4 * index + 3] ?? 255));
  const chunks = [chunk('IHDR', header(width, height, PALETTE)), chunk('PLTE', colours)];
  if (alphas.some((alpha) => alpha < 255)) chunks.push(chunk('tRNS', alphas));
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IDAT', deflateSync(rows, COMPRESSION)), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG of straight RGBA pixels. */
export function truecolourPng(width: number, height: number, pixels: Uint8ClampedArray): Buffer {
  const rows = new Uint8Array((4 * width + 1) * height);
  for (let row = 0; row < height; row++) rows.set(pixels.subarray(4 * width * row, 4 * width * (row + 1)), (4 * width + 1) * row + 1);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header(width, height, TRUECOLOUR_ALPHA)), chunk('IDAT', deflateSync(rows, COMPRESSION)), chunk('IEND', Buffer.alloc(0))]);
}

/** RGBA pixels in at most 256 colours: bits are dropped until there are few enough. */
export function quantisedPng(width: number, height: number, pixels: Uint8ClampedArray): Buffer {
  for (let bits = 8; ; bits--) {
    const found = inFewColours(pixels, bits);
    if (found !== null) return palettePng(width, height, found.indices, found.palette);
  }
}

function inFewColours(pixels: Uint8ClampedArray, bits: number): { indices: Uint8Array; palette: Uint8Array } | null {
  const mask = (0xff << (8 - bits)) & 0xff;
  const known = new Map<number, number>();
  const indices = new Uint8Array(pixels.length / 4);
  const palette = new Uint8Array(1024);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const key = ((red & mask) * 0x1000000 + (green & mask) * 0x10000 + (blue & mask) * 0x100 + (alpha & mask)) * (alpha === 0 ? 0 : 1);
    let index = known.get(key);
    if (index === undefined) {
      index = known.size;
      if (index === 256) return null;
      known.set(key, index);
      palette.set([red, green, blue, alpha], 4 * index);
    }
    indices[at / 4] = index;
  }
  return { indices, palette };
}

function header(width: number, height: number, colourType: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = 8;
  bytes[9] = colourType;
  return bytes;
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}
