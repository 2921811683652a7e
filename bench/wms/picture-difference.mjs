import { createRequire } from 'node:module';
import path from 'node:path';

// A dependency of the server, not of the benchmark.
const { createCanvas, loadImage } = createRequire(path.resolve(import.meta.dirname, '..', '..', 'apps', 'server', 'package.json'))('@napi-rs/canvas');

/** A difference in a channel, of 255, that is visible in a flat colour. */
const NOTICED = 32;

/**
 * The difference between two pictures on white.
 * @returns {Promise<{ mean: number, noticed: number }>} the mean difference of a channel, and the share of pixels of which a
 *   channel differs by more than an eighth; both from 0 to 1
 */
export async function pictureDifference(one, other) {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  let sum = 0;
  let noticed = 0;
  for (let at = 0; at < a.length; at += 4) {
    const steps = [0, 1, 2].map((channel) => Math.abs(a[at + channel] - b[at + channel]));
    sum += steps[0] + steps[1] + steps[2];
    if (Math.max(...steps) > NOTICED) noticed++;
  }
  return { mean: sum / (0.75 * a.length) / 255, noticed: (4 * noticed) / a.length };
}

async function pixelsOf(bytes) {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}
