import { inflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

const SIGNATURE_LENGTH = 8;

/** The pixels of a screenshot: a PNG with eight bits per channel, as browsers write it. */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #channels: number;
  readonly #pixels: Buffer;

  constructor(png: Buffer) {
    const data: Buffer[] = [];
    let header: Buffer = Buffer.alloc(0);
    for (let at = SIGNATURE_LENGTH; at < png.length; ) {
      const length = png.readUInt32BE(at);
      const type = png.toString('latin1', at + 4, at + 8);
      const body = png.subarray(at + 8, at + 8 + length);
      if (type === 'IHDR') header = body;
      else if (type === 'IDAT') data.push(body);
      at += length + 12;
    }
    this.width = header.readUInt32BE(0);
    this.height = header.readUInt32BE(4);
    const [depth, kind, , , interlace] = header.subarray(8);
    if (depth !== 8 || (kind !== 2 && kind !== 6) || interlace !== 0) throw new Error(`a picture of depth ${String(depth)} and kind ${String(kind)} is not read here`);
    this.#channels = kind === 6 ? 4 : 3;
    this.#pixels = unfiltered(inflateSync(Buffer.concat(data)), this.width * this.#channels, this.height, this.#channels);
  }

  colourAt(x: number, y: number): Colour {
    const at = (Math.round(y) * this.width + Math.round(x)) * this.#channels;
    return [this.#pixels[at] ?? 0, this.#pixels[at + 1] ?? 0, this.#pixels[at + 2] ?? 0];
  }

  /** How many pixels have a colour, within a tolerance per channel. */
  count(wanted: Colour, tolerance = 12): number {
    let count = 0;
    for (let row = 0; row < this.height; row += 1) {
      for (let column = 0; column < this.width; column += 1) {
        const colour = this.colourAt(column, row);
        if (colour.every((value, channel) => Math.abs(value - wanted[channel]) <= tolerance)) count += 1;
      }
    }
    return count;
  }
}

/** Each row begins with its filter type: how its bytes differ from those to the left and above. */
function unfiltered(rows: Buffer, rowLength: number, height: number, step: number): Buffer {
  const pixels = Buffer.alloc(rowLength * height);
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (rowLength + 1)];
    const start = row * rowLength;
    for (let column = 0; column < rowLength; column += 1) {
      const left = column >= step ? (pixels[start + column - step] ?? 0) : 0;
      const above = row > 0 ? (pixels[start - rowLength + column] ?? 0) : 0;
      const aboveLeft = row > 0 && column >= step ? (pixels[start - rowLength + column - step] ?? 0) : 0;
      pixels[start + column] = (rows[row * (rowLength + 1) + 1 + column] ?? 0) + predicted(filter, left, above, aboveLeft);
    }
  }
  return pixels;
}

function predicted(filter: number | undefined, left: number, above: number, aboveLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + above - aboveLeft;
  const distances = [left, above, aboveLeft].map((value) => Math.abs(estimate - value));
  const [toLeft = 0, toAbove = 0, toAboveLeft = 0] = distances;
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}
