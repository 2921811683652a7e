const QUALITY = 85;

/** The bytes of a JPEG of RGBA pixels, each of them opaque. */
export type JpegEncoder = (width: number, height: number, pixels: Uint8ClampedArray) => Buffer;

/**
 * What encodes JPEG: Skia, of which each system has a package of its own. That package is optional and does not exist for
 * every system; it is loaded here only, so that nothing but JPEG depends on it.
 * @throws whatever keeps it from being loaded.
 */
export async function loadJpegEncoder(): Promise<JpegEncoder> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  return (width, height, pixels) => {
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
    return canvas.encodeSync('jpeg', QUALITY);
  };
}
